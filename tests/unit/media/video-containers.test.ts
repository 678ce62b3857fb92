import { readdirSync, readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { findMetadata, readVideo } from "~/domain/media/videos/containers/read-video"
import { applyPatches, type ByteSource, patchesBetween, RefusedVideo } from "~/domain/media/videos/containers/source"
import { drawMp4, drawWebm } from "../../worker/helpers/media/films"

const folder = new URL("../../../scripts/seed/demo/videos/", import.meta.url)

function sourceOf(bytes: Uint8Array): ByteSource {
  return { size: bytes.length, read: async (offset, length) => bytes.slice(offset, offset + length) }
}

/** Strips a file in pieces, as the copy does. */
async function strip(bytes: Uint8Array, piece: number): Promise<Uint8Array> {
  const copy = bytes.slice()
  const patchesIn = patchesBetween(await findMetadata(sourceOf(bytes)))
  for (let at = 0; at < copy.length; at += piece) {
    const part = copy.subarray(at, at + piece)
    applyPatches(part, at, patchesIn(at, at + part.length))
  }
  return copy
}

describe("the files of videos", () => {
  test.each(readdirSync(folder))(
    "a film of the demonstration is read, and stripping it twice changes it once: %s",
    async (name) => {
      const bytes = new Uint8Array(readFileSync(new URL(name, folder)))
      const facts = await readVideo(sourceOf(bytes))
      expect(facts).toMatchObject({ type: "mp4", duration: 8 })
      expect(facts.width / facts.height).toBeCloseTo(16 / 9, 1)
      const once = await strip(bytes, 1_000)
      expect(await readVideo(sourceOf(once))).toEqual(facts)
      expect(Buffer.compare(once, await strip(once, 64 * 1024))).toBe(0)
      expect(new TextDecoder("latin1").decode(once)).not.toMatch(/udta|Lavf|VideoHandler/)
    },
  )

  test.each([
    ["MP4", drawMp4()],
    ["WebM", drawWebm()],
    ["a recorded WebM", drawWebm({ isRecording: true })],
  ])("it does not matter where a file is cut into pieces: %s", async (_what, bytes) => {
    const whole = await strip(bytes, bytes.length)
    for (const piece of [7, 64, 1_021]) expect(Buffer.compare(await strip(bytes, piece), whole)).toBe(0)
  })

  test.each([
    ["MP4", drawMp4({ frames: 400 })],
    ["WebM", drawWebm({ frames: 400 })],
  ])("a file that is cut off or has a wrong byte is read or refused, never anything else: %s", async (_what, bytes) => {
    const attempt = async (broken: Uint8Array) => {
      try {
        await readVideo(sourceOf(broken))
        await findMetadata(sourceOf(broken))
      } catch (error) {
        if (!(error instanceof RefusedVideo)) throw error
      }
    }
    for (let length = 0; length < bytes.length; length += 13) await attempt(bytes.slice(0, length))
    for (let at = 0; at < bytes.length; at += 3) {
      for (const value of [0, 1, 0x7f, 0xff]) {
        const broken = bytes.slice()
        broken[at] = value
        await attempt(broken)
      }
    }
  })
})
