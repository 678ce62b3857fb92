import { invalidRequest } from "./errors.ts"
import type { FormValue } from "./form.ts"

/** Reads one parameter. `param` is its name in error messages: `items[0][price]`. */
export type Schema<T> = (value: FormValue, param: string) => T

type Value<S> = S extends Schema<infer T> ? T : never
type Fields = Record<string, Schema<unknown>>
type Shape<R extends Fields, O extends Fields> = { [K in keyof R]: Value<R[K]> } & { [K in keyof O]?: Value<O[K]> }

export const text: Schema<string> = (value, param) => {
  if (typeof value !== "string") throw invalidRequest(`Invalid string: ${param}`, { param })
  if (value !== "") return value
  const message = `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`
  throw invalidRequest(message, { param, code: "parameter_invalid_empty" })
}

export const integer: Schema<number> = (value, param) => {
  if (typeof value === "string" && /^-?\d+$/.test(value)) return Number(value)
  throw invalidRequest(`Invalid integer: ${String(value)}`, { param, code: "parameter_invalid_integer" })
}

export const decimal: Schema<number> = (value, param) => {
  if (typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value)) return Number(value)
  throw invalidRequest(`Invalid decimal: ${String(value)}`, { param })
}

export const boolean: Schema<boolean> = (value, param) => {
  if (value === "true" || value === "false") return value === "true"
  throw invalidRequest(`Invalid boolean: ${String(value)}`, { param })
}

export const url: Schema<string> = (value, param) => {
  const address = text(value, param)
  if (URL.canParse(address) && /^https?:/.test(address)) return address
  throw invalidRequest("Not a valid URL", { param, code: "url_invalid" })
}

export function oneOf<T extends string>(...values: T[]): Schema<T> {
  return (value, param) => {
    const found = values.find((one) => one === value)
    if (found) return found
    throw invalidRequest(`Invalid ${param}: must be one of ${values.join(", ")}`, { param })
  }
}

/** Reads null for an empty string, which unsets a property. */
export function clearable<T>(schema: Schema<T>): Schema<T | null> {
  return (value, param) => (value === "" ? null : schema(value, param))
}

export function listOf<T>(schema: Schema<T>): Schema<T[]> {
  return (value, param) => {
    if (!Array.isArray(value)) throw invalidRequest(`Invalid array: ${param}`, { param })
    return value.map((item, index) => schema(item, `${param}[${index}]`))
  }
}

/** Reads metadata: a key with an empty value is removed, an empty string for all removes all (null). */
export const metadata: Schema<Record<string, string> | null> = (value, param) => {
  if (value === "") return null
  const fields = Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : value
  if (typeof fields === "string") throw invalidRequest("Invalid object", { param })
  for (const [key, item] of Object.entries(fields)) {
    if (typeof item !== "string" || key.length > 40 || item.length > 500)
      throw invalidRequest("Metadata keys have at most 40 characters, values at most 500.", {
        param: `${param}[${key}]`,
      })
  }
  return fields as Record<string, string>
}

/** Reads a comparison of a time: a timestamp, or bounds such as `gte`. */
export const range: Schema<{ operator: "=" | ">" | ">=" | "<" | "<="; value: number }[]> = (value, param) => {
  if (typeof value === "string") return [{ operator: "=", value: integer(value, param) }]
  const operators = { gt: ">", gte: ">=", lt: "<", lte: "<=" } as const
  const bounds = shape({}, { gt: integer, gte: integer, lt: integer, lte: integer })(value, param)
  return Object.entries(bounds).map(([name, bound]) => ({
    operator: operators[name as keyof typeof operators],
    value: bound as number,
  }))
}

/** Accepts a parameter that Stripe knows and the simulator does not act on. */
export const ignored: Schema<unknown> = (value) => value

/** Returns fields that are accepted and not acted on. */
export function ignoring<K extends string>(...names: K[]): Record<K, Schema<unknown>> {
  return Object.fromEntries(names.map((name) => [name, ignored])) as Record<K, Schema<unknown>>
}

/** Reads a hash with required and optional fields; any other field is an error. */
export function shape<R extends Fields, O extends Fields>(required: R, optional: O): Schema<Shape<R, O>> {
  return (value, param) => {
    if (typeof value === "string" || Array.isArray(value)) throw invalidRequest(`Invalid object`, { param })
    const nameOf = (name: string) => (param ? `${param}[${name}]` : name)
    const result: Record<string, unknown> = {}
    for (const [name, field] of Object.entries(value)) {
      const schema = required[name] ?? optional[name]
      const shown = nameOf(name)
      if (!schema)
        throw invalidRequest(`Received unknown parameter: ${shown}`, { param: shown, code: "parameter_unknown" })
      result[name] = schema(field, shown)
    }
    for (const name of Object.keys(required)) {
      const shown = nameOf(name)
      if (!(name in result))
        throw invalidRequest(`Missing required param: ${shown}.`, { param: shown, code: "parameter_missing" })
    }
    return result as Shape<R, O>
  }
}
