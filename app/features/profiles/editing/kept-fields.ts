import type { Workshop } from "~/domain/profiles/editing/schema"
import type { FieldValuesJson } from "./field-saves"

/**
 * Reads what a browser kept of a form: the fields that differ from the stored ones. Other scripts of this origin may have
 * written it: what is no value of its field is left out.
 */
export function parseKept(text: string | null, stored: Workshop["fields"]): FieldValuesJson {
  const kept = parse(text)
  if (typeof kept !== "object" || kept === null) return {}
  const fields = stored as Record<string, { value: unknown }>
  return Object.fromEntries(
    Object.entries(kept).filter(([field, json]) => {
      const now = Object.hasOwn(fields, field) ? fields[field]?.value : undefined
      if (now === undefined || typeof json !== "string" || json === JSON.stringify(now)) return false
      const value = parse(json)
      return value !== undefined && kindOf(value) === kindOf(now)
    }),
  )
}

function parse(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** An empty number is null. */
function kindOf(value: unknown): string {
  return Array.isArray(value) ? "array" : value === null ? "number" : typeof value
}
