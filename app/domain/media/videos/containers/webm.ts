import type { VideoFacts } from "../../../core/ports/video-provider"
import { textAt } from "./boxes"
import { type ElementHead, ebmlHeaderId, maxElementHead, readElementHead, readVint, toNumber } from "./ebml"
import { addPatch, type ByteSource, type Patch, RefusedVideo, requireFrame, tooLong, unreadable, zeros } from "./source"
import { ofCues, ofHeader, ofInfo, ofSeekHead, ofTracks, type Tree } from "./webm-elements"

// Elements: RFC 9559 and webmproject.org/docs/container.

const id = {
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  muxingApp: 0x4d80,
  writingApp: 0x5741,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackType: 0x83,
  codecId: 0x86,
  video: 0xe0,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
  cues: 0x1c53bb6b,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
  void: 0xec,
} as const

/** Elements that stay at the top of a segment, beside the clusters; tags, chapters, attachments and all else become `Void`. */
const ofSegment = new Map<number, Tree>([
  [id.seekHead, ofSeekHead],
  [id.info, ofInfo],
  [id.tracks, ofTracks],
  [id.cues, ofCues],
])
/** Position, size of the one before. */
const ofCluster = new Set<number>([id.timestamp, id.simpleBlock, id.blockGroup, 0xa7, 0xab])
/** Duration, references, discarded padding. */
const ofBlockGroup = new Set<number>([id.block, 0x9b, 0xfb, 0x75a2])

/** Of an element whose children are looked at one by one, in bytes. */
const maxParent = 32 * 1024 * 1024
const maxChildren = 200_000

interface Element extends ElementHead {
  offset: number
}

/** Returns the facts of a WebM file. Throws RefusedVideo. */
export async function readWebm(source: ByteSource): Promise<VideoFacts> {
  return (await readHead(source)).facts
}

/** Returns what to overwrite so that nothing remains but the video and audio tracks; see `findMp4Patches`. */
export async function findWebmPatches(source: ByteSource): Promise<Patch[]> {
  const { ebml, segment, end, tracks } = await readHead(source)
  const patches: Patch[] = []
  const headerEnd = endOf(ebml, source.size)
  await patchTree(source, ebml, { end: headerEnd, stays: ofHeader }, patches)
  // `Void` elements between the header and the segment.
  addPatch(patches, voided(headerEnd, segment.offset - headerEnd))
  let at = segment.offset + segment.head
  while (at < end) {
    const element = await readElement(source, at, end)
    if (!element) break
    if (element.id === id.cluster) {
      at = await patchCluster(source, { cluster: element, end, tracks, patches })
      continue
    }
    const next = endOf(element, end)
    const stays = ofSegment.get(element.id)
    if (!stays) addPatch(patches, voided(at, next - at))
    else await patchTree(source, element, { end: next, stays }, patches)
    if (element.id === id.info) await clearApps(source, element, next, patches)
    at = next
  }
  addPatch(patches, voided(at, source.size - at))
  return patches
}

interface Head {
  ebml: Element
  segment: Element
  /** Where the segment ends. */
  end: number
  /** Numbers of the tracks. */
  tracks: Set<number>
  facts: VideoFacts
}

async function readHead(source: ByteSource): Promise<Head> {
  const ebml = await readElement(source, 0, source.size)
  if (ebml?.id !== ebmlHeaderId || ebml.size === null) throw unreadable()
  const segment = await findSegment(source, endOf(ebml, source.size))
  const end = segment.size === null ? source.size : endOf(segment, source.size)
  const head: Head = {
    ebml,
    segment,
    end,
    tracks: new Set(),
    facts: { type: "webm", width: 0, height: 0, duration: 1 },
  }
  let [hasInfo, hasTracks] = [false, false]
  for (let at = segment.offset + segment.head; at < end && !(hasInfo && hasTracks); ) {
    const element = await readElement(source, at, end)
    if (!element || element.id === id.cluster) break
    const next = endOf(element, end)
    if (element.id === id.info) {
      head.facts.duration = await readDuration(source, element, next)
      hasInfo = true
    } else if (element.id === id.tracks) {
      await readTracks(source, element, next, head)
      hasTracks = true
    }
    at = next
  }
  if (!hasTracks || head.facts.width === 0) throw unreadable()
  return head
}

async function findSegment(source: ByteSource, from: number): Promise<Element> {
  for (let at = from; ; ) {
    const element = await readElement(source, at, source.size)
    if (element?.id === id.segment) return element
    if (element?.id !== id.void) throw unreadable()
    at = endOf(element, source.size)
  }
}

async function childrenOf(source: ByteSource, parent: Element, end: number): Promise<Element[]> {
  if (end - parent.offset > maxParent) throw tooLong()
  const children: Element[] = []
  for (let at = parent.offset + parent.head; at < end; ) {
    const child = await readElement(source, at, end)
    if (!child || child.size === null) throw unreadable()
    if (children.length >= maxChildren) throw tooLong()
    children.push(child)
    at = endOf(child, end)
  }
  return children
}

const contentOf = (source: ByteSource, { offset, head, size }: Element) =>
  source.read(offset + head, Math.min(size ?? 0, 1_024))

async function numberOf(source: ByteSource, element: Element | undefined): Promise<number> {
  if (!element) return 0
  return toNumber((await contentOf(source, element)).subarray(0, 8))
}

/** A recording has no duration: it counts as one second. */
async function readDuration(source: ByteSource, info: Element, end: number): Promise<number> {
  const children = await childrenOf(source, info, end)
  const scale =
    (await numberOf(
      source,
      children.find((one) => one.id === id.timestampScale),
    )) || 1_000_000
  const duration = children.find((one) => one.id === id.duration)
  if (!duration) return 1
  const bytes = await contentOf(source, duration)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length !== 4 && bytes.length !== 8) throw unreadable()
  const ticks = bytes.length === 4 ? view.getFloat32(0) : view.getFloat64(0)
  const seconds = (ticks * scale) / 1e9
  if (!Number.isFinite(seconds) || seconds < 0) throw unreadable()
  return Math.max(1, Math.round(seconds))
}

// Not Vorbis: its private data hold comments.
const codecs = [/^V_(VP8|VP9|AV1)$/, /^A_OPUS$/]

async function readTracks(source: ByteSource, tracks: Element, end: number, head: Head): Promise<void> {
  for (const entry of await childrenOf(source, tracks, end)) {
    if (entry.id !== id.trackEntry) continue
    const children = await childrenOf(source, entry, endOf(entry, end))
    const child = (wanted: number) => children.find((one) => one.id === wanted)
    const codec = child(id.codecId)
    const name = codec ? textAt(await contentOf(source, codec), 0, codec.size ?? 0).replace(/\0+$/, "") : ""
    const type = await numberOf(source, child(id.trackType))
    // 1: video, 2: audio. Subtitles and others are no part of a video here.
    if (!codecs[type - 1]?.test(name)) throw new RefusedVideo("video_webm_codec")
    head.tracks.add(await numberOf(source, child(id.trackNumber)))
    const video = child(id.video)
    if (type !== 1 || !video || head.facts.width > 0) continue
    const sizes = await childrenOf(source, video, endOf(video, end))
    head.facts.width = await numberOf(
      source,
      sizes.find((one) => one.id === id.pixelWidth),
    )
    head.facts.height = await numberOf(
      source,
      sizes.find((one) => one.id === id.pixelHeight),
    )
    requireFrame(head.facts.width, head.facts.height)
  }
}

/** Voids the children of an element that are not in the tree, and theirs. */
async function patchTree(
  source: ByteSource,
  parent: Element,
  { end, stays }: { end: number; stays: Tree },
  patches: Patch[],
): Promise<void> {
  for (const child of await childrenOf(source, parent, end)) {
    const next = endOf(child, end)
    const below = stays.get(child.id)
    if (below === undefined) addPatch(patches, voided(child.offset, next - child.offset))
    else if (below !== null) await patchTree(source, child, { end: next, stays: below }, patches)
  }
}

/** The names of the programs that wrote the file are mandatory: an empty text, padded with zeros. */
async function clearApps(source: ByteSource, info: Element, end: number, patches: Patch[]): Promise<void> {
  for (const child of await childrenOf(source, info, end)) {
    if (child.id === id.muxingApp || child.id === id.writingApp)
      addPatch(patches, zeros(child.offset + child.head, child.size ?? 0))
  }
}

/** Looks at each block of a cluster; returns where it ends. One of unknown size ends where the next top element begins. */
async function patchCluster(
  source: ByteSource,
  { cluster, end, tracks, patches }: { cluster: Element; end: number; tracks: Set<number>; patches: Patch[] },
): Promise<number> {
  const limit = endOf(cluster, end)
  let at = cluster.offset + cluster.head
  while (at < limit) {
    const element = await readElement(source, at, limit)
    if (!element) {
      addPatch(patches, voided(at, limit - at))
      return limit
    }
    if (cluster.size === null && (element.id === id.cluster || ofSegment.has(element.id))) return at
    if (element.size === null) throw unreadable()
    const next = endOf(element, limit)
    if (!ofCluster.has(element.id) || !(await isOfTrack(source, element, tracks)))
      addPatch(patches, voided(at, next - at))
    else if (element.id === id.blockGroup) {
      for (const child of await childrenOf(source, element, next)) {
        const stays = ofBlockGroup.has(child.id) && (await isOfTrack(source, child, tracks))
        if (!stays) addPatch(patches, voided(child.offset, endOf(child, next) - child.offset))
      }
    }
    at = next
  }
  return limit
}

/** Whether a block belongs to a declared track; other elements do. */
async function isOfTrack(source: ByteSource, element: Element, tracks: Set<number>): Promise<boolean> {
  if (element.id !== id.simpleBlock && element.id !== id.block) return true
  const bytes = await source.read(element.offset + element.head, Math.min(8, element.size ?? 0))
  const number = readVint(bytes)
  return number !== null && tracks.has(number.value)
}

const endOf = ({ offset, head, size }: Element, limit: number) => {
  const end = size === null ? limit : offset + head + size
  if (end > limit) throw unreadable()
  return end
}

/** Reads an element's id and size; null if there is none. */
async function readElement(source: ByteSource, at: number, end: number): Promise<Element | null> {
  const found = readElementHead(await source.read(at, Math.min(maxElementHead, end - at)))
  return found && { ...found, offset: at }
}

/** A `Void` element of this length; a single byte becomes a zero. */
function voided(offset: number, length: number): Patch {
  if (length < 2) return zeros(offset, length)
  // The size takes 1 byte, or 8 as soon as they fit.
  const isShort = length < 10
  const size = length - (isShort ? 2 : 9)
  const head = new Uint8Array(isShort ? 2 : 9)
  head[0] = 0xec
  if (isShort) head[1] = 0x80 | size
  else {
    const view = new DataView(head.buffer)
    view.setBigUint64(1, BigInt(size))
    head[1] = 0x01
  }
  return { offset, length, head }
}
