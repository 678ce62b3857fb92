import { readLocal, writeLocal } from "~/browser/local-text"

/** A search that was sent, or a suggestion that was taken, on this device. */
export interface LastSearch {
  label: string
  /** A list or a profile of this site. */
  path: string
}

/** The localStorage key. The quick exit and logging out delete it with everything else. */
export const lastSearchesKey = "last searches"
const maxLastSearches = 5

/** Reads the last searches, the latest first; none where the browser blocks storage or what is stored is malformed. */
export function readLastSearches(): LastSearch[] {
  try {
    const stored: unknown = JSON.parse(readLocal(lastSearchesKey) ?? "[]")
    return Array.isArray(stored) ? stored.filter(isLastSearch).slice(0, maxLastSearches) : []
  } catch {
    return []
  }
}

/** Stores a search as the latest one, in the place of an earlier one of the same address. */
export function addLastSearch({ label, path }: LastSearch): void {
  if (label.trim() === "") return
  const others = readLastSearches().filter((one) => one.path.toLowerCase() !== path.toLowerCase())
  writeLocal(lastSearchesKey, JSON.stringify([{ label, path }, ...others].slice(0, maxLastSearches)))
}

export function clearLastSearches(): void {
  writeLocal(lastSearchesKey, null)
}

function isLastSearch(value: unknown): value is LastSearch {
  const { label, path } = (value ?? {}) as Partial<Record<keyof LastSearch, unknown>>
  return typeof label === "string" && typeof path === "string" && /^\/escorts(?:[/?]|$)/.test(path)
}
