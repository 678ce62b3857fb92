import { boxesBetween, contentOf } from "./boxes"
import { addPatch, type ByteSource, type Patch, unreadable } from "./source"

// ITU-T H.264, 7.3 (NAL units) and annex D (SEI); ISO/IEC 14496-15, 5.3 (units in samples).

const supplement = 6
const filler = 12
/** Slices, parameter sets, delimiters, ends, filler, and units of more views; the others are not specified, or reserved. */
const known = new Set([1, 2, 3, 4, 5, 7, 8, 9, 10, 11, filler, 13, 14, 15, 19, 20, 21])
/**
 * Supplements that stay: buffering, timing, recovery, and the colours of the screen. All else may name a device or a
 * place: user data above all, registered (4) and unregistered (5).
 */
const knownSupplements = new Set([0, 1, 6, 137, 144, 147])
/** A longer supplement goes without being read. */
const maxSupplement = 64 * 1024

interface Frames {
  /** Of the file: where the samples are, ascending. */
  ranges: [from: number, to: number][]
  /** Content of the track's sample entry. */
  entry: Uint8Array
}

/**
 * Adds patches that turn an H.264 track's supplements (SEI) with user data, and units that nobody specified, into filler,
 * which decoders skip. Throws RefusedVideo for samples that are not made of units.
 */
export async function findUserData(source: ByteSource, { ranges, entry }: Frames, patches: Patch[]): Promise<void> {
  const width = lengthBytes(entry)
  let end = 0
  for (const [from, to] of ranges) {
    if (from === to) continue
    // Ranges that overlap would be read again and again.
    if (from < end) throw unreadable()
    end = to
    for (let at = from; at < to; ) {
      const head = await source.read(at, Math.min(width + 1, to - at))
      if (head.length < width) throw unreadable()
      const length = numberOf(head.subarray(0, width))
      const unit = at + width
      at = unit + length
      if (at > to) throw unreadable()
      if (length > 0 && !(await stays(source, unit, length, head[width] ?? 0)))
        addPatch(patches, fillerUnit(unit, length))
    }
  }
}

/** Returns how many bytes say the length of a unit, by the decoder's description (`avcC`). */
function lengthBytes(entry: Uint8Array): number {
  const box = boxesBetween(entry, 78, entry.length).find(({ type }) => type === "avcC")
  const size = box && contentOf(entry, box)[4]
  if (size === undefined) throw unreadable()
  return (size & 3) + 1
}

const numberOf = (bytes: Uint8Array) => bytes.reduce((value, byte) => value * 256 + byte, 0)

async function stays(source: ByteSource, at: number, length: number, head: number): Promise<boolean> {
  const type = head & 31
  if (type !== supplement) return known.has(type)
  return length <= maxSupplement && holdsKnownAlone(await source.read(at + 1, length - 1))
}

/** Whether each message of a supplement (7.3.2.3) is of a known type. */
function holdsKnownAlone(escaped: Uint8Array): boolean {
  const bytes = unescaped(escaped)
  let at = 0
  const readNumber = () => {
    let value = 0
    while (bytes[at] === 0xff) {
      value += 255
      at += 1
    }
    value += bytes[at] ?? 0
    at += 1
    return value
  }
  // The last byte with a bit ends the unit.
  while (at + 1 < bytes.length) {
    if (!knownSupplements.has(readNumber())) return false
    const size = readNumber()
    at += size
  }
  // A message that is longer than the unit hides what follows it.
  return at <= bytes.length
}

/** Returns the bytes without those (3 after two zeros) that keep them from looking like a start code (7.4.1). */
function unescaped(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(bytes.length)
  let [length, zeros] = [0, 0]
  for (const byte of bytes) {
    if (zeros >= 2 && byte === 3) {
      zeros = 0
      continue
    }
    out[length] = byte
    length += 1
    zeros = byte === 0 ? zeros + 1 : 0
  }
  return out.subarray(0, length)
}

const fillerHead = new Uint8Array([filler])

/** Filler of this length: its head, bytes of ones, and the bit that ends it (7.3.2.7). */
const fillerUnit = (offset: number, length: number): Patch => ({
  offset,
  length,
  head: fillerHead,
  filling: { byte: 0xff, last: 0x80 },
})
