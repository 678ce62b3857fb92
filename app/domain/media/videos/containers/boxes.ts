import { unreadable } from "./source"

/** A box of an MP4 file (ISO/IEC 14496-12, 4.2), at its place in the buffer that was searched. */
export interface Box {
  type: string
  offset: number
  /** With its header. */
  length: number
  /** Of the header, in bytes. */
  head: number
}

export const textAt = (bytes: Uint8Array, at: number, length = 4) =>
  String.fromCharCode(...bytes.subarray(at, at + length))

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Reads a box's header, of up to 16 bytes; `rest` is what is left of the file or of its container. Null if it is none. */
export function readBox(header: Uint8Array, rest: number): Omit<Box, "offset"> | null {
  if (header.length < 8) return null
  const view = viewOf(header)
  const short = view.getUint32(0)
  const isLong = short === 1
  if (isLong && header.length < 16) return null
  const length = isLong ? Number(view.getBigUint64(8)) : short === 0 ? rest : short
  const head = isLong ? 16 : 8
  return length < head ? null : { type: textAt(header, 4), length, head }
}

const maxChildren = 10_000

/** Returns the boxes between two places of a buffer. Throws RefusedVideo if they do not fill it; up to 7 zeros may end it. */
export function boxesBetween(bytes: Uint8Array, from: number, to: number): Box[] {
  const found: Box[] = []
  for (let at = from; at + 8 <= to; ) {
    const box = readBox(bytes.subarray(at, Math.min(at + 16, to)), to - at)
    if (!box || at + box.length > to || found.length >= maxChildren) throw unreadable()
    found.push({ ...box, offset: at })
    at += box.length
  }
  return found
}

export const childrenOf = (bytes: Uint8Array, box: Box): Box[] =>
  boxesBetween(bytes, box.offset + box.head, box.offset + box.length)

/** Returns the box at a path below another: `mdia`, `minf`, `stbl`. Throws RefusedVideo if there is none. */
export function boxAt(bytes: Uint8Array, parent: Box, ...path: string[]): Box {
  let found = parent
  for (const type of path) {
    const child = childrenOf(bytes, found).find((one) => one.type === type)
    if (!child) throw unreadable()
    found = child
  }
  return found
}

/** Returns the content of a box. */
export const contentOf = (bytes: Uint8Array, { offset, length, head }: Box) =>
  bytes.subarray(offset + head, offset + length)
