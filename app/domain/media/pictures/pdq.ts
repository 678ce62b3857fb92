import type { Pixels } from "./png.server"

/** A perceptual hash: 64 hex digits, and how much detail it stands on (0 to 100). */
export interface Pdq {
  hash: string
  quality: number
}

/** Pictures whose hashes differ in at most this many of 256 bits are taken for the same (trust-safety R12). */
export const pdqDistance = 31
/** Below this quality a hash says little, and people decide. */
export const pdqMinQuality = 50

const side = 64
const terms = 16

/**
 * Returns the PDQ hash of a picture, at best of 512 pixels a side. The algorithm is that of "The TMK+PDQF
 * Video-Hashing Algorithm and the PDQ Image-Hashing Algorithm" (ThreatExchange, hashing/hashing.pdf).
 */
export function hashPdq(pixels: Pixels): Pdq {
  const block = shrink(blur(lumaOf(pixels), pixels.width, pixels.height), pixels.width, pixels.height)
  const frequencies = transform(block)
  const median = medianOf(frequencies)
  let hash = ""
  // Bit n stands for frequency n; the text begins with the highest.
  for (let nibble = terms * terms - 4; nibble >= 0; nibble -= 4) {
    let digit = 0
    for (let bit = 3; bit >= 0; bit -= 1) digit = digit * 2 + ((frequencies[nibble + bit] as number) > median ? 1 : 0)
    hash += digit.toString(16)
  }
  return { hash, quality: qualityOf(block) }
}

/** Luma of the pixels over white: what is transparent shows the page behind it. */
function lumaOf({ rgba, width, height }: Pixels): Float32Array {
  const luma = new Float32Array(width * height)
  for (let n = 0; n < luma.length; n += 1) {
    const part = (channel: number) => rgba[n * 4 + channel] as number
    const opacity = part(3) / 255
    luma[n] = (0.299 * part(0) + 0.587 * part(1) + 0.114 * part(2)) * opacity + 255 * (1 - opacity)
  }
  return luma
}

/** Jarosz filter: two box blurs each way, of the width that leaves 64 samples a side. */
function blur(luma: Float32Array, width: number, height: number): Float32Array {
  const windowOf = (length: number) => Math.floor((length + 2 * side - 1) / (2 * side))
  let current = luma
  for (let pass = 0; pass < 2; pass += 1) {
    const across = new Float32Array(luma.length)
    for (let y = 0; y < height; y += 1)
      boxBlur({ from: current, to: across, start: y * width, step: 1, length: width, size: windowOf(width) })
    const down = new Float32Array(luma.length)
    for (let x = 0; x < width; x += 1)
      boxBlur({ from: across, to: down, start: x, step: width, length: height, size: windowOf(height) })
    current = down
  }
  return current
}

interface Blur {
  from: Float32Array
  to: Float32Array
  start: number
  step: number
  length: number
  size: number
}

/** Averages over a sliding window, which is shorter at both ends. */
function boxBlur({ from, to, start, step, length, size }: Blur) {
  const before = Math.floor((size + 2) / 2) - 1
  const after = size - before - 1
  let sum = 0
  let count = 0
  for (let at = -before; at < length + before; at += 1) {
    const entering = at + before
    if (entering < length && entering >= 0) {
      sum += from[start + entering * step] as number
      count += 1
    }
    const leaving = at - after - 1
    if (leaving >= 0 && leaving < length) {
      sum -= from[start + leaving * step] as number
      count -= 1
    }
    if (at >= 0 && at < length) to[start + at * step] = sum / count
  }
}

/** Samples the centre of each of 64 x 64 cells. */
function shrink(luma: Float32Array, width: number, height: number): Float32Array {
  const block = new Float32Array(side * side)
  for (let i = 0; i < side; i += 1) {
    const y = Math.floor(((i + 0.5) * height) / side)
    for (let j = 0; j < side; j += 1) {
      const x = Math.floor(((j + 0.5) * width) / side)
      block[i * side + j] = luma[y * width + x] as number
    }
  }
  return block
}

/** Rows 1 to 16 of the discrete cosine transform of 64 samples. */
const cosines = Float32Array.from({ length: terms * side }, (_, n) => {
  const [row, column] = [Math.floor(n / side), n % side]
  return Math.sqrt(2 / side) * Math.cos((Math.PI / 2 / side) * (row + 1) * (2 * column + 1))
})

function transform(block: Float32Array): Float32Array {
  const half = new Float32Array(terms * side)
  for (let i = 0; i < terms; i += 1)
    for (let j = 0; j < side; j += 1) {
      let sum = 0
      for (let k = 0; k < side; k += 1) sum += (cosines[i * side + k] as number) * (block[k * side + j] as number)
      half[i * side + j] = sum
    }
  const out = new Float32Array(terms * terms)
  for (let i = 0; i < terms; i += 1)
    for (let j = 0; j < terms; j += 1) {
      let sum = 0
      for (let k = 0; k < side; k += 1) sum += (half[i * side + k] as number) * (cosines[j * side + k] as number)
      out[i * terms + j] = sum
    }
  return out
}

/** The lower of the two middle values, as the reference takes it. */
function medianOf(values: Float32Array): number {
  return values.toSorted()[values.length / 2 - 1] as number
}

/** Sums the steps between neighbours: flat pictures score low. */
function qualityOf(block: Float32Array): number {
  let sum = 0
  for (let i = 0; i < side; i += 1)
    for (let j = 0; j < side; j += 1) {
      const here = block[i * side + j] as number
      if (i + 1 < side) sum += stepOf(here, block[(i + 1) * side + j] as number)
      if (j + 1 < side) sum += stepOf(here, block[i * side + j + 1] as number)
    }
  return Math.min(100, Math.floor(sum / 90))
}

const stepOf = (one: number, other: number) => Math.abs(Math.trunc(((one - other) * 100) / 255))

/** Returns in how many of their 256 bits two hashes differ. */
export function distanceOf(one: string, other: string): number {
  let distance = 0
  for (let at = 0; at < 64; at += 8) {
    let bits = Number.parseInt(one.slice(at, at + 8), 16) ^ Number.parseInt(other.slice(at, at + 8), 16)
    for (; bits !== 0; bits &= bits - 1) distance += 1
  }
  return distance
}
