import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { limits, windowMilliseconds } from "~/domain/core/rate-limits"
import { countTry, type WindowCount } from "../../../party/rate-limiter/rate-limit"

const WINDOW = 60_000
const start = 1_700_000_000_000

/** Makes attempts one after another, each that many milliseconds after the previous one. */
function tryAt(gaps: number[], max: number, window = WINDOW) {
  let state: WindowCount | undefined
  let now = start
  return gaps.map((gap) => {
    now += gap
    const verdict = countTry(state, { max, window, now })
    state = verdict.next
    return { now, state, ...verdict }
  })
}

const gaps = fc.array(fc.oneof(fc.integer({ min: 0, max: 2_000 }), fc.integer({ min: 0, max: 3 * WINDOW })), {
  minLength: 1,
  maxLength: 120,
})
const max = fc.integer({ min: 1, max: 20 })

describe("the rate limit", () => {
  test("the rate limit lets exactly `max` attempts pass at one moment", () => {
    fc.assert(
      fc.property(max, (max) => {
        const tries = tryAt(Array(max + 5).fill(0), max)
        expect(tries.filter(({ allowed }) => allowed)).toHaveLength(max)
      }),
    )
  })

  test("the rate limit never lets more than `max` pass in a counted window, nor twice as many in any window", () => {
    fc.assert(
      fc.property(gaps, max, (gaps, max) => {
        const allowed = tryAt(gaps, max).filter((one) => one.allowed)
        for (const { now, state } of allowed) {
          expect(state.count).toBeLessThanOrEqual(max)
          const within = allowed.filter((other) => other.now > now - WINDOW && other.now <= now).length
          expect(within).toBeLessThan(2 * max + 1)
          // The approximation spreads the previous window evenly: its error is that share of it at most.
          const share = (now - state.start) / WINDOW
          expect(within).toBeLessThanOrEqual(max + state.before * share + 1e-9)
        }
      }),
    )
  })

  test("the rate limit states the exact time to wait: then an attempt passes, a second earlier it does not", () => {
    fc.assert(
      fc.property(gaps, max, (gaps, max) => {
        for (const { allowed, retryAfter, state, now } of tryAt(gaps, max)) {
          if (allowed) {
            expect(retryAfter).toBe(0)
            continue
          }
          expect(Number.isInteger(retryAfter) && retryAfter >= 1).toBe(true)
          expect(retryAfter).toBeLessThanOrEqual((2 * WINDOW) / 1_000)
          expect(countTry(state, { max, window: WINDOW, now: now + retryAfter * 1_000 }).allowed).toBe(true)
          if (retryAfter > 1)
            expect(countTry(state, { max, window: WINDOW, now: now + (retryAfter - 1) * 1_000 - 1 }).allowed).toBe(
              false,
            )
        }
      }),
    )
  })

  test("the rate limit does not count a refused attempt: retrying does not extend the wait", () => {
    fc.assert(
      fc.property(max, fc.integer({ min: 1, max: 50 }), (max, refused) => {
        const patient = tryAt([...Array(max).fill(0), 1_000], max)
        const impatient = tryAt([...Array(max).fill(0), ...Array(refused).fill(0), 1_000], max)
        expect(impatient.at(-1)?.retryAfter).toBe(patient.at(-1)?.retryAfter)
      }),
    )
  })

  test("the rate limit resets after two windows, and never before one", () => {
    fc.assert(
      fc.property(max, fc.integer({ min: 0, max: 2 * WINDOW }), (max, extra) => {
        const tries = tryAt([...Array(max).fill(0), 2 * WINDOW + extra, ...Array(max - 1).fill(0), 0], max)
        expect(tries.filter(({ allowed }) => allowed)).toHaveLength(2 * max)
        expect(tryAt([...Array(max).fill(0), WINDOW - 1], max).at(-1)?.allowed).toBe(false)
      }),
    )
  })

  test("the rate limit forgives nothing to a clock that is a little behind", () => {
    fc.assert(
      fc.property(max, fc.integer({ min: 1, max: 5_000 }), (max, behind) => {
        const tries = tryAt([...Array(max).fill(0), -behind], max)
        expect(tries.at(-1)?.allowed).toBe(false)
      }),
    )
  })

  test("the rate limit does not hold for hours after a clock was set back", () => {
    const tries = tryAt([...Array(5).fill(0), -24 * 60 * WINDOW], 5)
    expect(tries.at(-1)?.allowed).toBe(true)
  })
})

describe("a limit that slows down", () => {
  const window = 900_000
  /** Makes each attempt as soon as it may pass; returns how long each had to wait, in seconds. */
  function waits(tries: number, slowFrom: number): number[] {
    let state: WindowCount | undefined
    let now = start
    return Array.from({ length: tries }, () => {
      const refused = countTry(state, { max: 10, window, now, slowFrom })
      now += refused.retryAfter * 1_000
      const passed = countTry(state, { max: 10, window, now, slowFrom })
      expect(passed.allowed).toBe(true)
      state = passed.next
      return refused.retryAfter
    })
  }

  test("a slowing limit delays the attempt after the fourth by a second, and doubles the delay after each further one", () => {
    expect(waits(10, 4)).toEqual([0, 0, 0, 0, 1, 2, 4, 8, 16, 32])
  })

  test("a slowing limit never delays longer than the window", () => {
    const patience = waits(60, 1)
    expect(Math.max(...patience)).toBeLessThanOrEqual((2 * window) / 1_000)
  })

  test("a slowing limit lets no simultaneous attempts pass", () => {
    let state: WindowCount | undefined
    const passed = Array.from({ length: 50 }, () => {
      const verdict = countTry(state, { max: 10, window, now: start, slowFrom: 4 })
      state = verdict.next
      return verdict.allowed
    })
    expect(passed.filter(Boolean)).toHaveLength(4)
  })

  test("a slowing limit keeps its delay over the end of a window", () => {
    const late = start + window - 1
    let state = countTry(undefined, { max: 10, window, now: start, slowFrom: 4 }).next
    for (let n = 0; n < 3; n += 1) state = countTry(state, { max: 10, window, now: late, slowFrom: 4 }).next
    expect(countTry(state, { max: 10, window, now: late + 2, slowFrom: 4 })).toMatchObject({
      allowed: false,
      retryAfter: 1,
    })
    expect(countTry(state, { max: 10, window, now: late + 1_000, slowFrom: 4 }).allowed).toBe(true)
  })
})

describe("the list of limits", () => {
  test("the list of limits parses 15m as fifteen minutes", () => {
    expect(windowMilliseconds("15m")).toBe(900_000)
    expect(windowMilliseconds("30s")).toBe(30_000)
    expect(windowMilliseconds("3h")).toBe(10_800_000)
  })

  test("the list of limits has whole numbers only, and names such as `auth.sign-in.account`", () => {
    for (const [name, { max, window }] of Object.entries(limits)) {
      expect(name).toMatch(/^[a-z]+(\.[a-z-]+)+$/)
      expect(Number.isInteger(max) && max > 0).toBe(true)
      expect(windowMilliseconds(window)).toBeGreaterThan(0)
    }
  })
})
