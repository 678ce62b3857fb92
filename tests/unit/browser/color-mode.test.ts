import fc from "fast-check"
import { describe, expect, test, vi } from "vitest"
import { type ColorModePreference, colorModeKey, colorModeScript, createColorMode } from "~/browser/color-mode"

function fakeRoot(forcedColorMode?: string) {
  const classes = new Set<string>()
  const classList = {
    add: (name: string) => classes.add(name),
    remove: (name: string) => classes.delete(name),
  } as unknown as DOMTokenList
  return { classes, classList, dataset: forcedColorMode === undefined ? {} : { forcedColorMode } }
}

function fakeMedia(matches = false) {
  const listeners = new Set<() => void>()
  return {
    listeners,
    matches,
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
    change(next: boolean) {
      this.matches = next
      for (const listener of listeners) listener()
    },
  }
}

function fakeStorage(saved?: string) {
  const items = new Map(saved === undefined ? [] : [[colorModeKey, saved]])
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: vi.fn((key: string, value: string) => void items.set(key, value)),
  }
}

function setUp({ saved, dark, forced }: { saved?: string; dark?: boolean; forced?: string } = {}) {
  const storage = fakeStorage(saved)
  const media = fakeMedia(dark)
  const root = fakeRoot(forced)
  const warn = vi.fn()
  return { storage, media, root, warn, mode: createColorMode({ storage: () => storage, media, root, warn } as never) }
}

describe("colour mode", () => {
  test("the colour mode is light by default, following the system", () => {
    const { mode, root, storage } = setUp()
    expect(mode.getSnapshot()).toEqual({ preference: "system", value: "light", forced: false })
    expect([...root.classes]).toEqual(["light"])
    expect(storage.setItem).not.toHaveBeenCalled()
  })

  test("the colour mode follows a dark system", () => {
    const { mode, root } = setUp({ dark: true })
    expect(mode.getSnapshot()).toEqual({ preference: "system", value: "dark", forced: false })
    expect([...root.classes]).toEqual(["dark"])
  })

  test("the colour mode starts from the saved preference and ignores an invalid one", () => {
    expect(setUp({ saved: "dark" }).mode.getSnapshot().preference).toBe("dark")
    expect(setUp({ saved: "light", dark: true }).mode.getSnapshot().value).toBe("light")
    expect(setUp({ saved: "purple" }).mode.getSnapshot().preference).toBe("system")
  })

  test("a new colour preference is applied, saved and published to listeners", () => {
    const { mode, root, storage } = setUp()
    const listener = vi.fn()
    const unsubscribe = mode.subscribe(listener)
    mode.setPreference("dark")
    expect([...root.classes]).toEqual(["dark"])
    expect(storage.items.get(colorModeKey)).toBe("dark")
    expect(listener).toHaveBeenCalledTimes(1)
    unsubscribe()
    mode.setPreference("light")
    expect(listener).toHaveBeenCalledTimes(1)
  })

  test("the snapshot of the colour mode is the same object until something changes", () => {
    const { mode } = setUp()
    const before = mode.getSnapshot()
    mode.setForced(null)
    mode.setPreference("system")
    expect(mode.getSnapshot()).toBe(before)
  })

  test("a change of the system applies while the preference is system", () => {
    const { mode, media } = setUp()
    media.change(true)
    expect(mode.getSnapshot().value).toBe("dark")
    mode.setPreference("light")
    media.change(false)
    media.change(true)
    expect(mode.getSnapshot().value).toBe("light")
    mode.setPreference("system")
    expect(mode.getSnapshot().value).toBe("dark")
  })

  test("a forced mode is applied, and the preference is neither changed nor saved", () => {
    const { mode, root, storage } = setUp({ saved: "light" })
    mode.setForced("dark")
    expect(mode.getSnapshot()).toEqual({ preference: "light", value: "dark", forced: true })
    expect([...root.classes]).toEqual(["dark"])
    mode.setForced(undefined)
    expect(mode.getSnapshot()).toEqual({ preference: "light", value: "light", forced: false })
    expect(storage.setItem).not.toHaveBeenCalled()
  })

  test("a change of the system does not affect a forced mode", () => {
    const { mode, media } = setUp()
    mode.setForced("light")
    media.change(true)
    expect(mode.getSnapshot().value).toBe("light")
    mode.setForced(null)
    expect(mode.getSnapshot().value).toBe("dark")
  })

  test("a preference chosen on a forced page applies once the page no longer forces one", () => {
    const { mode, storage } = setUp()
    mode.setForced("light")
    mode.setPreference("dark")
    expect(mode.getSnapshot()).toEqual({ preference: "dark", value: "light", forced: true })
    expect(storage.setItem).not.toHaveBeenCalled()
    mode.setForced(null)
    expect(mode.getSnapshot()).toEqual({ preference: "dark", value: "dark", forced: false })
    expect(storage.items.get(colorModeKey)).toBe("dark")
  })

  test("forcing system logs a warning and is ignored", () => {
    const { mode, warn } = setUp({ saved: "dark" })
    mode.setForced("system")
    expect(warn.mock.calls).toEqual([["You cannot force the colorMode to system at the page level."]])
    expect(mode.getSnapshot()).toEqual({ preference: "dark", value: "dark", forced: false })
  })

  test("the colour mode starts forced if the server wrote a forced mode", () => {
    const { mode } = setUp({ saved: "light", forced: "dark" })
    expect(mode.getSnapshot()).toEqual({ preference: "light", value: "dark", forced: true })
  })

  test("the colour mode works without storage", () => {
    const storage = () => {
      throw new DOMException("blocked", "SecurityError")
    }
    const root = fakeRoot()
    const mode = createColorMode({ storage, media: fakeMedia(), root, warn: vi.fn() } as never)
    mode.setPreference("dark")
    expect(mode.getSnapshot().value).toBe("dark")
    expect([...root.classes]).toEqual(["dark"])
  })

  test("the colour mode stops listening to the system when disposed", () => {
    const { mode, media } = setUp()
    mode.dispose()
    expect(media.listeners.size).toBe(0)
  })

  test("after any acts, the class is the value and the value follows the rule", () => {
    const step = fc.oneof(
      fc.record({
        kind: fc.constant("prefer" as const),
        mode: fc.constantFrom<ColorModePreference>("system", "light", "dark"),
      }),
      fc.record({ kind: fc.constant("force" as const), mode: fc.constantFrom("system", "light", "dark", null) }),
      fc.record({ kind: fc.constant("system" as const), dark: fc.boolean() }),
    )
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const { mode, media, root } = setUp()
        let forced: string | null = null
        for (const step of steps) {
          if (step.kind === "prefer") mode.setPreference(step.mode)
          if (step.kind === "system") media.change(step.dark)
          if (step.kind === "force") {
            mode.setForced(step.mode as ColorModePreference | null)
            forced = step.mode === "system" ? null : step.mode
          }
          const { preference, value } = mode.getSnapshot()
          const system = media.matches ? "dark" : "light"
          expect(value).toBe(forced ?? (preference === "system" ? system : preference))
          expect([...root.classes]).toEqual([value])
        }
      }),
    )
  })
})

describe("the script before the first paint", () => {
  function run({
    saved,
    dark,
    forced,
    blocked,
  }: {
    saved?: string
    dark?: boolean
    forced?: string
    blocked?: boolean
  }) {
    const root = fakeRoot(forced)
    const localStorage = {
      getItem(key: string) {
        if (blocked) throw new DOMException("blocked", "SecurityError")
        return key === colorModeKey ? (saved ?? null) : null
      },
    }
    const matchMedia = (query: string) => ({ matches: query === "(prefers-color-scheme:dark)" && Boolean(dark) })
    new Function("document", "localStorage", "matchMedia", colorModeScript)(
      { documentElement: root },
      localStorage,
      matchMedia,
    )
    return [...root.classes]
  }

  test.each([
    [{}, "light"],
    [{ dark: true }, "dark"],
    [{ saved: "dark" }, "dark"],
    [{ saved: "light", dark: true }, "light"],
    [{ saved: "system", dark: true }, "dark"],
    [{ saved: "darkest" }, "light"],
    [{ saved: "light", forced: "dark" }, "dark"],
    [{ dark: true, forced: "light" }, "light"],
    [{ saved: "dark", forced: "system" }, "dark"],
    [{ saved: "dark", forced: "" }, "dark"],
    [{ blocked: true }, "light"],
    [{ blocked: true, dark: true }, "dark"],
    [{ blocked: true, forced: "dark" }, "dark"],
  ])("the script before the first paint turns %j into %s", (given, expected) => {
    expect(run(given)).toEqual([expected])
  })

  test("the script before the first paint works where access to localStorage throws", () => {
    const root = fakeRoot()
    const document = { documentElement: root }
    const scope = new Proxy(
      { document, matchMedia: () => ({ matches: true }) },
      {
        has: (_, name) => name === "localStorage" || name === "document" || name === "matchMedia",
        get(target, name) {
          if (name === "localStorage") throw new DOMException("blocked", "SecurityError")
          return Reflect.get(target, name)
        },
      },
    )
    new Function("scope", `with (scope) { ${colorModeScript} }`)(scope)
    expect([...root.classes]).toEqual(["dark"])
  })

  test("the script before the first paint agrees with the store", () => {
    const preference = fc.constantFrom(undefined, "system", "light", "dark", "purple")
    fc.assert(
      fc.property(preference, preference, fc.boolean(), (saved, forced, dark) => {
        expect(run({ saved, forced, dark })).toEqual([...setUp({ saved, forced, dark }).root.classes])
      }),
    )
  })

  test("the script before the first paint is under 400 bytes and can be inlined", () => {
    expect(new TextEncoder().encode(colorModeScript).length).toBeLessThan(400)
    expect(colorModeScript).not.toMatch(/<|\n/)
  })
})
