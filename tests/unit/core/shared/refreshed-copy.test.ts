import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { createRefreshedCopy } from "~/domain/core/shared/refreshed-copy"

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const never = new Promise<number>(() => {})
const maxAge = 5_000

/** A copy with the value 1, read at 0. */
async function newCopy() {
  const failures: unknown[] = []
  const read = createRefreshedCopy<number>((error) => failures.push(error))
  await read({ now: 0, maxAge, load: async () => 1 })
  return { read, failures }
}

describe("a copy that is read anew", () => {
  test("is served without a reading while it is young", async () => {
    const { read } = await newCopy()
    const load = vi.fn(async () => 2)
    expect(await read({ now: maxAge / 2 - 1, maxAge, load })).toBe(1)
    expect(load).not.toHaveBeenCalled()
  })

  test("is served at once from half of its age on, and read anew beside the request, once", async () => {
    const { read } = await newCopy()
    const load = vi.fn(() => never)
    const waitUntil = vi.fn()
    const reads = Array.from({ length: 10 }, () => read({ now: maxAge - 1, maxAge, load, waitUntil }))
    expect(await Promise.all(reads)).toEqual(Array(10).fill(1))
    expect([load.mock.calls.length, waitUntil.mock.calls.length]).toEqual([1, 1])
  })

  test("that is too old is waited for, so that nothing older is served while the database responds", async () => {
    const { read } = await newCopy()
    expect(await read({ now: maxAge, maxAge, load: async () => 2 })).toBe(2)
  })

  test("is served after one second of waiting, and at once to who comes later", async () => {
    const { read } = await newCopy()
    let isServed = false
    const first = read({ now: maxAge, maxAge, load: () => never }).then((value) => {
      isServed = true
      return value
    })
    await vi.advanceTimersByTimeAsync(999)
    expect(isServed).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await first).toBe(1)
    expect(await read({ now: maxAge + 1_000, maxAge, load: () => never })).toBe(1)
  })

  test("whose reading does not end is read again after ten seconds, and the late one changes nothing", async () => {
    const { read } = await newCopy()
    let end: (value: number) => void = () => {}
    const late = new Promise<number>((resolve) => {
      end = resolve
    })
    const waited = read({ now: maxAge, maxAge, load: () => late })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await waited).toBe(1)
    expect(await read({ now: maxAge + 10_000, maxAge, load: async () => 3 })).toBe(3)
    end(2)
    await vi.advanceTimersByTimeAsync(0)
    expect(await read({ now: maxAge + 10_001, maxAge, load: async () => 4 })).toBe(3)
  })

  test("stays as it is where it cannot be read, which is reported, and is not asked for by each request", async () => {
    const { read, failures } = await newCopy()
    const load = vi.fn(async () => {
      throw new Error("out of order")
    })
    expect(await read({ now: maxAge, maxAge, load })).toBe(1)
    expect(await read({ now: maxAge + 1, maxAge, load })).toBe(1)
    expect([load.mock.calls.length, failures.length]).toEqual([1, 1])
  })

  test("that was never read is null where it cannot be read", async () => {
    const read = createRefreshedCopy<number>(() => {})
    expect(
      await read({
        now: 0,
        maxAge,
        load: async () => {
          throw new Error("out of order")
        },
      }),
    ).toBeNull()
  })

  test("is waited for by each request on its own: one whose reader was cancelled goes on after ten seconds", async () => {
    const read = createRefreshedCopy<number>(() => {})
    const cancelled = read({ now: 0, maxAge, load: () => never })
    const other = read({ now: 1, maxAge, load: async () => 2 })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await other).toBeNull()
    expect(await read({ now: 10_000, maxAge, load: async () => 3 })).toBe(3)
    expect(await Promise.race([cancelled, "still waiting"])).toBe("still waiting")
  })

  test("is seen by the requests that wait for another one's reading soon after it has ended", async () => {
    const read = createRefreshedCopy<number>(() => {})
    const load = vi.fn(() => new Promise<number>((resolve) => setTimeout(() => resolve(1), 300)))
    const reads = Array.from({ length: 10 }, () => read({ now: 0, maxAge, load }))
    await vi.advanceTimersByTimeAsync(310)
    expect(await Promise.all(reads)).toEqual(Array(10).fill(1))
    expect(load).toHaveBeenCalledTimes(1)
  })

  test("without an age is read by each request for itself", async () => {
    const read = createRefreshedCopy<number>(() => {})
    read({ now: 0, maxAge: 0, load: () => never })
    expect(await read({ now: 0, maxAge: 0, load: async () => 2 })).toBe(2)
    expect(await read({ now: 0, maxAge: 0, load: async () => 3 })).toBe(3)
  })
})
