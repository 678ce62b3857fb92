import fc from "fast-check"
import { describe, expect, it, vi } from "vitest"
import { type Clock, createToasts, MAX_VISIBLE_TOASTS, type ToastOptions } from "~/browser/toasts"

/** A clock that only the test moves, and that calls back in order. */
function fakeClock(start = 1_000) {
  let now = start
  let waiting: { at: number; callback: () => void }[] = []
  const clock: Clock = {
    now: () => now,
    after: (ms, callback) => {
      const entry = { at: now + ms, callback }
      waiting.push(entry)
      return () => {
        waiting = waiting.filter((one) => one !== entry)
      }
    },
  }
  function advance(ms: number) {
    const end = now + ms
    for (;;) {
      const next = waiting.filter((one) => one.at <= end).sort((a, b) => a.at - b.at)[0]
      if (!next) break
      waiting = waiting.filter((one) => one !== next)
      now = next.at
      next.callback()
    }
    now = end
  }
  return { clock, advance, pending: () => waiting.length }
}

function setUp() {
  const { clock, advance, pending } = fakeClock()
  const store = createToasts(clock)
  const add = (options: Partial<ToastOptions> = {}) => store.add({ title: "Saved", ...options })
  const ids = () => store.getSnapshot().map((toast) => toast.id)
  return { store, add, ids, advance, pending }
}

describe("ids", () => {
  it("a toast's id is the time in milliseconds", () => {
    const { add } = setUp()
    expect(add()).toBe("1000")
  })

  it("toasts' ids are unique when several share a millisecond", () => {
    const { add, ids } = setUp()
    add({ id: "1001" })
    add()
    add()
    expect(ids()).toEqual(["1001", "1000", "1002"])
  })

  it("a toast with the id of a present one does not replace it", () => {
    const { store, add } = setUp()
    add({ id: "offline", title: "You’re offline" })
    add({ id: "offline", title: "Again" })
    expect(store.getSnapshot().map((toast) => toast.title)).toEqual(["You’re offline"])
  })

  it("a toast's id can be used again once the toast is gone", () => {
    const { store, add, ids } = setUp()
    add({ id: "offline" })
    store.remove("offline")
    add({ id: "offline" })
    expect(ids()).toEqual(["offline"])
  })
})

describe("time", () => {
  it("a toast closes after five seconds and calls onClose", () => {
    const { add, ids, advance } = setUp()
    const onClose = vi.fn()
    add({ onClose })
    advance(4_999)
    expect(ids()).toHaveLength(1)
    advance(1)
    expect(ids()).toEqual([])
    expect(onClose).toHaveBeenCalledOnce()
  })

  it("a toast whose timeout is 0 never closes", () => {
    const { store, add, ids, advance, pending } = setUp()
    const id = add({ timeout: 0 })
    advance(3_600_000)
    expect(ids()).toEqual([id])
    expect(store.timeLeft(id)).toBeUndefined()
    expect(pending()).toBe(0)
  })

  it("a toast's time stops under the pointer and continues with the rest", () => {
    const { store, add, ids, advance } = setUp()
    const id = add()
    advance(3_000)
    store.pause(id, "pointer")
    advance(60_000)
    expect(store.timeLeft(id)).toBe(2_000)
    store.resume(id, "pointer")
    advance(1_999)
    expect(ids()).toEqual([id])
    advance(1)
    expect(ids()).toEqual([])
  })

  it("a toast stays stopped until the pointer, the focus and the hidden tab have all released it", () => {
    const { store, add, advance } = setUp()
    const id = add()
    store.pause(id, "pointer")
    store.pause(id, "focus")
    store.pauseAll("hidden")
    store.resume(id, "pointer")
    advance(10_000)
    store.resumeAll("hidden")
    advance(10_000)
    expect(store.timeLeft(id)).toBe(5_000)
    store.resume(id, "focus")
    advance(5_000)
    expect(store.getSnapshot()).toEqual([])
  })

  it("a toast added while the tab is hidden is stopped", () => {
    const { store, add, ids, advance } = setUp()
    store.pauseAll("hidden")
    const id = add()
    advance(10_000)
    expect(ids()).toEqual([id])
  })
})

describe("update", () => {
  it("an update with a timeout restarts a toast's time", () => {
    const { store, add, ids, advance } = setUp()
    const id = add()
    advance(4_000)
    store.update(id, { title: "Still saving", timeout: 5_000 })
    advance(4_999)
    expect(ids()).toEqual([id])
    advance(1)
    expect(ids()).toEqual([])
  })

  it("an update without a timeout lets a toast's time run on", () => {
    const { store, add, advance } = setUp()
    const id = add()
    advance(4_000)
    store.update(id, { title: "Almost" })
    expect(store.getSnapshot()[0]?.title).toBe("Almost")
    expect(store.timeLeft(id)).toBe(1_000)
  })

  it("an update can remove or add a toast's timeout", () => {
    const { store, add, ids, advance } = setUp()
    const id = add()
    store.update(id, { timeout: 0 })
    advance(60_000)
    expect(ids()).toEqual([id])
    store.update(id, { timeout: 100 })
    advance(100)
    expect(ids()).toEqual([])
  })

  it("an update does not start a toast that is under the pointer", () => {
    const { store, add, ids, advance } = setUp()
    const id = add()
    store.pause(id, "pointer")
    store.update(id, { timeout: 1_000 })
    advance(10_000)
    expect(ids()).toEqual([id])
  })

  it("an update of an unknown id changes nothing", () => {
    const { store, add } = setUp()
    add()
    const before = store.getSnapshot()
    store.update("unknown", { title: "?" })
    expect(store.getSnapshot()).toEqual(before)
  })
})

describe("removal", () => {
  it("removing a toast does not call onClose, as an action handles itself", () => {
    const { store, add, advance } = setUp()
    const onClose = vi.fn()
    store.remove(add({ onClose }))
    advance(10_000)
    expect(onClose).not.toHaveBeenCalled()
  })

  it("removing all toasts leaves no timer behind", () => {
    const { store, add, pending } = setUp()
    add()
    add()
    store.clear()
    expect(store.getSnapshot()).toEqual([])
    expect(pending()).toBe(0)
  })
})

describe("many at once", () => {
  it("the time runs only for the five newest toasts; an older one continues when there is room", () => {
    const { store, add, ids, advance } = setUp()
    const first = add()
    for (let index = 0; index < MAX_VISIBLE_TOASTS; index += 1) add({ timeout: 1_000 })
    advance(1_000)
    expect(ids()).toEqual([first])
    expect(store.timeLeft(first)).toBe(5_000)
    advance(5_000)
    expect(ids()).toEqual([])
  })
})

describe("listeners", () => {
  it("listeners of toasts receive each change until they leave, and the snapshot is the same object between changes", () => {
    const { store, add } = setUp()
    const listener = vi.fn()
    const leave = store.subscribe(listener)
    const id = add()
    expect(listener).toHaveBeenCalledTimes(1)
    expect(store.getSnapshot()).toBe(store.getSnapshot())
    leave()
    store.remove(id)
    expect(listener).toHaveBeenCalledTimes(1)
  })
})

type Step =
  | { action: "add"; timeout: number; id?: string }
  | { action: "remove" | "pause" | "resume" | "update"; index: number }
  | { action: "hide" }
  | { action: "show" }
  | { action: "wait"; ms: number }

const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    action: fc.constant("add" as const),
    timeout: fc.constantFrom(0, 100, 5_000),
    id: fc.option(fc.constantFrom("a", "b"), { nil: undefined }),
  }),
  fc.record({ action: fc.constantFrom("remove", "pause", "resume", "update"), index: fc.nat(8) }),
  fc.constantFrom<Step>({ action: "hide" }, { action: "show" }),
  fc.record({ action: fc.constant("wait" as const), ms: fc.nat(6_000) }),
)

describe("any sequence of acts", () => {
  it("after any acts, ids are unique, stopped toasts retain their time, and each one with a timeout closes once released", () => {
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 40 }), (sequence) => {
        const { store, add, ids, advance, pending } = setUp()
        for (const step of sequence) {
          if (step.action === "add") add({ timeout: step.timeout, id: step.id })
          else if (step.action === "hide") store.pauseAll("hidden")
          else if (step.action === "show") store.resumeAll("hidden")
          else if (step.action === "wait") {
            const stopped = store.getSnapshot().filter((toast) => store.getSnapshot().length <= 5 && toast.isPaused)
            const left = stopped.map((toast) => store.timeLeft(toast.id))
            advance(step.ms)
            expect(stopped.map((toast) => store.timeLeft(toast.id))).toEqual(left)
          } else {
            const id = ids()[step.index] ?? "unknown"
            if (step.action === "remove") store.remove(id)
            else if (step.action === "pause") store.pause(id, "pointer")
            else if (step.action === "resume") store.resume(id, "pointer")
            else store.update(id, { timeout: 200 })
          }
          expect(new Set(ids()).size).toBe(ids().length)
        }
        store.resumeAll("hidden")
        for (const id of ids()) store.resume(id, "pointer")
        for (const toast of store.getSnapshot()) if (toast.timeout === 0) store.remove(toast.id)
        advance(1_000_000)
        expect(ids()).toEqual([])
        expect(pending()).toBe(0)
      }),
    )
  })
})
