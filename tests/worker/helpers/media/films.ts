type Bytes = Uint8Array<ArrayBuffer>

/** Texts that a file hides: none may be found in what is served. */
export const hidden = {
  place: "+48.8577+002.295/",
  xmp: "http://ns.adobe.com/xap/1.0/",
  owner: "OWNER-OF-CAMERA",
  positions: "GPS-TRACK-48.8577",
  orphan: "ORPHANED-BYTES",
  free: "LEFT-IN-FREE-SPACE",
  encoder: "ENCODER-OF-CAMERA",
  handler: "HANDLER-OF-CAMERA",
  trailing: "TRAILING-MARKER",
  title: "TITLE-OF-FILE",
  attachment: "ATTACHED-PICTURE",
  supplement: "SEI-OF-ENCODER",
} as const

const text = (content: string): Bytes => new TextEncoder().encode(content)
const u32 = (...values: number[]) =>
  values.flatMap((value) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255])
const nothing = (length: number): number[] => new Array<number>(length).fill(0)

function join(...parts: (ArrayLike<number> | string)[]): Bytes {
  const all = parts.map((part) => (typeof part === "string" ? text(part) : part))
  const bytes = new Uint8Array(all.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of all) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

const latin = (content: string) => Uint8Array.from(content, (char) => char.charCodeAt(0))

function box(type: string, ...content: (ArrayLike<number> | string)[]): Bytes {
  const body = join(...content)
  return join(u32(body.length + 8), latin(type), body)
}

export interface FilmOptions {
  /** Bytes of the video's samples. */
  frames?: number
  codec?: string
  sound?: string
  brand?: string
  /** Seconds. */
  duration?: number
  /** Puts a box of fragments at the end. */
  isFragmented?: boolean
  /** Lets the chunk offsets point elsewhere. */
  shift?: number
  /** Writes what differs in a phone's QuickTime file: brands, and the descriptions of handlers, data and sound. */
  isQuickTime?: boolean
  /** H.264 units before the picture, each without its length. */
  units?: ArrayLike<number>[]
}

/** An H.264 supplement (SEI) of these messages: `[type, content]`. */
export const supplement = (...messages: [type: number, content: string][]) =>
  join([6], ...messages.flatMap(([type, content]) => [[type, content.length], content]), [0x80])

const userData = supplement([5, `0123456789abcdef${hidden.supplement}`])

const matrix = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
const dateOfRecording = 0xe0123456

/** Draws an MP4 with a video, a sound and a track of positions, and with everything that a file can hide. */
export function drawMp4(options: FilmOptions = {}): Bytes {
  const {
    frames = 2_000,
    codec = "avc1",
    sound = "mp4a",
    isQuickTime,
    brand = isQuickTime ? "qt  " : "isom",
    duration = 7,
    isFragmented,
    shift = 0,
    units = [userData],
  } = options
  const head = join(
    isQuickTime ? box("ftyp", brand, u32(0), "qt  ") : box("ftyp", brand, u32(512), "isommp41"),
    box("free", hidden.free),
    box("uuid", "0123456789abcdef", hidden.xmp),
  )
  const unit = (content: ArrayLike<number>) => join(u32(content.length), content)
  const picture = join(...units.map(unit), unit(join([0x65], new Uint8Array(frames).fill(0x5a))))
  const tone = new Uint8Array(500).fill(0x3c)
  const positions = text(hidden.positions)
  const data = join(hidden.orphan, picture, positions, tone, hidden.orphan)
  const start = head.length + 8 + hidden.orphan.length + shift
  const offsets = { picture: start, positions: start + picture.length, tone: start + picture.length + positions.length }
  const tables = (entry: Bytes, offset: number, size: number) =>
    box(
      "stbl",
      box("stsd", u32(0, 1), entry),
      box("stts", u32(0, 1, 1, duration * 1_000)),
      box("stsc", u32(0, 1, 1, 1, 1)),
      box("stsz", u32(0, 0, 1, size)),
      box("stco", u32(0, 1, offset)),
    )
  const track = (id: number, handler: string, header: Bytes, table: Bytes) =>
    box(
      "trak",
      box(
        "tkhd",
        u32(3, dateOfRecording, dateOfRecording, id, 0, duration * 1_000),
        nothing(16),
        matrix,
        u32(640 << 16, 360 << 16),
      ),
      box(
        "mdia",
        box("mdhd", u32(0, dateOfRecording, dateOfRecording, 1_000, duration * 1_000, 0)),
        box("hdlr", u32(0), isQuickTime ? "mhlr" : u32(0), handler, nothing(12), hidden.handler, [0]),
        box("minf", header, box("dinf", box("dref", u32(0, 1), box(isQuickTime ? "alis" : "url ", u32(1)))), table),
      ),
      box("udta", box("name", hidden.owner)),
    )
  const videoEntry = box(
    codec,
    nothing(6),
    [0, 1],
    nothing(4),
    isQuickTime ? "appl" : nothing(4),
    nothing(8),
    [2, 128, 1, 104],
    u32(0x480000, 0x480000, 0),
    [0, 1],
    [hidden.encoder.length],
    hidden.encoder,
    nothing(31 - hidden.encoder.length),
    [0, 24, 255, 255],
    box("avcC", [1, 66, 0, 30, 255, 225, 0, 0, 1, 0, 0]),
    box("uuid", "0123456789abcdef", hidden.owner),
  )
  const soundEntry = box(
    sound,
    nothing(6),
    [0, 1],
    nothing(8),
    [0, 1, 0, 16],
    nothing(4),
    u32(44_100 << 16),
    box("esds", u32(0)),
  )
  const quickTimeSound = box(
    sound,
    nothing(6),
    [0, 1],
    [0, 1, 0, 0],
    "appl",
    [0, 1, 0, 16],
    [255, 254, 0, 0],
    u32(44_100 << 16),
    u32(1_024, 0, 0, 2),
    box("wave", box("frma", sound), box(sound, u32(0)), box("esds", u32(0)), box("\0\0\0\0")),
    box("uuid", "0123456789abcdef", hidden.owner),
  )
  const moov = box(
    "moov",
    box(
      "mvhd",
      u32(0, dateOfRecording, dateOfRecording, 1_000, duration * 1_000, 0x10000),
      nothing(12),
      matrix,
      nothing(24),
      u32(4),
    ),
    track(1, "vide", box("vmhd", u32(1, 0, 0)), tables(videoEntry, offsets.picture, picture.length)),
    track(
      2,
      "soun",
      box("smhd", u32(0, 0)),
      tables(isQuickTime ? quickTimeSound : soundEntry, offsets.tone, tone.length),
    ),
    track(3, "meta", box("gmhd", u32(0)), tables(box("mebx", nothing(8)), offsets.positions, positions.length)),
    box("udta", box("\xa9xyz", [0, 17, 21, 199], hidden.place), box("meta", u32(0), box("ilst", hidden.title))),
    box("meta", u32(0), hidden.owner),
  )
  return join(
    head,
    box("mdat", data),
    moov,
    isFragmented ? box("moof", u32(0)) : box("skip", hidden.free),
    hidden.trailing,
  )
}

/** An EBML element with a size of 8 bytes. */
export function element(id: number[], ...content: (ArrayLike<number> | string)[]): Bytes {
  const body = join(...content)
  return join(id, [1, 0, 0, 0], u32(body.length), body)
}

const unknownSize = [1, 255, 255, 255, 255, 255, 255, 255]

export interface WebmOptions {
  codec?: string
  sound?: string
  /** Leaves out the sizes that a browser does not know while it records. */
  isRecording?: boolean
  /** Bytes of the video's first block. */
  frames?: number
  /** Elements of the EBML header. */
  header?: (ArrayLike<number> | string)[]
  /** Elements between the header and the segment. */
  between?: ArrayLike<number>[]
}

/** Draws a WebM as a browser records it, or as a file with known sizes, with everything that a file can hide. */
export function drawWebm({
  codec = "V_VP9",
  sound = "A_OPUS",
  isRecording = false,
  frames = 2_000,
  header = [element([0x42, 0x86], [1]), [0x42, 0x82, 0x84], "webm", element([0xec], hidden.free)],
  between = [],
}: WebmOptions = {}): Bytes {
  const head = join(element([0x1a, 0x45, 0xdf, 0xa3], ...header), ...between)
  const seconds = new Uint8Array(8)
  new DataView(seconds.buffer).setFloat64(0, 9_000)
  const info = element(
    [0x15, 0x49, 0xa9, 0x66],
    element([0x2a, 0xd7, 0xb1], [15, 66, 64]),
    ...(isRecording ? [] : [element([0x44, 0x89], seconds)]),
    element([0x44, 0x61], u32(1, 2)),
    element([0x7b, 0xa9], hidden.title),
    element([0x4d, 0x80], hidden.encoder),
    element([0x57, 0x41], hidden.encoder),
  )
  const tracks = element(
    [0x16, 0x54, 0xae, 0x6b],
    element(
      [0xae],
      element([0xd7], [1]),
      element([0x83], [1]),
      element([0x86], codec),
      element([0x53, 0x6e], hidden.owner),
      element([0xe0], element([0xb0], [2, 128]), element([0xba], [1, 104]), element([0xec], hidden.free)),
    ),
    element(
      [0xae],
      element([0xd7], [2]),
      element([0x83], [2]),
      element([0x86], sound),
      element([0xe1], element([0xb5], u32(1))),
    ),
  )
  const block = (track: number, content: ArrayLike<number> | string) =>
    element([0xa3], [0x80 | track, 0, 0, 0x80], content)
  const clusterBody = [
    element([0xbf], u32(1)),
    element([0xe7], [0]),
    element([0xec], hidden.free),
    block(1, new Uint8Array(frames).fill(0x5a)),
    block(3, hidden.positions),
    element(
      [0xa0],
      element([0xa1], [0x82, 0, 0, 0], new Uint8Array(300).fill(0x3c)),
      element([0x75, 0xa1], hidden.positions),
    ),
  ]
  const clusterId = [0x1f, 0x43, 0xb6, 0x75]
  const cluster = isRecording ? join(clusterId, unknownSize, ...clusterBody) : element(clusterId, ...clusterBody)
  const simple = element([0x73, 0x73], element([0x67, 0xc8], element([0x44, 0x87], hidden.place)))
  const tags = element([0x12, 0x54, 0xc3, 0x67], simple)
  const attached = element([0x19, 0x41, 0xa4, 0x69], hidden.attachment)
  const seek = element([0x11, 0x4d, 0x9b, 0x74], element([0x4d, 0xbb], element([0xec], hidden.free)))
  const place = element([0xb7], element([0xf7], [1]), element([0xec], hidden.free))
  const cues = element([0x1c, 0x53, 0xbb, 0x6b], element([0xbb], element([0xb3], [0]), place))
  const body = join(
    element([0xec], hidden.free),
    info,
    tracks,
    ...(isRecording ? [cluster, tags, cluster, cues] : [seek, tags, attached, cluster, cues, tags]),
  )
  const segmentId = [0x18, 0x53, 0x80, 0x67]
  return isRecording ? join(head, segmentId, unknownSize, body) : join(head, element(segmentId, body), hidden.trailing)
}
