/** The children of an element that stay, by id, each with its own; null: one without children. */
export type Tree = Map<number, Tree | null>

const leaves = (...ids: number[]): Tree => new Map(ids.map((id) => [id, null]))

/** Versions, longest ids and sizes, type (RFC 8794, 11.2). */
export const ofHeader = leaves(0x4286, 0x42f7, 0x42f2, 0x42f3, 0x4282, 0x4287, 0x4285)

// RFC 9559, 5.1.

/** Scale of time, duration, the programs that wrote it. */
export const ofInfo = leaves(0x2ad7b1, 0x4489, 0x4d80, 0x5741)

/** Where the other elements are. */
export const ofSeekHead: Tree = new Map([[0x4dbb, leaves(0x53ab, 0x53ac)]])

/** Where each time begins: track, cluster, block, duration. */
export const ofCues: Tree = new Map<number, Tree | null>([
  [
    0xbb,
    new Map<number, Tree | null>([
      [0xb3, null],
      [0xb7, leaves(0xf7, 0xf1, 0xf0, 0xb2, 0x5378)],
    ]),
  ],
])

/** Luminance of the screen that it was made for: primaries, white point, range. */
const ofMastering = leaves(0x55d1, 0x55d2, 0x55d3, 0x55d4, 0x55d5, 0x55d6, 0x55d7, 0x55d8, 0x55d9, 0x55da)
const ofColour: Tree = new Map<number, Tree | null>([
  ...leaves(0x55b1, 0x55b2, 0x55b3, 0x55b4, 0x55b5, 0x55b6, 0x55b7, 0x55b8, 0x55b9, 0x55ba, 0x55bb, 0x55bc, 0x55bd),
  [0x55d0, ofMastering],
])
/** Width, height, interlacing, alpha, display size and unit. */
const ofVideo: Tree = new Map<number, Tree | null>([
  ...leaves(0xb0, 0xba, 0x9a, 0x53c0, 0x54b0, 0x54ba, 0x54b2),
  [0x55b0, ofColour],
])
/** Sampling rates, channels, bit depth. */
const ofAudio = leaves(0xb5, 0x78b5, 0x9f, 0x6264)
/** Number, type, codec and its private data, UID, flags, default duration, delays; neither name nor tags. */
const ofTrack: Tree = new Map<number, Tree | null>([
  ...leaves(0xd7, 0x83, 0x86, 0x73c5, 0xb9, 0x88, 0x55aa, 0x9c, 0x23e383, 0x22b59c, 0x63a2, 0x56aa, 0x56bb),
  [0xe0, ofVideo],
  [0xe1, ofAudio],
])
export const ofTracks: Tree = new Map([[0xae, ofTrack]])
