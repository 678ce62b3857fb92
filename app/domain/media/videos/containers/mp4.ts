import type { VideoFacts } from "../../../core/ports/video-provider"
import { type Box, boxAt, boxesBetween, childrenOf, contentOf, readBox, textAt, viewOf } from "./boxes"
import { findUserData } from "./h264"
import { readSampleRanges } from "./mp4-samples"
import { patchesOfEntry, patchesOfReferences, rewrittenBrands } from "./quicktime"
import {
  addPatch,
  type ByteSource,
  freed,
  type Patch,
  RefusedVideo,
  requireFrame,
  tooLong,
  unreadable,
  zeros,
} from "./source"

// ISO/IEC 14496-12 (boxes), 14496-14 (MP4), 14496-15 (H.264); Apple's QuickTime File Format has the same boxes.

/** An index (`moov`) above this has more samples than the longest accepted video. */
const maxIndex = 32 * 1024 * 1024
const maxBoxes = 1_000
/** Of the first box, with its header, in bytes. */
const maxBrands = 4_096

/** Boxes that stay in each container; all others may hold metadata and become `free` boxes. */
const kept: Record<string, readonly string[]> = {
  moov: ["mvhd", "trak"],
  trak: ["tkhd", "edts", "mdia"],
  edts: ["elst"],
  mdia: ["mdhd", "hdlr", "minf"],
  minf: ["vmhd", "smhd", "dinf", "stbl"],
  dinf: ["dref"],
  stbl: ["stsd", "stts", "ctts", "cslg", "stsc", "stsz", "stz2", "stco", "co64", "stss", "sdtp", "sgpd", "sbgp"],
}
const ofFragments = ["moof", "mfra", "styp", "sidx"]
const hevc = /^(hvc1|hev1|dvh1|dvhe)$/

/** Returns the facts of an MP4 file. Throws RefusedVideo. */
export async function readMp4(source: ByteSource): Promise<VideoFacts> {
  return (await readIndex(source)).facts
}

/**
 * Returns what to overwrite so that nothing remains but the first video and audio track: no metadata, no times of
 * recording, no other tracks (cameras store positions in them), and no bytes that neither track refers to.
 */
export async function findMp4Patches(source: ByteSource): Promise<Patch[]> {
  const { boxes, end, moov, bytes, tracks } = await readIndex(source)
  const patches: Patch[] = []
  for (const box of boxes) {
    if (box.offset === 0) addPatch(patches, rewrittenBrands(await readBrands(source, box)))
    else if (!["moov", "mdat"].includes(box.type)) addPatch(patches, freed(box.offset, box.length))
  }
  addPatch(patches, freed(end, source.size - end))
  const root = rootOf(bytes)
  for (const patch of patchesWithin(bytes, root, new Set(tracks.map(({ offset }) => offset))))
    addPatch(patches, { ...patch, offset: moov.offset + patch.offset })
  const rangesOf = (track: Box) =>
    readSampleRanges(bytes, boxAt(bytes, track, "mdia", "minf", "stbl")).toSorted(([a], [b]) => a - b)
  const [picture, ...sounds] = tracks as [Box, ...Box[]]
  const frames = rangesOf(picture)
  const ranges = [...frames, ...sounds.flatMap(rangesOf)].toSorted(([a], [b]) => a - b)
  let next = 0
  for (const data of boxes.filter(({ type }) => type === "mdat")) {
    let at = data.offset + data.head
    const dataEnd = data.offset + data.length
    for (; next < ranges.length; next += 1) {
      const [from, to] = ranges[next] as [number, number]
      if (from >= dataEnd) break
      if (from < data.offset + data.head || to > dataEnd) throw unreadable()
      addPatch(patches, zeros(at, from - at))
      at = Math.max(at, to)
    }
    addPatch(patches, zeros(at, dataEnd - at))
  }
  if (next < ranges.length) throw unreadable()
  await findUserData(source, { ranges: frames, entry: contentOf(bytes, entryOf(bytes, picture)) }, patches)
  return patches
}

async function readBrands(source: ByteSource, { length }: Box): Promise<Uint8Array> {
  if (length > maxBrands) throw unreadable()
  return source.read(0, length)
}

interface Index {
  /** Top-level boxes. */
  boxes: Box[]
  /** Where the last one ends: what follows is no box. */
  end: number
  moov: Box
  /** The whole `moov` box. */
  bytes: Uint8Array
  /** The `trak` boxes that stay, at their places in `bytes`. */
  tracks: Box[]
  facts: VideoFacts
}

async function readIndex(source: ByteSource): Promise<Index> {
  const { boxes, end } = await readBoxes(source)
  if (boxes.some(({ type }) => ofFragments.includes(type))) throw new RefusedVideo("video_fragmented")
  const [moov, second] = boxes.filter(({ type }) => type === "moov")
  if (!moov || second || !boxes.some(({ type }) => type === "mdat")) throw unreadable()
  if (moov.length > maxIndex) throw tooLong()
  // A copy: the source reads more at once, which need not stay in memory.
  const bytes = (await source.read(moov.offset, moov.length)).slice()
  if (bytes.length !== moov.length) throw unreadable()
  const root = rootOf(bytes)
  if (childrenOf(bytes, root).some(({ type }) => type === "mvex")) throw new RefusedVideo("video_fragmented")
  const all = childrenOf(bytes, root).filter(({ type }) => type === "trak")
  const video = all
    .filter((track) => handlerOf(bytes, track) === "vide")
    .map((track) => ({ track, ...entryOf(bytes, track) }))
  const audio = all
    .filter((track) => handlerOf(bytes, track) === "soun")
    .map((track) => ({ track, ...entryOf(bytes, track) }))
  const picture = video.find(({ type }) => type === "avc1" || type === "avc3")
  const sound = audio.find(({ type }) => type === "mp4a" || type === "Opus")
  if (!picture && video.some(({ type }) => hevc.test(type))) throw new RefusedVideo("video_hevc")
  if (!picture || (audio.length > 0 && !sound))
    throw new RefusedVideo(all.length > 0 ? "video_codec" : "video_unreadable")
  const tracks = [picture.track, ...(sound ? [sound.track] : [])]
  for (const track of tracks) requireOwnData(bytes, track)
  return { boxes, end, moov, bytes, tracks, facts: factsOf(bytes, root, picture.track) }
}

function rootOf(bytes: Uint8Array): Box {
  const [root] = boxesBetween(bytes, 0, bytes.length)
  if (root?.type !== "moov") throw unreadable()
  return root
}

async function readBoxes(source: ByteSource): Promise<{ boxes: Box[]; end: number }> {
  const boxes: Box[] = []
  let at = 0
  while (at < source.size) {
    const box = readBox(await source.read(at, Math.min(16, source.size - at)), source.size - at)
    const isWhole = box !== null && at + box.length <= source.size
    if (!isWhole && box && ["moov", "mdat"].includes(box.type)) throw unreadable()
    // Bytes after the film that are no box.
    if (!isWhole) break
    if (boxes.length >= maxBoxes) throw unreadable()
    boxes.push({ ...box, offset: at })
    at += box.length
  }
  return { boxes, end: at }
}

const handlerOf = (bytes: Uint8Array, track: Box) => textAt(contentOf(bytes, boxAt(bytes, track, "mdia", "hdlr")), 8)

/** Returns the first sample entry of a track, whose type is its codec; a track with several has been edited together. */
function entryOf(bytes: Uint8Array, track: Box): Box {
  const stsd = boxAt(bytes, track, "mdia", "minf", "stbl", "stsd")
  const [entry] = boxesBetween(bytes, stsd.offset + stsd.head + 8, stsd.offset + stsd.length)
  if (!entry) throw unreadable()
  return entry
}

/** Refuses tracks whose samples are in another file. */
function requireOwnData(bytes: Uint8Array, track: Box): void {
  const dref = boxAt(bytes, track, "mdia", "minf", "dinf", "dref")
  for (const entry of boxesBetween(bytes, dref.offset + dref.head + 8, dref.offset + dref.length)) {
    if (entry.length !== 12 || bytes[entry.offset + 11] !== 1) throw unreadable()
  }
}

function factsOf(bytes: Uint8Array, root: Box, track: Box): VideoFacts {
  const movie = viewOf(contentOf(bytes, boxAt(bytes, root, "mvhd")))
  const head = viewOf(contentOf(bytes, boxAt(bytes, track, "tkhd")))
  try {
    const isLong = movie.getUint8(0) === 1
    const scale = movie.getUint32(isLong ? 20 : 12)
    const duration = (isLong ? Number(movie.getBigUint64(24)) : movie.getUint32(16)) / scale
    const matrix = head.getUint8(0) === 1 ? 52 : 40
    const [first, second] = [head.getUint32(matrix + 36) / 65_536, head.getUint32(matrix + 40) / 65_536].map(Math.round)
    // Turned by 90 degrees: the first factor of the matrix is 0.
    const [width = 0, height = 0] = head.getInt32(matrix) === 0 ? [second, first] : [first, second]
    if (!Number.isFinite(duration)) throw unreadable()
    requireFrame(width, height)
    return { type: "mp4", width, height, duration: Math.max(1, Math.round(duration)) }
  } catch (error) {
    throw error instanceof RangeError ? unreadable() : error
  }
}

/** Returns the patches of a container, at their places in the buffer. `tracks`: the places of those that stay. */
function patchesWithin(bytes: Uint8Array, parent: Box, tracks: Set<number>): Patch[] {
  const children = childrenOf(bytes, parent)
  const last = children.at(-1)
  const end = last ? last.offset + last.length : parent.offset + parent.head
  const patches = children.flatMap((box) => {
    const stays = kept[parent.type]?.includes(box.type) && (box.type !== "trak" || tracks.has(box.offset))
    if (!stays) return [freed(box.offset, box.length)]
    return kept[box.type] ? patchesWithin(bytes, box, tracks) : patchesOfLeaf(bytes, box)
  })
  return [...patches, zeros(end, parent.offset + parent.length - end)]
}

function patchesOfLeaf(bytes: Uint8Array, box: Box): Patch[] {
  const at = box.offset + box.head
  switch (box.type) {
    // Created, modified.
    case "mvhd":
    case "tkhd":
    case "mdhd":
      return [zeros(at + 4, bytes[at] === 1 ? 16 : 8)]
    // QuickTime's component type; reserved, and a name that often is the camera's.
    case "hdlr":
      return [zeros(at + 4, 4), zeros(at + 12, box.length - box.head - 12)]
    case "dref":
      return patchesOfReferences(bytes, box)
    case "stsd":
      return boxesBetween(bytes, at + 8, box.offset + box.length).flatMap((entry) =>
        patchesOfEntry(bytes, entry, { tableVersion: bytes[at] ?? 0 }),
      )
    default:
      return []
  }
}
