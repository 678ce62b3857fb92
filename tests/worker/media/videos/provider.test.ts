import { env } from "cloudflare:workers"
import { describe, expect, test } from "vitest"
import {
  DamagedPart,
  LostParts,
  type VideoProvider,
  type VideoUpload,
  videoPartBytes,
} from "~/domain/core/ports/video-provider"
import { RefusedVideo } from "~/domain/media/videos/containers/source"
import { storeHashed } from "../../../../worker/adapters/videos/hashed-part"
import { createR2Videos } from "../../../../worker/adapters/videos/r2-videos"
import { createStreamVideos } from "../../../../worker/adapters/videos/stream-videos"
import { drawMp4, hidden } from "../../helpers/media/films"
import { openStreamSimulator } from "../../helpers/media/stream-simulator"
import { piecesOf, storedText } from "../../helpers/media/videos"

type Bytes = Uint8Array<ArrayBuffer>

let uploads = 0
const stream = openStreamSimulator()
const providers: Record<string, VideoProvider> = {
  "the R2 bucket": createR2Videos(env.MEDIA),
  "Cloudflare Stream": createStreamVideos(env.MEDIA, stream.settings),
}

const hexOf = async (bytes: Bytes) =>
  [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("")

async function partOf(number: number, bytes: Bytes, changes: { sha256?: string; bytes?: number } = {}) {
  const body = new Response(bytes).body as ReadableStream<Uint8Array>
  return { number, bytes: bytes.length, sha256: await hexOf(bytes), body, ...changes }
}

/** Asks again until there is a result, as the cron does. */
async function settle<Result>(ask: () => Promise<Result | null>): Promise<Result> {
  for (let tries = 0; tries < 5; tries += 1) {
    const result = await ask()
    if (result) return result
  }
  throw new Error("Nothing came of it")
}

describe.each(Object.entries(providers))("a video at %s", (_, provider) => {
  async function open(bytes: number): Promise<VideoUpload> {
    uploads += 1
    const key = `uploads/contract/${uploads}`
    return { key, uploadId: await provider.open(key, bytes), bytes }
  }
  async function send(film: Bytes): Promise<VideoUpload> {
    const upload = await open(film.length)
    const parts = []
    for (const [index, piece] of piecesOf(film).entries()) {
      const part = await partOf(index + 1, piece)
      parts.push({ number: index + 1, etag: await provider.writePart(upload, part) })
    }
    await provider.complete(upload, parts)
    // The response was lost.
    await provider.complete(upload, parts)
    return upload
  }

  test("is taken in parts, read, and copied without what its file hides, however often that is asked", async () => {
    const film = drawMp4({ frames: videoPartBytes })
    const upload = await send(film)
    expect(await settle(() => provider.inspect(upload))).toMatchObject({ type: "mp4", duration: 7 })
    const folder = `videos/contract-${uploads}`
    const prepared = await settle(() => provider.prepare(upload, folder))
    expect(prepared.sha256).toMatch(/^[0-9a-f]{64}$/)
    expect(await provider.prepare(upload, folder)).toEqual(prepared)
    const copy = await storedText(`${folder}/video.mp4`)
    expect(copy.slice(4, 8)).toBe("ftyp")
    for (const secret of Object.values(hidden)) expect([secret, copy.includes(secret)]).toEqual([secret, false])
    expect((await env.MEDIA.head(`${folder}/video.mp4`))?.httpMetadata?.contentType).toBe("video/mp4")
  })

  test("takes a part again, and none that is cut, too long or another than its hash says", async () => {
    const film = drawMp4()
    const upload = await open(film.length)
    const damaged = [
      await partOf(1, film.slice(0, -1), { bytes: film.length }),
      await partOf(1, film, { bytes: film.length - 1 }),
      await partOf(1, film, { sha256: "0".repeat(64) }),
    ]
    for (const part of damaged) await expect(provider.writePart(upload, part)).rejects.toThrow(DamagedPart)
    await provider.writePart(upload, await partOf(1, film))
    const etag = await provider.writePart(upload, await partOf(1, film))
    await provider.complete(upload, [{ number: 1, etag }])
    expect(await settle(() => provider.inspect(upload))).toMatchObject({ type: "mp4" })
  })

  test("is refused if it is no video", async () => {
    const upload = await send(new TextEncoder().encode("Dear Sir or Madam, this is no film. ".repeat(40)))
    await expect(settle(() => provider.inspect(upload))).rejects.toThrow(RefusedVideo)
  })

  test("is gone once it is discarded, complete or not, as often as that is asked", async () => {
    const film = drawMp4()
    const begun = await open(film.length)
    const etag = await provider.writePart(begun, await partOf(1, film))
    for (const upload of [begun, await send(film)]) {
      await provider.discard(upload)
      await provider.discard(upload)
    }
    await expect(provider.complete(begun, [{ number: 1, etag }])).rejects.toThrow(LostParts)
    await expect(provider.writePart(begun, await partOf(1, film))).rejects.toThrow()
  })
})

describe("Cloudflare Stream", () => {
  const provider = createStreamVideos(env.MEDIA, stream.settings)

  test("that is down is no reason to refuse a video or its parts: the request can be repeated", async () => {
    const film = drawMp4()
    const upload = { key: "", uploadId: await provider.open("", film.length), bytes: film.length }
    for (const status of [429, 500, 503]) {
      stream.fail(status)
      const failed = await provider.writePart(upload, await partOf(1, film)).catch((error: unknown) => error)
      expect(failed).not.toBeInstanceOf(DamagedPart)
      expect(failed).toMatchObject({ message: expect.stringContaining(String(status)) })
    }
    const etag = await provider.writePart(upload, await partOf(1, film))
    await provider.complete(upload, [{ number: 1, etag }])
    stream.fail(502)
    await expect(provider.inspect(upload)).rejects.not.toBeInstanceOf(RefusedVideo)
    expect(await settle(() => provider.inspect(upload))).toMatchObject({ type: "mp4" })
  })

  test("takes no part before the ones that precede it, and stores a repeated one once", async () => {
    const film = drawMp4({ frames: videoPartBytes })
    const [first, second] = piecesOf(film) as [Bytes, Bytes]
    const upload = { key: "", uploadId: await provider.open("", film.length), bytes: film.length }
    await expect(provider.writePart(upload, await partOf(2, second))).rejects.toThrow("part 2 before the others")
    for (const [number, piece] of [
      [1, first],
      [1, first],
      [2, second],
    ] as const) {
      await provider.writePart(upload, await partOf(number, piece))
    }
    expect(await settle(() => provider.inspect(upload))).toMatchObject({ duration: 7 })
    await expect(provider.complete(upload, [{ number: 1, etag: "" }])).rejects.toThrow(LostParts)
  })
})

test("a part is passed on as it arrives: hardly more of it is held than its store has taken", async () => {
  const [piece, bytes] = [new Uint8Array(64 * 1024), 2 * 1024 * 1024]
  let [given, taken, most] = [0, 0, 0]
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (given >= bytes) return controller.close()
        given += piece.length
        controller.enqueue(piece.slice())
      },
    },
    { highWaterMark: 0 },
  )
  const store = async (readable: ReadableStream<Uint8Array>) => {
    for (const reader = readable.getReader(); ; ) {
      // A slow store: without waiting for it, everything would have been read by now.
      await new Promise((resolve) => setTimeout(resolve))
      most = Math.max(most, given - taken)
      const { done, value } = await reader.read()
      if (done) return "stored"
      taken += value.length
    }
  }
  const part = { number: 1, bytes, sha256: await hexOf(new Uint8Array(bytes)), body }
  expect(await storeHashed(part, store)).toBe("stored")
  expect([taken, most < bytes / 8]).toEqual([bytes, true])
})
