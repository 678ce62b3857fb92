/** A stored file that is read in ranges. */
export interface ByteSource {
  /** In bytes. */
  size: number
  /** Returns `length` bytes from `offset`, fewer at the end of the file. */
  read: (offset: number, length: number) => Promise<Uint8Array>
}

/** Bytes to overwrite: `head`, then zeros or `filling`. Nothing moves, so that the copy can be streamed. */
export interface Patch {
  offset: number
  length: number
  head: Uint8Array
  /** The byte that follows `head`, again and again, and the very last one. */
  filling?: { byte: number; last: number }
}

export type VideoProblem =
  | "video_type"
  | "video_codec"
  | "video_hevc"
  | "video_webm_codec"
  | "video_fragmented"
  | "video_long"
  | "video_pixels"
  | "video_unreadable"

/** A file that is not accepted as a video; its owner must choose another one. */
export class RefusedVideo extends Error {
  override readonly name = "RefusedVideo"

  constructor(readonly problem: VideoProblem) {
    super(`The video is refused: ${problem}`)
  }
}

export const unreadable = () => new RefusedVideo("video_unreadable")
/** For a file that may be sound, but has more frames or elements than are looked at. */
export const tooLong = () => new RefusedVideo("video_long")

/** A frame's longest side, in pixels. */
const maxSide = 8_192

/** Throws RefusedVideo for a frame (pixels) without an area, or larger than devices play. */
export function requireFrame(width: number, height: number): void {
  if (!(Math.min(width, height) >= 1)) throw unreadable()
  if (Math.max(width, height) > maxSide) throw new RefusedVideo("video_pixels")
}

/** More patches than a sound file needs would exhaust memory. */
const maxPatches = 200_000

/** Adds a patch. Throws RefusedVideo if there are too many. */
export function addPatch(patches: Patch[], patch: Patch): void {
  if (patch.length <= 0) return
  if (patches.length >= maxPatches) throw tooLong()
  patches.push(patch)
}

/** A `free` box in place of another; up to 7 bytes, which are none, become zeros. */
export function freed(offset: number, length: number): Patch {
  if (length < 8) return zeros(offset, length)
  const head = new Uint8Array(8)
  new DataView(head.buffer).setUint32(0, length)
  head.set([0x66, 0x72, 0x65, 0x65], 4)
  return { offset, length, head }
}

export const zeros = (offset: number, length: number): Patch => ({ offset, length, head: new Uint8Array() })

/** Returns a source that reads at least `bytes` at once and serves small reads from them. */
export function readAhead(source: ByteSource, bytes: number): ByteSource {
  let from = 0
  let window = new Uint8Array()
  return {
    size: source.size,
    async read(offset, length) {
      const isWithin = offset >= from && offset + length <= from + window.length
      if (!isWithin) {
        if (length > bytes) return source.read(offset, length)
        window = new Uint8Array(await source.read(offset, Math.min(bytes, source.size - offset)))
        from = offset
      }
      return window.subarray(offset - from, offset - from + length)
    },
  }
}

/** Returns a source that throws RefusedVideo after `max` reads: a small file can hold millions of tiny elements. */
export function limitReads(source: ByteSource, max: number): ByteSource {
  let count = 0
  return {
    size: source.size,
    read(offset, length) {
      count += 1
      if (count > max) throw tooLong()
      return source.read(offset, length)
    },
  }
}

/** Overwrites what the patches cover of `bytes`, which begin at `offset` in the file. */
export function applyPatches(bytes: Uint8Array, offset: number, patches: Patch[]): void {
  for (const patch of patches) {
    const from = Math.max(patch.offset, offset)
    const to = Math.min(patch.offset + patch.length, offset + bytes.length)
    if (from >= to) continue
    bytes.fill(patch.filling?.byte ?? 0, from - offset, to - offset)
    const head = patch.head.subarray(Math.min(patch.head.length, from - patch.offset), to - patch.offset)
    bytes.set(head, from - offset)
    const end = patch.offset + patch.length
    if (patch.filling && to === end && patch.length > patch.head.length) bytes[to - 1 - offset] = patch.filling.last
  }
}

/** Returns a finder of the patches that touch a range; ranges are asked for in any order. */
export function patchesBetween(patches: Patch[]): (from: number, to: number) => Patch[] {
  const sorted = patches.toSorted((a, b) => a.offset - b.offset)
  // Patches nest at most: a later one may begin before an earlier one ends, so ends are compared by their maximum.
  const ends: number[] = []
  for (const { offset, length } of sorted) ends.push(Math.max(ends.at(-1) ?? 0, offset + length))
  return (from, to) => {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle] as number) > from) high = middle
      else low = middle + 1
    }
    const found: Patch[] = []
    for (let at = low; at < sorted.length && (sorted[at] as Patch).offset < to; at += 1) found.push(sorted[at] as Patch)
    return found
  }
}
