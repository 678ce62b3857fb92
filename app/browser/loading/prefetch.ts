export type PrefetchQueue = {
  /**
   * Runs `load` when a slot is free, unless the path was already added; its promise frees the slot when it settles.
   * Returns a function that removes the path while it waits.
   */
  add(path: string, load: () => Promise<unknown>): () => void
}

/** Loads each path once, at most `limit` at a time (product-spec §9: up to 4). */
export function createPrefetchQueue({ limit = 4 }: { limit?: number } = {}): PrefetchQueue {
  const waiting = new Map<string, () => Promise<unknown>>()
  const taken = new Set<string>()
  let running = 0

  function next() {
    for (const [path, load] of waiting) {
      if (running >= limit) return
      waiting.delete(path)
      taken.add(path)
      running += 1
      void run(load)
    }
  }

  async function run(load: () => Promise<unknown>) {
    try {
      await load()
    } catch {
      // A failed prefetch costs nothing: the navigation fetches again.
    }
    running -= 1
    next()
  }

  return {
    add(path, load) {
      if (!taken.has(path) && !waiting.has(path)) waiting.set(path, load)
      next()
      return () => {
        if (waiting.get(path) === load) waiting.delete(path)
      }
    },
  }
}

/**
 * Returns whether a link may be prefetched: not on a slow or metered connection (`navigator.connection`, which only
 * Chromium has), and only if following it stays in this tab, on this origin and in this app.
 */
export function mayPrefetch({
  connection,
  link,
}: {
  connection?: { saveData?: boolean; effectiveType?: string }
  link: { href: string; origin: string; target?: string; download?: unknown; modified?: boolean }
}): boolean {
  if (connection?.saveData || /^(slow-)?2g$/.test(connection?.effectiveType ?? "")) return false
  if (link.modified || (link.target && link.target !== "_self")) return false
  if (link.download !== undefined && link.download !== false) return false
  if (!URL.canParse(link.href, link.origin)) return false
  const { origin, pathname } = new URL(link.href, link.origin)
  return origin === link.origin && !livePaths.some((path) => pathname === path || pathname.startsWith(`${path}/`))
}

/** A browser caches what it prefetched for some seconds: too long for these. `isLive` in page-policy.ts, which stays on the server. */
export const livePaths = ["/profile", "/decisions", "/questions", "/checkout", "/dashboard"]
