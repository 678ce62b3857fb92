import { describe, expect, test } from "vitest"
import { addHash, countHashes, type Sketch } from "../../../party/view-counter/sketch"
import { Visitors } from "../../../party/view-counter/visitors"

const empty: Sketch = new ArrayBuffer(0)
const seeds = Array.from({ length: 40 }, (_, seed) => seed + 1)

/** Returns a generator of 32-bit numbers (splitmix32): each seed has its own, and none repeats one within its period. */
function hashesOf(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1)
  return () => {
    state = (state + 0x9e3779b9) | 0
    let hash = state ^ (state >>> 16)
    hash = Math.imul(hash, 0x21f0aaad)
    hash ^= hash >>> 15
    hash = Math.imul(hash, 0x735a2d97)
    return (hash ^ (hash >>> 15)) >>> 0
  }
}

function fill(sketch: Sketch, next: () => number, count: number): Sketch {
  let filled = sketch
  for (let n = 0; n < count; n += 1) filled = addHash(filled, next()) ?? filled
  return filled
}

/** Relative errors of the seeds' sketches with each of these counts. */
function errorsOf(counts: number[]): Map<number, number[]> {
  const errors = new Map(counts.map((count) => [count, [] as number[]]))
  for (const seed of seeds) {
    const next = hashesOf(seed)
    let [sketch, before] = [empty, 0]
    for (const count of counts) {
      sketch = fill(sketch, next, count - before)
      before = count
      errors.get(count)?.push(countHashes(sketch) / count - 1)
    }
  }
  return errors
}

describe("a sketch of views", () => {
  test("a sketch counts up to 1,000 visitors exactly, whatever the seed", () => {
    expect(countHashes(empty)).toBe(0)
    for (const [count, errors] of errorsOf([1, 2, 5, 300, 999, 1_000])) {
      expect([count, errors.filter((error) => error !== 0)]).toEqual([count, []])
    }
  })

  test("a sketch of more visitors errs by 1.6 % on average, without a bias, and never by more than 7 %", () => {
    for (const [count, errors] of errorsOf([1_001, 2_000, 5_000, 10_000, 12_000, 30_000, 100_000, 300_000])) {
      const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length
      const deviation = Math.sqrt(errors.reduce((sum, error) => sum + error ** 2, 0) / errors.length)
      expect([count, Math.abs(mean) < 0.01, deviation < 0.021]).toEqual([count, true, true])
      expect([count, Math.max(...errors.map(Math.abs)) < 0.07]).toEqual([count, true])
    }
  })

  test("a million views stay below 4 % off, in 4 KB", () => {
    const sketch = fill(empty, hashesOf(7), 1_000_000)
    expect(Math.abs(countHashes(sketch) / 1_000_000 - 1)).toBeLessThan(0.04)
    expect(sketch.byteLength).toBe(4_096)
  })

  test.each([1, 1_000, 1_001, 50_000])("the same %d views again change nothing", (count) => {
    const sketch = fill(empty, hashesOf(1), count)
    const again = hashesOf(1)
    for (let n = 0; n < count; n += 1) expect(addHash(sketch, again())).toBeNull()
  })

  test("a sketch that is stored and read goes on as if it never had been, in whatever order views come", () => {
    const hashes = Array.from({ length: 3_000 }, hashesOf(3))
    const of = (all: number[]) => all.reduce((sketch, hash) => addHash(structuredClone(sketch), hash) ?? sketch, empty)
    const whole = of(hashes)
    expect(new Uint8Array(of([...hashes.slice(2_000), ...hashes.slice(0, 2_500)]))).toEqual(new Uint8Array(whole))
    expect(new Uint8Array(fill(empty, hashesOf(3), 3_000))).toEqual(new Uint8Array(whole))
  })

  test("adding leaves the sketch that it was given", () => {
    for (const count of [3, 1_000, 2_000]) {
      const sketch = fill(empty, hashesOf(1), count)
      const before = countHashes(sketch)
      fill(sketch, hashesOf(2), 500)
      expect(countHashes(sketch)).toBe(before)
    }
  })
})

describe("the visitors of a day", () => {
  test("a hash is the same all day, and another for each day, profile and visitor", () => {
    const visitors = new Visitors()
    expect(visitors.startDay("2026-01-01")).toBe(true)
    const hash = visitors.hashView("ada", "camille")
    expect(visitors.startDay("2026-01-01")).toBe(false)
    expect(visitors.hashView("ada", "camille")).toBe(hash)
    const others = [visitors.hashView("ada", "louise"), visitors.hashView("bob", "camille")]
    visitors.startDay("2026-01-02")
    others.push(visitors.hashView("ada", "camille"))
    visitors.startDay("2026-01-01")
    others.push(visitors.hashView("ada", "camille"), new Visitors().hashView("ada", "camille"))
    expect(new Set([hash, ...others]).size).toBe(6)
  })

  test("nobody is taken for a crawler because of a million others", () => {
    const visitors = new Visitors()
    visitors.startDay("2026-01-01")
    for (let n = 0; n < 250_000; n += 1) for (let seen = 0; seen < 4; seen += 1) visitors.addProfile(`visitor ${n}`)
    expect(visitors.isCrawler("ada")).toBe(false)
    for (let n = 0; n < 300; n += 1) visitors.addProfile("ada")
    expect(visitors.isCrawler("ada")).toBe(true)
    expect(visitors.isCrawler("bob")).toBe(false)
    visitors.startDay("2026-01-02")
    expect(visitors.isCrawler("ada")).toBe(false)
  })
})
