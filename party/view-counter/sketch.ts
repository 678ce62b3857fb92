/**
 * Counts distinct hashes of 32 bits in at most 4 KB: up to 1,000 of them exactly, as a list; beyond that by HyperLogLog, with a
 * standard error of 1.6 %. An empty buffer is an empty sketch.
 */
export type Sketch = ArrayBuffer

/** Bits of a hash that choose its register; the standard error is 1.04 / sqrt(2 ** 12). */
const indexBits = 12
const rankBits = 32 - indexBits
/** One byte each. */
const registerCount = 2 ** indexBits
/** Length limit of a list of hashes, four bytes each. A list is always shorter than the registers: the length says which of the two is stored. */
const maxHashes = 1_000

/** Returns the sketch with a hash added; null if it stays as it is. */
export function addHash(sketch: Sketch, hash: number): Sketch | null {
  if (sketch.byteLength === registerCount) {
    const { index, rank } = placeOf(hash)
    const registers = new Uint8Array(sketch)
    return rank > (registers[index] ?? 0) ? registers.with(index, rank).buffer : null
  }
  const hashes = new Uint32Array(sketch)
  if (hashes.includes(hash)) return null
  const more = Uint32Array.of(...hashes, hash)
  if (more.length <= maxHashes) return more.buffer
  const registers = new Uint8Array(registerCount)
  for (const { index, rank } of Array.from(more, placeOf)) registers[index] = Math.max(registers[index] ?? 0, rank)
  return registers.buffer
}

/** Returns how many distinct hashes were added. */
export function countHashes(sketch: Sketch): number {
  if (sketch.byteLength !== registerCount) return sketch.byteLength / Uint32Array.BYTES_PER_ELEMENT
  const counts = Array<number>(rankBits + 2).fill(0)
  for (const rank of new Uint8Array(sketch)) counts[rank] = (counts[rank] ?? 0) + 1
  return Math.round(estimate(counts))
}

/** Returns the register of a hash, and its rank there: the place of the first one among the other bits. */
const placeOf = (hash: number) => ({
  index: hash >>> rankBits,
  rank: Math.min(Math.clz32(hash << indexBits), rankBits) + 1,
})

/**
 * Estimates a cardinality from how many registers have each rank. Without the bias of the first HyperLogLog, and without tables:
 * Otmar Ertl, "New cardinality estimation algorithms for HyperLogLog sketches" (arXiv:1702.01284), algorithm 6.
 */
function estimate(counts: number[]): number {
  const share = (rank: number) => (counts[rank] ?? 0) / registerCount
  let z = registerCount * tau(1 - share(rankBits + 1))
  for (let rank = rankBits; rank >= 1; rank -= 1) z = (z + (counts[rank] ?? 0)) / 2
  z += registerCount * sigma(share(0))
  return registerCount ** 2 / (2 * Math.LN2 * z)
}

/** Corrects for registers without a hash. */
function sigma(share: number): number {
  if (share === 1) return Number.POSITIVE_INFINITY
  let [x, y, z, before] = [share, 1, share, Number.NaN]
  while (z !== before) {
    x *= x
    before = z
    z += x * y
    y *= 2
  }
  return z
}

/** Corrects for registers at the highest rank. */
function tau(share: number): number {
  if (share === 0 || share === 1) return 0
  let [x, y, z, before] = [share, 1, 1 - share, Number.NaN]
  while (z !== before) {
    x = Math.sqrt(x)
    before = z
    y /= 2
    z -= (1 - x) ** 2 * y
  }
  return z / 3
}
