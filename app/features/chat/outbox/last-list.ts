/** Parameters of a list's address that a first message can name. */
const asked = ["category", "on", "when"] as const

/** The part of the Navigation API that is used here; some browsers do not have it. */
export interface TabHistory {
  entries: () => { url: string | null }[]
  currentEntry: { index: number } | null
}

/**
 * Returns the occasions, day and time of the list that this tab showed last, from its own history: nothing is stored for it. Null
 * where there was none, where it asked for nothing of it, and in a browser that does not give a tab's history.
 */
export function lastListAsked(history: TabHistory | null): URLSearchParams | null {
  const earlier = history?.entries().slice(0, history.currentEntry?.index ?? 0) ?? []
  for (const { url } of earlier.toReversed()) {
    const { pathname, searchParams } = new URL(url ?? "about:blank")
    const [, occasion] = /^\/escorts\/in\/[\w-]+\/([\w-]+)$/.exec(pathname) ?? []
    if (pathname !== "/escorts" && !pathname.startsWith("/escorts/in/")) continue
    const found = asked.flatMap((name) => {
      const value = searchParams.get(name) || (name === "category" ? occasion : undefined)
      return value ? [[name, value] as [string, string]] : []
    })
    return found.length > 0 ? new URLSearchParams(found) : null
  }
  return null
}
