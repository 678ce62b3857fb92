import type { VideoFacts } from "../../ports/video-provider"
import { textAt } from "./boxes"
import { addPatch, type ByteSource, type Patch, RefusedVideo, unreadable, zeros } from "./source"

// EBML: RFC 8794. Elements: RFC 9559 and webmproject.org/docs/container.

const id = {
  ebml: 0x1a45dfa3,
  docType: 0x4282,
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
  audio: 0xe1,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
  cues: 0x1c53bb6b,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
} as const

/** What stays at the top of a segment; tags, chapters, attachments and everything unknown become `Void`. */
const ofSegment = new Set<number>([id.seekHead, id.info, id.tracks, id.cues, id.cluster])
const ofInfo = new Set<number>([id.timestampScale, id.duration, id.muxingApp, id.writingApp])
/** UID, flags, default duration, codec and its private data, delay, video, audio; neither name nor tags. */
const ofTrack = new Set<number>([
  ...[id.trackNumber, id.trackType, id.codecId, id.video, 0x73c5, 0xb9, 0x88, 0x55aa, 0x9c, 0x23e383, 0x22b59c],
  ...[0x63a2, 0x56aa, 0x56bb, id.audio],
])
/** Versions, longest ids and sizes, type. */
const ofHeader = new Set<number>([0x4286, 0x42f7, 0x42f2, 0x42f3, id.docType, 0x4287, 0x4285])
/** Width, height, interlacing, alpha, display size and unit, colour; sampling rates, channels, bit depth. */
const ofVideo = new Set<number>([id.pixelWidth, id.pixelHeight, 0x9a, 0x53c0, 0x54b0, 0x54ba, 0x54b2, 0x55b0])
const ofAudio = new Set<number>([0xb5, 0x78b5, 0x9f, 0x6264])
/** Position, size of the one before. */
const ofCluster = new Set<number>([id.timestamp, id.simpleBlock, id.blockGroup, 0xa7, 0xab])
/** Duration, references, discarded padding. */
const ofBlockGroup = new Set<number>([id.block, 0x9b, 0xfb, 0x75a2])

/** Of an element whose children are looked at one by one, in bytes. */
const maxParent = 32 * 1024 * 1024
const maxSide = 8_192

interface Element {
  id: number
  offset: number
  head: number
  /** Of the content; null if it is unknown, as in a recording. */
  size: number | null
}

/** Returns the facts of a WebM file. Throws RefusedVideo. */
export async function readWebm(source: ByteSource): Promise<VideoFacts> {
  return (await readHead(source)).facts
}

/** Returns what to overwrite so that nothing remains but the video and audio tracks; see `findMp4Patches`. */
export async function findWebmPatches(source: ByteSource): Promise<Patch[]> {
  const { ebml, segment, end, tracks } = await readHead(source)
  const patches: Patch[] = []
  await patchChildren(source, ebml, segment.offset, ofHeader, patches)
  let at = segment.offset + segment.head
  while (at < end) {
    const element = await readElement(source, at, end)
    if (!element) break
    if (element.id === id.cluster) {
      at = await patchCluster(source, element, end, tracks, patches)
      continue
    }
    const next = endOf(element, end)
    if (!ofSegment.has(element.id)) addPatch(patches, voided(at, next - at))
    else if (element.id === id.info) await patchInfo(source, element, next, patches)
    else if (element.id === id.tracks) await patchTracks(source, element, next, patches)
    else if (element.id !== id.cues && element.id !== id.seekHead) throw unreadable()
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
  if (ebml?.id !== id.ebml || ebml.size === null) throw unreadable()
  const segment = await readElement(source, endOf(ebml, source.size), source.size)
  if (segment?.id !== id.segment) throw unreadable()
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

async function childrenOf(source: ByteSource, parent: Element, end: number): Promise<Element[]> {
  if (end - parent.offset > maxParent) throw unreadable()
  const children: Element[] = []
  for (let at = parent.offset + parent.head; at < end; ) {
    const child = await readElement(source, at, end)
    if (!child || child.size === null) throw unreadable()
    children.push(child)
    at = endOf(child, end)
  }
  return children
}

const contentOf = (source: ByteSource, { offset, head, size }: Element) =>
  source.read(offset + head, Math.min(size ?? 0, 1_024))

async function numberOf(source: ByteSource, element: Element | undefined): Promise<number> {
  if (!element) return 0
  return [...(await contentOf(source, element)).subarray(0, 8)].reduce((value, byte) => value * 256 + byte, 0)
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
    if (!codecs[type - 1]?.test(name)) throw new RefusedVideo("video_codec")
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
    const { width, height } = head.facts
    if (Math.min(width, height) < 1 || Math.max(width, height) > maxSide) throw unreadable()
  }
}

async function patchChildren(
  source: ByteSource,
  parent: Element,
  end: number,
  stays: Set<number>,
  patches: Patch[],
): Promise<void> {
  for (const child of await childrenOf(source, parent, end)) {
    if (!stays.has(child.id)) addPatch(patches, voided(child.offset, endOf(child, end) - child.offset))
  }
}

async function patchInfo(source: ByteSource, info: Element, end: number, patches: Patch[]): Promise<void> {
  await patchChildren(source, info, end, ofInfo, patches)
  for (const child of await childrenOf(source, info, end)) {
    // Both are mandatory: an empty text, padded with zeros.
    if (child.id === id.muxingApp || child.id === id.writingApp)
      addPatch(patches, zeros(child.offset + child.head, child.size ?? 0))
  }
}

async function patchTracks(source: ByteSource, tracks: Element, end: number, patches: Patch[]): Promise<void> {
  for (const entry of await childrenOf(source, tracks, end)) {
    const next = endOf(entry, end)
    if (entry.id !== id.trackEntry) {
      addPatch(patches, voided(entry.offset, next - entry.offset))
      continue
    }
    await patchChildren(source, entry, next, ofTrack, patches)
    for (const child of await childrenOf(source, entry, next)) {
      const stays = child.id === id.video ? ofVideo : child.id === id.audio ? ofAudio : null
      if (stays) await patchChildren(source, child, endOf(child, next), stays, patches)
    }
  }
}

/** Looks at each block of a cluster; returns where it ends. One of unknown size ends where the next top element begins. */
async function patchCluster(
  source: ByteSource,
  cluster: Element,
  end: number,
  tracks: Set<number>,
  patches: Patch[],
): Promise<number> {
  const limit = endOf(cluster, end)
  let at = cluster.offset + cluster.head
  while (at < limit) {
    const element = await readElement(source, at, limit)
    if (!element) {
      addPatch(patches, voided(at, limit - at))
      return limit
    }
    if (cluster.size === null && ofSegment.has(element.id)) return at
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
  const bytes = await source.read(at, Math.min(12, end - at))
  const idLength = Math.clz32((bytes[0] ?? 0) << 24) + 1
  if (idLength > 4 || bytes.length <= idLength) return null
  const size = readVint(bytes.subarray(idLength))
  if (!size) return null
  const found = [...bytes.subarray(0, idLength)].reduce((value, byte) => value * 256 + byte, 0)
  return { id: found, offset: at, head: idLength + size.length, size: size.isUnknown ? null : size.value }
}

/** Reads a number of variable length (RFC 8794, 4). */
function readVint(bytes: Uint8Array): { value: number; length: number; isUnknown: boolean } | null {
  const length = Math.clz32((bytes[0] ?? 0) << 24) + 1
  if (length > 8 || bytes.length < length) return null
  const content = [...bytes.subarray(0, length)]
  content[0] = (content[0] as number) & (0xff >> length)
  const isUnknown = content[0] === 0xff >> length && content.slice(1).every((byte) => byte === 0xff)
  return { value: content.reduce((value, byte) => value * 256 + byte, 0), length, isUnknown }
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
