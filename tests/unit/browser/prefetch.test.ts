import fc from "fast-check"
import { describe, expect, test, vi } from "vitest"
import { createPrefetchQueue, mayPrefetch } from "~/browser/loading/prefetch"

/** Loads that the test ends, in order of their start. */
function slowLoads() {
  const open = new Map<string, { resolve: () => void; reject: (error: Error) => void }>()
  const started: string[] = []
  const load = (path: string) => () => {
    started.push(path)
    return new Promise<void>((resolve, reject) => {
      open.set(path, { resolve, reject })
    })
  }
  async function finish(path: string, how: "resolve" | "reject" = "resolve") {
    const promise = open.get(path)
    open.delete(path)
    if (how === "resolve") promise?.resolve()
    else promise?.reject(new Error("failed"))
    for (let i = 0; i < 5; i += 1) await Promise.resolve()
  }
  return { open, started, load, finish }
}

describe("the prefetch queue", () => {
  test("the prefetch queue runs four at once, the fifth when a slot is free", async () => {
    const { started, load, finish } = slowLoads()
    const queue = createPrefetchQueue()
    for (const path of ["/1", "/2", "/3", "/4", "/5", "/6"]) queue.add(path, load(path))
    expect(started).toEqual(["/1", "/2", "/3", "/4"])
    await finish("/3")
    expect(started).toEqual(["/1", "/2", "/3", "/4", "/5"])
    await finish("/1", "reject")
    expect(started).toEqual(["/1", "/2", "/3", "/4", "/5", "/6"])
  })

  test("the prefetch queue takes each path once, even after it was loaded", async () => {
    const { started, load, finish } = slowLoads()
    const queue = createPrefetchQueue({ limit: 1 })
    queue.add("/a", load("/a"))
    queue.add("/b", load("/b"))
    queue.add("/b", load("/b"))
    await finish("/a")
    await finish("/b")
    queue.add("/a", load("/a"))
    expect(started).toEqual(["/a", "/b"])
  })

  test("a path removed from the prefetch queue while it waits is not loaded, and may be added again", async () => {
    const { started, load, finish } = slowLoads()
    const queue = createPrefetchQueue({ limit: 1 })
    queue.add("/a", load("/a"))
    const cancel = queue.add("/b", load("/b"))
    cancel()
    await finish("/a")
    expect(started).toEqual(["/a"])
    queue.add("/b", load("/b"))
    expect(started).toEqual(["/a", "/b"])
  })

  test("only the caller who added a path to the prefetch queue may remove it", async () => {
    const { started, load, finish } = slowLoads()
    const queue = createPrefetchQueue({ limit: 1 })
    queue.add("/a", load("/a"))
    queue.add("/b", load("/b"))
    queue.add("/b", load("/b"))()
    await finish("/a")
    expect(started).toEqual(["/a", "/b"])
  })

  test("the prefetch queue continues when a load throws at once", async () => {
    const { started, load } = slowLoads()
    const queue = createPrefetchQueue({ limit: 1 })
    queue.add("/a", () => {
      throw new Error("failed")
    })
    queue.add("/b", load("/b"))
    await vi.waitFor(() => expect(started).toEqual(["/b"]))
  })

  test("the prefetch queue never exceeds its limit, loads each path once and loses none", async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant("add" as const), path: fc.nat(20).map((n) => `/${n}`) }),
      fc.record({ kind: fc.constantFrom("resolve" as const, "reject" as const), which: fc.nat(20) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 4 }), fc.array(step, { maxLength: 60 }), async (limit, steps) => {
        const { open, started, load, finish } = slowLoads()
        const queue = createPrefetchQueue({ limit })
        const wanted = new Set<string>()
        for (const step of steps) {
          if (step.kind === "add") {
            queue.add(step.path, load(step.path))
            wanted.add(step.path)
          } else {
            const path = [...open.keys()][step.which % Math.max(open.size, 1)]
            if (path) await finish(path, step.kind)
          }
          expect(open.size).toBeLessThanOrEqual(limit)
          expect(started).toHaveLength(new Set(started).size)
          if (open.size < limit) expect(new Set(started)).toEqual(wanted)
        }
        for (let path = [...open.keys()][0]; path; path = [...open.keys()][0]) await finish(path)
        expect(new Set(started)).toEqual(wanted)
      }),
    )
  })
})

describe("whether a link may be prefetched", () => {
  const origin = "https://salon.example"
  const link = { href: "/profiles?city=paris", origin }

  test("a link of the app, in this tab, on a good or unknown connection, may be prefetched", () => {
    expect(mayPrefetch({ link })).toBe(true)
    expect(mayPrefetch({ link: { ...link, href: `${origin}/plans`, target: "" } })).toBe(true)
    expect(mayPrefetch({ link: { ...link, target: "_self", download: false } })).toBe(true)
    expect(mayPrefetch({ link, connection: { saveData: false, effectiveType: "4g" } })).toBe(true)
    expect(mayPrefetch({ link, connection: { effectiveType: "3g" } })).toBe(true)
  })

  test.each([{ saveData: true }, { effectiveType: "2g" }, { effectiveType: "slow-2g" }])(
    "a link may not be prefetched with %j",
    (connection) => {
      expect(mayPrefetch({ link, connection })).toBe(false)
    },
  )

  test.each([
    { target: "_blank" },
    { target: "_top" },
    { target: "chat" },
    { download: true },
    { download: "" },
    { modified: true },
    { href: "https://other.example/" },
    { href: "//other.example/" },
    { href: "http://salon.example/" },
    { href: "mailto:a@salon.example" },
    { href: "javascript:void 0" },
    { href: "http://[" },
    { href: "/profile/chat" },
    { href: "/dashboard/admin" },
  ])("a link with %j may not be prefetched", (given) => {
    expect(mayPrefetch({ link: { ...link, ...given } })).toBe(false)
  })
})
