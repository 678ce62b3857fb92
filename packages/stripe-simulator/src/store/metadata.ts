import type { Metadata } from "./stored.ts"

/** Merges metadata as an update does: an empty value removes its key, null removes all. */
export function mergeMetadata(current: Metadata | null, changes: Metadata | null | undefined): Metadata {
  if (changes === null) return {}
  const merged = { ...current, ...changes }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ""))
}
