import { describe, expect, test } from "vitest"
import { findUserData } from "~/domain/media/videos/containers/h264"
import { findMetadata, readVideo } from "~/domain/media/videos/containers/read-video"
import { applyPatches, type ByteSource, RefusedVideo } from "~/domain/media/videos/containers/source"
import { videoType } from "~/domain/media/videos/containers/video-type"
import { drawMp4, drawWebm, element, hidden, supplement } from "../../worker/helpers/media/films"

function sourceOf(bytes: Uint8Array): ByteSource {
  return { size: bytes.length, read: async (offset, length) => bytes.slice(offset, offset + length) }
}

const textOf = (bytes: Uint8Array) => new TextDecoder("latin1").decode(bytes)

async function strip(bytes: Uint8Array): Promise<Uint8Array> {
  const copy = bytes.slice()
  const patches = await findMetadata(sourceOf(bytes))
  applyPatches(
    copy,
    0,
    patches.toSorted((a, b) => a.offset - b.offset),
  )
  return copy
}

/** Returns the problem that reading and stripping a file ends with; null if there is none. */
async function problemOf(source: ByteSource): Promise<string | null> {
  try {
    await readVideo(source)
    await findMetadata(source)
    return null
  } catch (error) {
    if (error instanceof RefusedVideo) return error.problem
    throw error
  }
}

const short = (id: number[], content: string | number[]) => {
  const body = typeof content === "string" ? [...content].map((char) => char.charCodeAt(0)) : content
  return [...id, 0x80 | body.length, ...body]
}
const docType = [0x42, 0x82]
const version = element([0x42, 0x86], [1])
const crc = short([0xbf], [1, 2, 3, 4])
const padding = element([0xec], new Uint8Array(300))

describe("a WebM of another program", () => {
  test.each([
    ["whose header begins with its type", { header: [short(docType, "webm"), version] }],
    ["whose type has a size of two bytes", { header: [[...docType, 0x40, 4], "webm", version] }],
    ["whose type has a size of eight bytes", { header: [version, element(docType, "webm")] }],
    ["whose type is padded with zeros", { header: [version, short(docType, "webm\0\0")] }],
    ["whose header has a checksum and 300 bytes of padding", { header: [crc, padding, short(docType, "webm")] }],
    ["with padding between its header and its segment", { between: [padding, element([0xec], hidden.free)] }],
    ["whose header says nothing but its type", { header: [short(docType, "webm")] }],
  ])("is recognised and cleaned: %s", async (_what, options) => {
    for (const isRecording of [false, true]) {
      const bytes = drawWebm({ ...options, isRecording })
      expect(videoType(bytes.subarray(0, 4_096))).toBe("webm")
      expect(await readVideo(sourceOf(bytes))).toMatchObject({ type: "webm", width: 640, height: 360 })
      const stripped = await strip(bytes)
      expect(Object.values(hidden).filter((secret) => textOf(stripped).includes(secret))).toEqual([])
      expect(await readVideo(sourceOf(stripped))).toMatchObject({ type: "webm", width: 640 })
      // Two clusters in a recording, each with its block.
      expect(textOf(stripped).match(/Z{2000}/g)).toHaveLength(isRecording ? 2 : 1)
    }
  })

  test.each([
    ["Matroska", [short(docType, "matroska")]],
    ["another type that mentions webm", [element([0xec], "\x42\x82\x84webm"), short(docType, "other")]],
    ["no type", [version]],
    ["a type longer than its header", [[...docType, 0x88], "webm"]],
    ["a type of unknown size", [[...docType, 0xff], "webm"]],
  ])("is refused by the type that its header names: %s", (_what, header) => {
    expect(videoType(drawWebm({ header }))).toBeNull()
  })
})

describe("a QuickTime movie of a phone", () => {
  test("becomes an MP4: its brand, its sound's description and its data reference are those of MP4", async () => {
    const bytes = drawMp4({ isQuickTime: true })
    expect(videoType(bytes)).toBe("mp4")
    const facts = await readVideo(sourceOf(bytes))
    expect(facts).toEqual({ type: "mp4", width: 640, height: 360, duration: 7 })
    const stripped = await strip(bytes)
    const found = textOf(stripped)
    expect(found.slice(4, 20)).toBe("ftypisom\0\0\x02\0isom")
    for (const secret of ["qt  ", "wave", "frma", "mhlr", "appl", "alis", ...Object.values(hidden)])
      expect([secret, found.includes(secret)]).toEqual([secret, false])
    expect(await readVideo(sourceOf(stripped))).toEqual(facts)
    expect(Buffer.compare(await strip(stripped), stripped)).toBe(0)
  })

  test("has a sound entry of version 0 whose boxes follow its 28 bytes", async () => {
    const stripped = await strip(drawMp4({ isQuickTime: true }))
    const entry = textOf(stripped).indexOf("mp4a") + 4
    const view = new DataView(stripped.buffer)
    expect(view.getUint16(entry + 8)).toBe(0)
    const types: string[] = []
    const end = entry - 8 + view.getUint32(entry - 8)
    for (let at = entry + 28; at < end; at += view.getUint32(at)) types.push(textOf(stripped.subarray(at + 4, at + 8)))
    expect(types).toEqual(["free", "free", "esds", "free", "free"])
  })
})

describe("what an encoder writes into the pictures", () => {
  const device = [5, `0123456789abcdef${hidden.supplement}`] as [number, string]
  const timing = [1, "\x12\x34"] as [number, string]

  test.each([
    ["user data", supplement(device)],
    ["user data after a timing", supplement(timing, device)],
    ["registered user data", supplement([4, hidden.supplement])],
    ["a message of no known type", supplement([99, hidden.supplement])],
    ["a message that is longer than its unit", [6, 1, 200, 1, 2, 0x80]],
    ["a unit of no known type", [31, ...new TextEncoder().encode(hidden.supplement)]],
  ])("becomes filler of the same length: %s", async (_what, unit) => {
    const bytes = drawMp4({ units: [unit] })
    const at = textOf(bytes).indexOf(textOf(Uint8Array.from(unit)))
    const stripped = (await strip(bytes)).subarray(at, at + unit.length)
    const filler = new Uint8Array(unit.length).fill(0xff)
    filler[0] = 12
    filler[unit.length - 1] = 0x80
    expect(stripped).toEqual(filler)
  })

  test.each([
    ["timing and recovery", supplement(timing, [6, "@"])],
    ["a parameter set", [0x67, 66, 0, 30]],
    ["a buffering period with an escaped zero", [6, 0, 3, 0, 0, 3, 1, 0x80]],
  ])("stays if a decoder needs it: %s", async (_what, unit) => {
    const bytes = drawMp4({ units: [unit] })
    const at = textOf(bytes).indexOf(textOf(Uint8Array.from(unit)))
    expect([...(await strip(bytes)).subarray(at, at + unit.length)]).toEqual([...unit])
  })

  test("samples that are not made of units are refused", async () => {
    const bytes = drawMp4()
    const at = textOf(bytes).indexOf("\x65ZZZ") - 4
    bytes.set([0, 1, 0, 0], at)
    expect(await problemOf(sourceOf(bytes))).toBe("video_unreadable")
  })

  test("ranges of samples that overlap are refused, and are not read again and again", async () => {
    const entry = new Uint8Array(78 + 15)
    entry.set([0, 0, 0, 15, 0x61, 0x76, 0x63, 0x43, 1, 66, 0, 30, 255, 224, 0], 78)
    let reads = 0
    const read = async (_: number, length: number) => {
      reads += 1
      return new Uint8Array(length)
    }
    const source = { size: 1e9, read }
    const ranges = Array.from({ length: 100_000 }, (_, n) => [n, n + 400] as [number, number])
    await expect(findUserData(source, { ranges, entry }, [])).rejects.toBeInstanceOf(RefusedVideo)
    expect(reads).toBeLessThan(1_000)
  })
})

describe("a file that is made to exhaust its reader", () => {
  /** A file of `size` bytes that begins with `head` and repeats `unit`, without being in memory. */
  function repeated(head: Uint8Array, unit: Uint8Array, size: number): ByteSource {
    return {
      size,
      async read(offset, length) {
        const out = new Uint8Array(Math.max(0, Math.min(length, size - offset)))
        for (let n = 0; n < out.length; n += 1) {
          const at = offset + n
          out[n] = (at < head.length ? head[at] : unit[(at - head.length) % unit.length]) as number
        }
        return out
      },
    }
  }
  const unknown = [1, 255, 255, 255, 255, 255, 255, 255]
  const segment = [0x18, 0x53, 0x80, 0x67, ...unknown]
  const ebml = element([0x1a, 0x45, 0xdf, 0xa3], short(docType, "webm"))
  const recording = drawWebm({ isRecording: true })
  const count = 10_000_000

  test("ten million tiny elements before the tracks are given up", async () => {
    const source = repeated(new Uint8Array([...ebml, ...segment]), new Uint8Array([0xec, 0x80]), 2 * count)
    expect(await problemOf(source)).toBe("video_long")
  })

  test("ten million tiny elements in the tracks are given up", async () => {
    const tracks = [0x16, 0x54, 0xae, 0x6b, 0x10 | ((2 * count) >> 24), ...bytesOf(2 * count)]
    const head = new Uint8Array([...ebml, ...segment, ...tracks])
    expect(await problemOf(repeated(head, new Uint8Array([0xec, 0x80]), head.length + 2 * count))).toBe("video_long")
  })

  test.each([
    ["that go", [0xec, 0x80]],
    ["that stay", [0xe7, 0x80]],
  ])(
    "ten million tiny elements in a cluster are given up: %s",
    async (_what, unit) => {
      const head = new Uint8Array([...recording, 0x1f, 0x43, 0xb6, 0x75, ...unknown])
      expect(await problemOf(repeated(head, new Uint8Array(unit), head.length + 2 * count))).toBe("video_long")
    },
    120_000,
  )

  test("a box of size 0, 1 or more than the file is refused, wherever it is", async () => {
    const bytes = drawMp4({ frames: 100 })
    const text = textOf(bytes)
    for (const type of ["moov", "trak", "mdia", "minf", "stbl", "stsd", "avc1", "avcC", "stsz", "stsc", "mdat"]) {
      const at = text.indexOf(type) - 4
      for (const size of [
        [0, 0, 0, 0],
        [0, 0, 0, 1],
        [0, 0, 0, 7],
        [255, 255, 255, 255],
        [127, 255, 255, 255],
      ]) {
        const broken = bytes.slice()
        broken.set(size, at)
        const problem = await problemOf(sourceOf(broken))
        // A box of size 0 reaches to the end of what it is in, which some may.
        const isWhole = problem === null && size[3] === 0
        if (!isWhole) expect([type, size, problem]).toEqual([type, size, "video_unreadable"])
      }
    }
  })

  test("boxes within boxes a thousand deep are not followed", async () => {
    let nested = new Uint8Array()
    for (let depth = 1; depth <= 1_000; depth += 1) {
      const box = new Uint8Array(nested.length + 8)
      new DataView(box.buffer).setUint32(0, box.length)
      box.set(new TextEncoder().encode(depth % 2 ? "trak" : "moov"), 4)
      box.set(nested, 8)
      nested = box
    }
    const head = drawMp4({ frames: 10 }).slice(0, 24)
    const mdat = [0, 0, 0, 8, 0x6d, 0x64, 0x61, 0x74]
    expect(await problemOf(sourceOf(new Uint8Array([...head, ...mdat, ...nested])))).toBe("video_unreadable")
  })

  test("a film that is too large is not called damaged", async () => {
    const large = drawMp4()
    const at = textOf(large).indexOf("tkhd") + 4 + 76
    new DataView(large.buffer).setUint32(at, 9_000 << 16)
    expect(await problemOf(sourceOf(large))).toBe("video_pixels")
    const wide = drawWebm()
    const width = textOf(wide).indexOf("\xb0\x01\0\0\0\0\0\0\x02\x02") + 9
    wide.set([0x40, 0], width)
    expect(await problemOf(sourceOf(wide))).toBe("video_pixels")
  })
})

/** The last three bytes of a number, big end first. */
const bytesOf = (value: number) => [(value >> 16) & 255, (value >> 8) & 255, value & 255]
