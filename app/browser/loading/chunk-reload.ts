import { assertNavigable } from "../../lib/paths"

export const reloadKey = "salon:reload"

/** Minimum time between two reloads of one path, in ms (product-spec §9). */
const guardMs = 10_000

/**
 * Loads `path` as a new document unless that was just done: only if forced, if the last reload was of another path, or
 * if it is more than ten seconds ago. Returns whether it does.
 *
 * The guard is in sessionStorage; `storage` is a function because in a browser that blocks storage the mere access
 * throws. The fallback is `tab.name` (the window): without storage, only this name survives a load of any path, stays
 * in its tab and is not visible in the address.
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
    // A clock that was set back must not extend the guard for hours.
    return guard.path === path && now <= guard.expires && guard.expires <= now + guardMs
  } catch {
    return false
  }
}

/**
 * Loads a path as a new document, even where assigning it would only scroll (same page, with a hash). Throws for any
 * other address (product-spec 8).
 */
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
  /is not a valid javascript mime type/i, // Safari, when the response is a page
  /unable to preload css/i, // Vite
]

/** Returns whether loading a part of the app failed: the error of an import(), or Vite's `vite:preloadError` event. */
export function isChunkError(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false
  if ("type" in error && error.type === "vite:preloadError") return true
  const message = "message" in error ? String(error.message) : ""
  return chunkErrors.some((pattern) => pattern.test(message))
}

export type NavigationGuard = {
  /** A newer build is out. */
  update(): void
  /** A navigation to `path` begins. Returns true if it became a full load, which the router should not handle. */
  start(path: string): boolean
  /** Something failed. Returns true if a full load of the navigation's target handles it. */
  fail(error: unknown): boolean
}

/**
 * Decides when a navigation becomes a full load of its target (product-spec §9, after Nuxt's chunk-reload plugin): the
 * next one after an update, and any one in which a chunk fails to load. Outside a navigation nothing is loaded.
 * `target` returns the path that the router is loading, null if none. `load` starts the full load and returns whether
 * it did (reloadOnce).
 */
export function createNavigationGuard({
  target,
  load,
}: {
  target: () => string | null
  load: (path: string) => boolean
}): NavigationGuard {
  let updated = false
  return {
    update() {
      updated = true
    },
    start(path) {
      return updated && load(path)
    },
    fail(error) {
      const path = target()
      return path !== null && isChunkError(error) && load(path)
    },
  }
}
