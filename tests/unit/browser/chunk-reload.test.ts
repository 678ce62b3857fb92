import { describe, expect, test, vi } from "vitest"
import {
  createNavigationGuard,
  isChunkError,
  loadDocument,
  reloadKey,
  reloadOnce,
} from "~/browser/loading/chunk-reload"

function browser({ blocked = false, name = "" } = {}) {
  const items = new Map<string, string>()
  const tab = { name }
  const assign = vi.fn()
  const storage = () => {
    if (blocked) throw new DOMException("blocked", "SecurityError")
    return {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, value),
    }
  }
  const reload = (path: string, at: number, force?: boolean) =>
    reloadOnce({ path, force, storage, tab, now: () => at, assign })
  return { items, tab, assign, reload }
}

describe.each([
  ["with storage", false],
  ["with storage blocked", true],
])("the reload guard %s", (_, blocked) => {
  test("the same path reloads at most once in ten seconds", () => {
    const { reload, assign } = browser({ blocked })
    expect(reload("/a", 1_000)).toBe(true)
    expect(reload("/a", 1_000)).toBe(false)
    expect(reload("/a", 11_000)).toBe(false)
    expect(reload("/a", 11_001)).toBe(true)
    expect(assign.mock.calls).toEqual([["/a"], ["/a"]])
  })

  test("another path may reload at once", () => {
    const { reload } = browser({ blocked })
    expect(reload("/a", 0)).toBe(true)
    expect(reload("/b", 1)).toBe(true)
    expect(reload("/b", 2)).toBe(false)
  })

  test("a forced reload passes the guard, and is guarded from then on", () => {
    const { reload } = browser({ blocked })
    reload("/a", 0)
    expect(reload("/a", 5_000, true)).toBe(true)
    expect(reload("/a", 14_000)).toBe(false)
  })

  test("a clock that was set back does not hold the reload guard", () => {
    const { reload } = browser({ blocked })
    reload("/a", 86_400_000)
    expect(reload("/a", 0)).toBe(true)
  })

  test("a page that fails at once is reloaded once, without a loop", () => {
    const { reload, assign } = browser({ blocked })
    for (let ms = 0; ms < 10_000; ms += 100) reload("/a", ms)
    expect(assign).toHaveBeenCalledTimes(1)
  })
})

describe("the reload guard's entry", () => {
  test("the reload guard stores the path and its expiry in session storage", () => {
    const { reload, items, tab } = browser()
    reload("/a?b", 5)
    expect(JSON.parse(items.get(reloadKey) ?? "")).toEqual({ path: "/a?b", expires: 10_005 })
    expect(tab.name).toBe("")
  })

  test("the reload guard is in the window's name when storage is blocked", () => {
    const { reload, tab } = browser({ blocked: true })
    reload("/a", 5)
    expect(tab.name).toBe('salon:reload{"path":"/a","expires":10005}')
  })

  test("an unreadable reload guard does not guard", () => {
    for (const nonsense of ["", "{", "null", "7", "[]"]) {
      const { reload, items, tab } = browser()
      items.set(reloadKey, nonsense)
      tab.name = reloadKey + nonsense
      expect(reload("/a", 0)).toBe(true)
    }
  })

  test("the reload guard falls back to the window's name when storage can be read but is full", () => {
    const tab = { name: "" }
    const assign = vi.fn()
    const storage = () => ({
      getItem: () => null,
      setItem: () => {
        throw new DOMException("full", "QuotaExceededError")
      },
    })
    const reload = () => reloadOnce({ path: "/a", storage, tab, now: () => 0, assign })
    expect([reload(), reload()]).toEqual([true, false])
  })
})

describe("loading a document", () => {
  function at(href: string) {
    const { pathname, search, hash } = new URL(href)
    return { href, pathname, search, hash, assign: vi.fn(), reload: vi.fn() }
  }

  test("loading a document assigns another page", () => {
    const location = at("https://salon.example/a?x=1")
    loadDocument("/a?x=2#top", location)
    expect(location.assign.mock.calls).toEqual([["/a?x=2#top"]])
    expect(location.reload).not.toHaveBeenCalled()
  })

  test("loading a document reloads the same page, at its new hash", () => {
    const location = at("https://salon.example/a?x=1")
    loadDocument("/a?x=1#top", location)
    expect(location.assign).not.toHaveBeenCalled()
    expect(location.hash).toBe("#top")
    expect(location.reload).toHaveBeenCalledTimes(1)
  })
})

describe("a chunk error", () => {
  test.each([
    new TypeError("Failed to fetch dynamically imported module: https://salon.example/assets/a.js"),
    new TypeError("error loading dynamically imported module: https://salon.example/assets/a.js"),
    new TypeError("Importing a module script failed."),
    new TypeError("'text/html' is not a valid JavaScript MIME type."),
    new Error("Unable to preload CSS for /assets/a.css"),
    Object.assign(new Event("vite:preloadError"), { payload: new Error("x") }),
  ])("a chunk error is detected: %s", (error) => {
    expect(isChunkError(error)).toBe(true)
  })

  test.each([
    new TypeError("Failed to fetch"),
    new Error("x is undefined"),
    new Event("error"),
    "text",
    null,
    undefined,
    404,
  ])("any other error is no chunk error: %s", (error) => {
    expect(isChunkError(error)).toBe(false)
  })
})

describe("the navigation guard", () => {
  const chunkError = new TypeError("Importing a module script failed.")

  function setUp({ target = null as string | null, loads = true } = {}) {
    const load = vi.fn((_path: string) => loads)
    return { load, guard: createNavigationGuard({ target: () => target, load }) }
  }

  test("the navigation guard does nothing while all is well", () => {
    const { guard, load } = setUp()
    expect(guard.start("/a")).toBe(false)
    expect(load).not.toHaveBeenCalled()
  })

  test("an update alone loads nothing, the next navigation does", () => {
    const { guard, load } = setUp()
    guard.update()
    expect(load).not.toHaveBeenCalled()
    expect(guard.start("/plans?x=1#y")).toBe(true)
    expect(load.mock.calls).toEqual([["/plans?x=1#y"]])
  })

  test("an update during a navigation waits for the next one", () => {
    const { guard, load } = setUp({ target: "/a" })
    guard.start("/a")
    guard.update()
    expect(load).not.toHaveBeenCalled()
    expect(guard.start("/b")).toBe(true)
  })

  test("a chunk error during a navigation loads its target", () => {
    const { guard, load } = setUp({ target: "/a" })
    expect(guard.fail(chunkError)).toBe(true)
    expect(load.mock.calls).toEqual([["/a"]])
  })

  test("a chunk error outside a navigation loads nothing", () => {
    const { guard, load } = setUp()
    guard.start("/a")
    expect(guard.fail(chunkError)).toBe(false)
    expect(load).not.toHaveBeenCalled()
  })

  test("another error during a navigation loads nothing", () => {
    const { guard, load } = setUp({ target: "/a" })
    expect(guard.fail(new Error("x is undefined"))).toBe(false)
    expect(load).not.toHaveBeenCalled()
  })

  test("the router continues when the reload guard refuses", () => {
    const { guard } = setUp({ target: "/a", loads: false })
    guard.update()
    expect(guard.start("/a")).toBe(false)
    expect(guard.fail(chunkError)).toBe(false)
  })
})
