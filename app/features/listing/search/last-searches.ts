import { deviceList } from "./device-list"

/** A search that was sent, or a suggestion that was taken, on this device. */
export interface LastSearch {
  label: string
  /** A list or a profile of this site. */
  path: string
}

/** The localStorage key. The quick exit and logging out delete it with everything else. */
export const lastSearchesKey = "last searches"

/** The last searches. */
export const lastSearches = deviceList<LastSearch>(lastSearchesKey, 5, {
  isEntry: isLastSearch,
  keyOf: ({ path }) => path.toLowerCase(),
})

function isLastSearch(value: unknown): value is LastSearch {
  const { label, path } = (value ?? {}) as Partial<Record<keyof LastSearch, unknown>>
  if (typeof label !== "string" || label.trim() === "") return false
  return typeof path === "string" && /^\/escorts(?:[/?]|$)/.test(path)
}
