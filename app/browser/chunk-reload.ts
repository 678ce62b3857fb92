import { assertNavigable } from "../lib/paths"

export const reloadKey = "salon:reload"

/** The same path at most once in ten seconds (product-spec §9). */
const guardMs = 10_000

/**
 * Loads `path` as a new document unless that was just done: only when forced, when the last reload was of another
 * path, or when it is more than ten seconds ago. Returns whether it does.
 *
 * The guard lives in sessionStorage; `storage` is a function because in a browser that blocks it the very mention
 * throws. Then it lives in `tab.name` (the window): of what a browser keeps without storage, only that name outlives a
 * load of the same path as well as of another one, stays in its tab and is not seen in the address.
 */
export function reloadOnce({
  path,
  force = false,
  storage,
  tab,
  now,
  assign,
}: {
  path: string
  force?: boolean
  storage: () => Pick<Storage, "getItem" | "setItem">
  tab: { name: string }
  now: () => number
  assign: (path: string) => void
}): boolean {
  const guarded = [readStorage(storage), tab.name].some((text) => isGuarding(text, path, now()))
  if (guarded && !force) return false

  const guard = JSON.stringify({ path, expires: now() + guardMs })
  try {
    storage().setItem(reloadKey, guard)
  } catch {
    tab.name = reloadKey + guard
  }
  assign(path)
  return true
}

function readStorage(storage: () => Pick<Storage, "getItem">): string {
  try {
    return reloadKey + (storage().getItem(reloadKey) ?? "")
  } catch {
    return ""
  }
}

function isGuarding(text: string, path: string, now: number): boolean {
  if (!text.startsWith(reloadKey)) return false
  try {
    const guard = JSON.parse(text.slice(reloadKey.length))
    // A clock that was set back must not hold the guard for hours.
    return guard.path === path && now <= guard.expires && guard.expires <= now + guardMs
  } catch {
    return false
  }
}

/** Loads a path as a new document, throwing for any other address (product-spec 8); also where assigning it would only scroll: same page, with a hash. */
export function loadDocument(
  path: string,
  location: Pick<Location, "href" | "pathname" | "search" | "hash" | "assign" | "reload">,
): void {
  assertNavigable(path)
  const target = new URL(path, location.href)
  if (target.pathname !== location.pathname || target.search !== location.search) {
    location.assign(path)
    return
  }
  if (target.hash !== location.hash) location.hash = target.hash
  location.reload()
}

const chunkErrors = [
  /failed to fetch dynamically imported module/i, // Chromium
  /error loading dynamically imported module/i, // Firefox
  /importing a module script failed/i, // Safari
  /is not a valid javascript mime type/i, // Safari, when the answer is a page
  /unable to preload css/i, // Vite
]

/** Whether a part of the app could not be loaded: the error of an import(), or Vite's `vite:preloadError` event. */
export function isChunkError(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false
  if ("type" in error && error.type === "vite:preloadError") return true
  const message = "message" in error ? String(error.message) : ""
  return chunkErrors.some((pattern) => pattern.test(message))
}

export type NavigationGuard = {
  /** A newer build is out. */
  update(): void
  /** A navigation to `path` begins. True: it became a full load, and the router should stand aside. */
  start(path: string): boolean
  /** The navigation is over. */
  end(): void
  /** Something failed. True: a full load of the navigation's target takes care of it. */
  fail(error: unknown): boolean
}

/**
 * When a navigation becomes a full load of its target (product-spec §9, after Nuxt's chunk-reload plugin): after an
 * update the next one does, and so does one in which a chunk fails to load. Outside a navigation nothing is loaded.
 * `load` starts the full load and says whether it did (reloadOnce).
 */
export function createNavigationGuard({ load }: { load: (path: string) => boolean }): NavigationGuard {
  let target: string | null = null
  let updated = false
  return {
    update() {
      updated = true
    },
    start(path) {
      target = path
      return updated && load(path)
    },
    end() {
      target = null
    },
    fail(error) {
      return target !== null && isChunkError(error) && load(target)
    },
  }
}
