/** A list of profiles that the reader went from to a profile. */
export interface LastResults {
  /** Its path, with the query. */
  path: string
  /** Its entry in the tab's history. */
  key: string
}

/** A list: all profiles, or those of a city or of an occasion in it. */
const listPath = /^\/escorts(\/in\/.+)?$/

type Entry = Pick<NavigationHistoryEntry, "url" | "key">

/**
 * Returns the list from which the last of these entries was reached over pages of profiles alone; null if it was reached
 * from elsewhere.
 */
export function findLastResults(entries: readonly Entry[]): LastResults | null {
  for (const { url, key } of entries.toReversed()) {
    if (!url) return null
    const { pathname, search } = new URL(url)
    if (listPath.test(pathname)) return { path: pathname + search, key }
    if (!pathname.startsWith("/escorts/")) return null
  }
  return null
}

/** Returns the list that the reader came from to this page. Browsers without the Navigation API know of none. */
export function lastResults(): LastResults | null {
  const { navigation } = window as Partial<Window>
  return findLastResults(navigation?.entries().slice(0, navigation.currentEntry?.index ?? 0) ?? [])
}
