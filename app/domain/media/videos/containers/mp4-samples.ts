import { type Box, childrenOf, contentOf, viewOf } from "./boxes"
import { tooLong, unreadable } from "./source"

/** Samples of some ten hours at 60 pictures a second. */
const maxSamples = 2_500_000
const maxRanges = 400_000

/**
 * Returns the ranges of the file that hold a track's samples, from its sample table `stbl` (ISO/IEC 14496-12, 8.7).
 * Throws RefusedVideo if the tables contradict each other.
 */
export function readSampleRanges(bytes: Uint8Array, stbl: Box): [from: number, to: number][] {
  const boxes = childrenOf(bytes, stbl)
  const tableOf = (...types: string[]) => {
    const box = boxes.find(({ type }) => types.includes(type))
    if (!box) throw unreadable()
    return { type: box.type, view: viewOf(contentOf(bytes, box)) }
  }
  try {
    const sizeOf = readSizes(tableOf("stsz", "stz2"))
    const chunks = readChunks(tableOf("stco", "co64"))
    const { view } = tableOf("stsc")
    const entries = view.getUint32(4)
    if (entries * 12 + 8 > view.byteLength) throw unreadable()
    const ranges: [number, number][] = []
    let [sample, entry, perChunk] = [0, 0, 0]
    for (let chunk = 0; chunk < chunks.count; chunk += 1) {
      while (entry < entries && view.getUint32(8 + entry * 12) <= chunk + 1) {
        perChunk = view.getUint32(12 + entry * 12)
        entry += 1
      }
      const from = chunks.offsetOf(chunk)
      const to = from + sizeOf(sample, perChunk)
      sample += perChunk
      const last = ranges.at(-1)
      if (last && last[1] === from) last[1] = to
      else ranges.push([from, to])
      if (ranges.length > maxRanges) throw tooLong()
    }
    return ranges
  } catch (error) {
    throw error instanceof RangeError ? unreadable() : error
  }
}

interface Table {
  type: string
  view: DataView
}

/** Returns a function that sums the bytes of consecutive samples. */
function readSizes({ type, view }: Table): (first: number, count: number) => number {
  const count = view.getUint32(8)
  const fixed = type === "stsz" ? view.getUint32(4) : 0
  if (fixed > 0) {
    return (first, samples) => {
      if (first + samples > count) throw unreadable()
      return fixed * samples
    }
  }
  const bits = type === "stsz" ? 32 : view.getUint8(7)
  if (![8, 16, 32].includes(bits)) throw unreadable()
  if (count > maxSamples) throw tooLong()
  const sizeAt = (index: number) =>
    bits === 32
      ? view.getUint32(12 + index * 4)
      : bits === 16
        ? view.getUint16(12 + index * 2)
        : view.getUint8(12 + index)
  return (first, samples) => {
    if (first + samples > count) throw unreadable()
    let sum = 0
    for (let index = first; index < first + samples; index += 1) sum += sizeAt(index)
    return sum
  }
}

function readChunks({ type, view }: Table): { count: number; offsetOf: (chunk: number) => number } {
  const count = view.getUint32(4)
  const width = type === "stco" ? 4 : 8
  if (8 + count * width > view.byteLength) throw unreadable()
  if (count > maxSamples) throw tooLong()
  return {
    count,
    offsetOf: (chunk) => (width === 4 ? view.getUint32(8 + chunk * 4) : Number(view.getBigUint64(8 + chunk * 8))),
  }
}
