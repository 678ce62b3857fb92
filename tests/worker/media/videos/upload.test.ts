import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { media, videoParts } from "~/db/schema"
import { videoPartBytes } from "~/domain/core/ports/video-provider"
import { uploadLifetime, videoLimits } from "~/domain/media/videos/policy"
import { takeLog } from "../../helpers/log"
import { runCron, runJobs, takeJobs } from "../../helpers/mail"
import { drawMp4, drawWebm, hidden } from "../../helpers/media/films"
import { keysBelow, rowOf, runAllJobs } from "../../helpers/media/photos"
import { digestOf, insertFilmmaker, type OwnVideo, piecesOf, storedText } from "../../helpers/media/videos"
import { insertMember } from "../../helpers/member"
import { db } from "../../helpers/rows"

beforeEach(() => void takeJobs())

/** A little more than two parts. */
const long = drawMp4({ frames: 2 * videoPartBytes })
const code = async (response: Response) => [response.status, ((await response.json()) as { code?: string }).code]
const problem = async (response: Response) => {
  const { errors } = (await response.json()) as { errors?: { video?: string[] } }
  return [response.status, errors?.video?.[0]]
}

describe("what an upload leaves", () => {
  test.each([
    ["an MP4", drawMp4(), "mp4", 7],
    ["a phone's QuickTime movie", drawMp4({ isQuickTime: true }), "mp4", 7],
    ["a WebM", drawWebm(), "webm", 9],
    ["a recorded WebM", drawWebm({ isRecording: true }), "webm", 1],
    ["an MP4 in three parts", long, "mp4", 7],
  ])(
    "nothing of a file's metadata, other tracks or stray bytes is in the copy that is served: %s",
    async (_what, bytes, type, duration) => {
      const before = new TextDecoder("latin1").decode(bytes)
      expect(Object.values(hidden).filter((secret) => before.includes(secret)).length).toBeGreaterThan(4)
      const owner = await insertFilmmaker()
      const { id } = await owner.begin(bytes)
      const completed = (await (await owner.complete(id)).json()) as OwnVideo
      expect(completed).toMatchObject({
        state: "uploaded",
        type,
        duration,
        frame_width: 640,
        frame_height: 360,
        upload: null,
      })
      await runAllJobs()
      expect(await owner.get(id)).toMatchObject({ state: "ready", has_poster: false })
      const found = await storedText(`videos/${id}/video.${type}`)
      expect(found.length).toBe(bytes.length)
      expect(Object.entries(hidden).filter(([, secret]) => found.includes(secret))).toEqual([])
      expect(found).not.toContain("\xe0\x12\x34\x56")
      // The film itself is where it was.
      const at = before.indexOf("Z".repeat(2_000))
      expect(found.slice(at, at + 2_000)).toBe("Z".repeat(2_000))
      expect(found.match(/<{300}/)?.index).toBe(before.match(/<{300}/)?.index)
      expect((await rowOf(id))?.sha256).toMatch(/^[0-9a-f]{64}$/)
    },
  )
})

describe("parts", () => {
  test("parts may arrive in any order and twice, and the upload says which are stored", async () => {
    const owner = await insertFilmmaker()
    const pieces = piecesOf(long)
    const { id } = (await (await owner.open(long.length, { client_id: "the-same-file" })).json()) as OwnVideo
    for (const number of [3, 1, 3]) expect((await owner.part(id, number, pieces[number - 1] as never)).status).toBe(204)
    expect(await code(await owner.complete(id))).toEqual([409, "video.parts_missing"])
    // After a reload, or in a second tab: the same file resumes the same upload.
    const again = (await (await owner.open(long.length, { client_id: "the-same-file" })).json()) as OwnVideo
    expect(again).toMatchObject({
      id,
      upload: { client_id: "the-same-file", part_bytes: videoPartBytes, part_count: 3, parts: [1, 3] },
    })
    expect((await owner.open(long.length + 1, { client_id: "the-same-file" })).status).toBe(409)
    expect((await owner.part(id, 2, pieces[1] as never)).status).toBe(204)
    const both = await Promise.all([owner.complete(id), owner.complete(id)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(await owner.get(id)).toMatchObject({ state: "uploaded" })
    expect(takeJobs().filter(({ kind }) => kind === "media")).toHaveLength(1)
    expect((await owner.complete(id)).status).toBe(200)
    expect((await owner.part(id, 2, pieces[1] as never)).status).toBe(409)
  })

  test("a part of a wrong number, length, hash or content is refused, and can be sent again", async () => {
    const owner = await insertFilmmaker()
    const [first, , last] = piecesOf(long) as [never, never, never]
    const { id } = (await (await owner.open(long.length)).json()) as OwnVideo
    const damaged = [400, "video.part_damaged"]
    expect(await code(await owner.part(id, 1, last))).toEqual(damaged)
    expect(await code(await owner.part(id, 3, first))).toEqual(damaged)
    expect(await code(await owner.part(id, 4, last))).toEqual(damaged)
    expect((await owner.part(id, 0, last)).status).toBe(422)
    expect(await code(await owner.part(id, 3, last, { digest: await digestOf(first) }))).toEqual(damaged)
    expect(await code(await owner.part(id, 3, last, { digest: "sha-256=:nonsense:" }))).toEqual(damaged)
    expect((await owner.get(id)).upload?.parts).toEqual([])
    expect((await owner.part(id, 3, last)).status).toBe(204)
    const other = new Uint8Array((last as Uint8Array).length)
    expect((await owner.part(id, 3, other)).status).toBe(409)
  })

  test("an upload goes on where a failing bucket broke it off", async () => {
    const owner = await insertFilmmaker()
    const [first, second, third] = piecesOf(long) as [never, never, never]
    const { id } = (await (await owner.open(long.length)).json()) as OwnVideo
    expect((await owner.part(id, 1, first)).status).toBe(204)
    const broken = {
      MEDIA: {
        resumeMultipartUpload: () => ({
          uploadPart: async () => {
            throw new Error("out of order")
          },
        }),
      },
    }
    expect(await code(await owner.part(id, 2, second, { changes: broken }))).toEqual([503, "video.unavailable"])
    expect(takeLog("request.failed")).toMatchObject([{ event: "request.failed", error: "AppError: video.unavailable" }])
    expect((await owner.get(id)).upload?.parts).toEqual([1])
    for (const [number, piece] of [
      [2, second],
      [3, third],
    ] as const)
      expect((await owner.part(id, number, piece)).status).toBe(204)
    expect((await owner.complete(id)).status).toBe(200)
  })

  test("parts that the bucket lost are asked for again", async () => {
    const owner = await insertFilmmaker()
    const film = drawMp4()
    const { id } = await owner.begin(film)
    await db.update(videoParts).set({ etag: "another" }).where(eq(videoParts.mediaId, id))
    expect(await code(await owner.complete(id))).toEqual([409, "video.parts_missing"])
    expect((await owner.get(id)).upload?.parts).toEqual([])
    expect((await owner.part(id, 1, film)).status).toBe(204)
    expect((await owner.complete(id)).status).toBe(200)
  })
})

describe("what an upload refuses", () => {
  test.each([
    ["text", new TextEncoder().encode("<script>alert(1)</script>".repeat(9)), "isn’t accepted"],
    ["an AVIF picture", drawMp4({ brand: "avif" }), "isn’t accepted"],
    ["H.265", drawMp4({ codec: "hvc1" }), "On an iPhone, choose “Most Compatible”"],
    ["a phone's H.265", drawMp4({ codec: "hvc1", isQuickTime: true }), "On an iPhone, choose “Most Compatible”"],
    ["AC-3", drawMp4({ sound: "ac-3" }), "many devices can’t play"],
    ["a WebM with another codec", drawWebm({ codec: "V_MPEG4/ISO/AVC" }), "It needs VP8, VP9 or AV1"],
    ["a WebM with Vorbis", drawWebm({ sound: "A_VORBIS" }), "not Vorbis"],
    ["fragments", drawMp4({ isFragmented: true }), "cut into fragments"],
    ["the first half of an MP4", drawMp4().slice(0, 1_200), "may be damaged"],
    ["a file type box alone", drawMp4().slice(0, 28), "may be damaged"],
    ["the first 60 bytes of a WebM", drawWebm().slice(0, 60), "may be damaged"],
  ])(
    "a file that is no accepted video is refused with a sentence, and nothing of it is left: %s",
    async (_what, bytes, sentence) => {
      const owner = await insertFilmmaker()
      const { id } = await owner.begin(bytes)
      expect(await problem(await owner.complete(id))).toEqual([422, expect.stringContaining(sentence)])
      await runAllJobs()
      expect(await owner.videos()).toEqual([])
      expect(await keysBelow(`uploads/${owner.profile.id}/`)).toEqual([])
    },
  )

  test("a file whose samples lie outside of it is rejected, and its files are deleted", async () => {
    const owner = await insertFilmmaker()
    const { id } = await owner.begin(drawMp4({ shift: 100_000 }))
    expect((await owner.complete(id)).status).toBe(200)
    await runAllJobs()
    expect(await owner.get(id)).toMatchObject({ state: "rejected", reason: "unprocessable", pass: null })
    expect([...(await keysBelow(`uploads/${owner.profile.id}/`)), ...(await keysBelow(`videos/${id}/`))]).toEqual([])
  })

  test("sizes beyond 2 GB, and malformed requests, are refused", async () => {
    const owner = await insertFilmmaker()
    for (const bytes of [0, -1, 1.5, 2 * 1024 ** 3 + 1, "many"])
      expect((await owner.open(bytes as number)).status).toBe(422)
    expect((await owner.open(10, { client_id: "../x" })).status).toBe(422)
    expect((await owner.open(10, { visibility: "friends" })).status).toBe(422)
    expect(await owner.videos()).toEqual([])
  })

  test("a profile has a limited number of open uploads, videos and bytes a day, and a removed one still counts for the day", async () => {
    const owner = await insertFilmmaker()
    const opened: string[] = []
    for (let count = 0; count < videoLimits.open; count += 1)
      opened.push(((await (await owner.open(2 * 1024 ** 3)).json()) as OwnVideo).id)
    expect(await code(await owner.open(10))).toEqual([409, "video.open"])
    for (const id of opened) expect((await owner.remove(id)).status).toBe(204)
    for (let count = 0; count < 2; count += 1) expect((await owner.open(2 * 1024 ** 3)).status).toBe(201)
    expect(await code(await owner.open(10))).toEqual([409, "video.day"])
    await db.update(media).set({ createdAt: 1, state: "approved" }).where(eq(media.profileId, owner.profile.id))
    const [row] = await db.select().from(media).where(eq(media.profileId, owner.profile.id))
    for (let count = 0; count < videoLimits.videos; count += 1)
      await db
        .insert(media)
        .values({ ...(row as NonNullable<typeof row>), id: `filler-${count}-${owner.profile.id}`, clientId: null })
    expect(await code(await owner.open(10))).toEqual([409, "video.full"])
  })

  test("only the owner of the profile sees an upload, sends its parts, completes it or removes it", async () => {
    const owner = await insertFilmmaker()
    const film = drawMp4()
    const { id } = (await (await owner.open(film.length)).json()) as OwnVideo
    const other = await insertFilmmaker()
    expect((await other.part(id, 1, film)).status).toBe(404)
    expect((await other.complete(id)).status).toBe(404)
    expect((await other.remove(id)).status).toBe(404)
    expect((await other.edit(id, { version: 1, visibility: "hidden" })).status).toBe(404)
    expect((await other.poster(id, 1)).status).toBe(404)
    expect((await other.captions(id, 1, "WEBVTT\n\n00:00.000 --> 00:01.000\nx\n")).status).toBe(404)
    const member = await insertMember()
    for (const path of ["", `/${id}`]) expect((await member.call("GET", `/me/profile/videos${path}`)).status).toBe(404)
    expect((await member.call("POST", "/me/profile/videos", { client_id: "a-file-of-mine", bytes: 9 })).status).toBe(
      404,
    )
    expect(await keysBelow(`uploads/${owner.profile.id}/`)).toEqual([])
  })
})

describe("what is not finished", () => {
  test("a cancelled upload is aborted, and the same file can be uploaded again", async () => {
    const owner = await insertFilmmaker()
    const film = drawMp4()
    const { id } = await owner.begin(film, { client_id: "cancelled-file" })
    const upload = await uploadIdOf(id)
    expect((await owner.remove(id)).status).toBe(204)
    await runAllJobs()
    await expect(isOpen(upload)).resolves.toBe(false)
    expect((await owner.part(id, 1, film)).status).toBe(404)
    const next = await owner.begin(film, { client_id: "cancelled-file" })
    expect(next.id).not.toBe(id)
  })

  test("an upload that nobody continues is given up after three days, with its parts", async () => {
    const owner = await insertFilmmaker()
    const old = await owner.begin(drawMp4())
    const recent = await owner.begin(drawMp4())
    const upload = await uploadIdOf(old.id)
    await db
      .update(media)
      .set({ updatedAt: Date.now() - uploadLifetime - 60_000 })
      .where(eq(media.id, old.id))
    await runCron("17 3 * * *")
    await expect(isOpen(upload)).resolves.toBe(false)
    await expect(isOpen(await uploadIdOf(recent.id))).resolves.toBe(true)
    expect((await owner.videos()).map(({ id }) => id)).toEqual([recent.id])
  })

  test("a job that is delivered twice, or at once, leaves one copy and one version", async () => {
    const owner = await insertFilmmaker()
    const { id } = await owner.begin(drawMp4())
    await owner.complete(id)
    const jobs = takeJobs()
    await Promise.all([runJobs([...jobs]), runJobs([...jobs])])
    const { version } = await owner.get(id)
    await runJobs([...jobs])
    expect(await owner.get(id)).toMatchObject({ state: "ready", version })
    expect(await keysBelow(`videos/${id}/`)).toEqual([`videos/${id}/video.mp4`])
  })

  test("a video that is removed while it is processed leaves no file", async () => {
    const owner = await insertFilmmaker()
    const { id } = await owner.begin(drawMp4())
    await owner.complete(id)
    const jobs = takeJobs()
    await owner.remove(id)
    await runJobs([...jobs, ...takeJobs()])
    expect([...(await keysBelow(`videos/${id}/`)), ...(await keysBelow(`uploads/${owner.profile.id}/`))]).toEqual([])
  })
})

/** The bucket's key and id of an upload. */
async function uploadIdOf(id: string): Promise<{ key: string; uploadId: string }> {
  const row = await env.DB.prepare(
    "SELECT m.upload_key AS key, v.upload_id AS uploadId FROM videos v JOIN media m ON m.id = v.media_id WHERE m.id = ?",
  )
    .bind(id)
    .first<{ key: string; uploadId: string }>()
  if (!row) throw new Error("No upload")
  return row
}

/** Whether the bucket still takes parts of an upload. */
async function isOpen({ key, uploadId }: { key: string; uploadId: string }): Promise<boolean> {
  try {
    await env.MEDIA.resumeMultipartUpload(key, uploadId).uploadPart(900, "x")
    return true
  } catch {
    return false
  }
}
