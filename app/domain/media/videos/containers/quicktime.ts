import { type Box, boxesBetween, textAt, viewOf } from "./boxes"
import { freed, type Patch, RefusedVideo, unreadable, zeros } from "./source"

// Apple's QuickTime File Format: phones write it with the codecs of MP4. What differs becomes MP4 in place.

/** Returns the patch that names a QuickTime file's first box, whole, as MP4: some browsers go by it. Others keep theirs. */
export function rewrittenBrands(box: Uint8Array): Patch {
  const brands = textAt(box, 8) === "qt  " ? Math.floor((box.length - 16) / 4) : 0
  if (brands === 0) return zeros(0, 0)
  const head = new TextEncoder().encode(`isom\0\0\x02\0${"isom".repeat(brands)}`)
  return { offset: 8, length: box.length - 8, head }
}

/** Returns the patches of a data reference (`dref`): QuickTime's name for "in this file" becomes MP4's. */
export function patchesOfReferences(bytes: Uint8Array, box: Box): Patch[] {
  const entries = boxesBetween(bytes, box.offset + box.head + 8, box.offset + box.length)
  const head = new TextEncoder().encode("url ")
  return entries.filter(({ type }) => type === "alis").map(({ offset }) => ({ offset: offset + 4, length: 4, head }))
}

/** The boxes that describe how to decode the samples of an entry. */
const ofDecoder = ["avcC", "btrt", "pasp", "colr", "clap", "fiel", "esds", "dOps"]

/** Returns the patches of a sample entry; `tableVersion`: of the table (`stsd`) that it is in. */
export function patchesOfEntry(bytes: Uint8Array, entry: Box, { tableVersion }: { tableVersion: number }): Patch[] {
  return /^avc[13]$/.test(entry.type) ? patchesOfPicture(bytes, entry) : patchesOfSound(bytes, entry, tableVersion)
}

/** 78 bytes with the maker and the name of the encoder, then boxes. */
function patchesOfPicture(bytes: Uint8Array, entry: Box): Patch[] {
  const at = entry.offset + entry.head
  return [zeros(at + 8, 16), zeros(at + 42, 32), ...patchesOfBoxes(bytes, entry, 78)]
}

/** 28 bytes, then boxes. QuickTime's version 1 has 16 bytes between them, and some boxes in a `wave` box. */
function patchesOfSound(bytes: Uint8Array, entry: Box, tableVersion: number): Patch[] {
  const at = entry.offset + entry.head
  if (entry.length < entry.head + 28) throw unreadable()
  const version = viewOf(bytes).getUint16(at + 8)
  // Version 1 of a table of version 1 is MP4's own, without them.
  if (version === 0 || tableVersion === 1) return [zeros(at + 10, 6), ...patchesOfBoxes(bytes, entry, 28)]
  if (version !== 1) throw new RefusedVideo("video_codec")
  return [zeros(at + 8, 8), zeros(at + 20, 4), freed(at + 28, 16), ...patchesOfBoxes(bytes, entry, 44)]
}

/** Returns the patches of an entry's boxes, which follow `fixed` bytes. */
function patchesOfBoxes(bytes: Uint8Array, entry: Box, fixed: number): Patch[] {
  const from = entry.offset + entry.head + fixed
  const end = entry.offset + entry.length
  if (from > end) throw unreadable()
  const boxes = boxesBetween(bytes, from, end)
  const hasDecoder = boxes.some(({ type }) => type === "esds")
  const patches = boxes.flatMap((box) => {
    if (ofDecoder.includes(box.type)) return []
    return box.type === "wave" && !hasDecoder ? patchesOfWave(bytes, box) : [freed(box.offset, box.length)]
  })
  const last = boxes.at(-1)
  const rest = last ? last.offset + last.length : from
  return [...patches, zeros(rest, end - rest)]
}

/** Frees what surrounds the decoder's description in a `wave` box, so that it stands in the entry itself. */
function patchesOfWave(bytes: Uint8Array, wave: Box): Patch[] {
  const end = wave.offset + wave.length
  const decoder = boxesBetween(bytes, wave.offset + wave.head, end).find(({ type }) => type === "esds")
  if (!decoder) throw new RefusedVideo("video_codec")
  const after = decoder.offset + decoder.length
  // Fewer bytes hold no box, and would hide the next one.
  if (end > after && end - after < 8) throw unreadable()
  return [freed(wave.offset, decoder.offset - wave.offset), freed(after, end - after)]
}
