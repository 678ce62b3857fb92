import { invalidRequest } from "./errors.ts"

/** A decoded form: `items[0][price]=x` is `{ items: ["x"…] }`. */
export type FormValue = string | FormValue[] | FormHash
export interface FormHash {
  [name: string]: FormValue
}

/** Decodes a query or a form-encoded body with nested names. */
export function decodeForm(text: string): FormHash {
  const root: FormHash = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    const path = [name.split("[", 1)[0] ?? "", ...[...name.matchAll(/\[([^\]]*)\]/g)].map(([, part]) => part ?? "")]
    put(root, path, value, name)
  }
  return arraysIn(root) as FormHash
}

function put(root: FormHash, path: string[], value: string, name: string): void {
  let hash = root
  for (const [index, part] of path.entries()) {
    const key = part === "" ? String(Object.keys(hash).length) : part
    if (index === path.length - 1) {
      hash[key] = value
      return
    }
    hash[key] ??= Object.create(null) as FormHash
    const next = hash[key]
    if (typeof next === "string" || Array.isArray(next)) throw invalidRequest(`Invalid ${name}`, { param: name })
    hash = next
  }
}

/** Turns hashes whose names are all numbers into arrays. */
function arraysIn(value: FormValue): FormValue {
  if (typeof value === "string" || Array.isArray(value)) return value
  const names = Object.keys(value)
  if (names.length > 0 && names.every((name) => /^\d+$/.test(name)))
    return names.sort((a, b) => Number(a) - Number(b)).map((name) => arraysIn(value[name] ?? ""))
  return Object.fromEntries(names.map((name) => [name, arraysIn(value[name] ?? "")]))
}
