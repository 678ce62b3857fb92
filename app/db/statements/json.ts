import type * as z from "zod"

// A file without zod and drizzle, so that browsers can load it.

/**
 * JSON text of a `T`. The query that makes the text names its type, where the two stand side by side; `json` exists for
 * the compiler alone. A plain string is JSON of something unknown.
 */
export type JsonText<T> = string & { readonly json?: T }

/**
 * Parses JSON that this version's own SQL or code has written, null as null. Does not validate: lists, sessions and
 * messages parse hundreds of values in a request, and their columns have types and checks of their own. Throws a
 * `SyntaxError` for what is no JSON.
 */
export function trustedJson<T>(text: JsonText<T>): T
export function trustedJson<T>(text: JsonText<T> | null): T | null
export function trustedJson<T>(text: JsonText<T> | null): T | null {
  return text === null ? null : (JSON.parse(text) as T)
}

/**
 * Parses and validates JSON that comes from outside, or that another version of the app may have written. Throws a
 * `SyntaxError` for what is no JSON, and a `ZodError` for what the schema refuses.
 */
export function parseJson<T>(schema: z.ZodType<T>, text: string): T {
  return schema.parse(JSON.parse(text))
}
