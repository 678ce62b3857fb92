/** A deterministic random number generator. */
export interface Random {
  /** 32 random bits, as an unsigned integer. */
  next(): number
  /** An integer, 0 inclusive to `max` exclusive. */
  below(max: number): number
  /** True with the given probability, 0 to 1. */
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  /** `count` different items, in random order; all of them if there are fewer. */
  sample<T>(items: readonly T[], count: number): T[]
  /** An item, with a probability proportional to its weight. */
  weighted<T>(items: readonly (readonly [item: T, weight: number])[]): T
}

/**
 * Returns the stream of numbers for one subject of one seed: `random(1, "profile", 41)`. sfc32 (PractRand, public
 * domain): 128 bits of state, so that two streams of a million never overlap.
 */
export function random(seed: number, subject: string, index = 0): Random {
  let a = seed >>> 0
  let b = index >>> 0
  let c = hash(subject)
  let counter = 1

  function next(): number {
    const result = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + result) | 0
    return result >>> 0
  }
  for (let round = 0; round < 15; round++) next()

  const below = (max: number) => Math.floor((next() / 2 ** 32) * max)
  return {
    next,
    below,
    chance: (probability) => next() / 2 ** 32 < probability,
    pick: <T>(items: readonly T[]) => items[below(items.length)] as T,
    sample<T>(items: readonly T[], count: number) {
      const rest = [...items]
      const chosen: T[] = []
      while (chosen.length < count && rest.length > 0) chosen.push(...rest.splice(below(rest.length), 1))
      return chosen
    },
    weighted<T>(items: readonly (readonly [item: T, weight: number])[]) {
      let rest = below(items.reduce((sum, [, weight]) => sum + weight, 0))
      for (const [item, weight] of items) {
        rest -= weight
        if (rest < 0) return item
      }
      throw new Error("Nothing to choose from")
    },
  }
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  return value >>> 0
}
