import { env } from "cloudflare:workers"
import { and, eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { openDatabase } from "~/db/client.server"
import { blockedHashes, blocks, media, notifications, profiles, reports } from "~/db/schema"
import { maxCaptionsBytes } from "~/domain/media/videos/policy"
import { deleteOwnFiles } from "~/domain/privacy/files.server"
import { createFiles } from "../../../../worker/adapters/r2-files"
import { createR2Videos } from "../../../../worker/adapters/videos/r2-videos"
import { addCookie, withAccess } from "../../helpers/app"
import { ask, runCron, takeJobs } from "../../helpers/mail"
import { drawMp4, drawWebm } from "../../helpers/media/films"
import { draw, fullJpeg, keysBelow, rowOf, runAllJobs, secrets } from "../../helpers/media/photos"
import { insertFilmmaker, type OwnVideo, storedText } from "../../helpers/media/videos"
import { insertMember, insertStaffMember } from "../../helpers/member"
import { db, insertSubscription, withoutDecisionRules } from "../../helpers/rows"

beforeEach(() => void takeJobs())

type Filmmaker = Awaited<ReturnType<typeof insertFilmmaker>>

const open = async (path: string, token?: string, headers: Record<string, string> = {}) => {
  const init = { headers }
  return ask(path, token ? addCookie(await withAccess(init), `__Host-salon_session=${token}`) : await withAccess(init))
}
const statusOf = async (...args: Parameters<typeof open>) => {
  const response = await open(...args)
  await response.arrayBuffer()
  return response.status
}

async function approve(video: OwnVideo) {
  const staff = await insertStaffMember("moderator")
  const { version } = video
  return (await staff.call("POST", `/admin/media/${video.id}/approve`, { version })).status
}

async function insertPublished(owner: Filmmaker, fields: object = {}): Promise<OwnVideo> {
  const video = await owner.publishable(drawMp4(), fields)
  expect(await approve(video)).toBe(204)
  return owner.get(video.id)
}

const vtt = "WEBVTT\n\n00:00.000 --> 00:02.000\nBonjour\n"

describe("the review of videos", () => {
  test("nobody but the owner and staff sees a video before its review; then it is public, in ranges, and its owner hears of it", async () => {
    const owner = await insertFilmmaker()
    const film = drawMp4()
    const video = await owner.publishable(film)
    const path = `/media/${video.id}/video.mp4`
    const query = video.pass?.query ?? ""
    expect(await statusOf(path)).toBe(404)
    expect(await statusOf(`${path}${query}`)).toBe(404)
    expect(await statusOf(`${path}${query}`, owner.session.token)).toBe(200)
    const staff = await insertStaffMember("moderator")
    const { data } = (await (await staff.call("GET", "/admin/media")).json()) as { data: OwnVideo[] }
    const item = data.find(({ id }) => id === video.id)
    expect(await statusOf(`${path}${item?.pass?.query}`, staff.session.token)).toBe(200)
    expect((await owner.call("POST", `/admin/media/${video.id}/approve`, { version: video.version })).status).toBe(404)
    expect((await staff.call("POST", `/admin/media/${video.id}/approve`, { version: video.version - 1 })).status).toBe(
      409,
    )
    expect((await staff.call("POST", `/admin/media/${video.id}/approve`, { version: video.version })).status).toBe(204)
    const part = await open(path, undefined, { Range: "bytes=4-11" })
    expect([part.status, part.headers.get("Content-Range"), part.headers.get("Content-Type")]).toEqual([
      206,
      `bytes 4-11/${film.length}`,
      "video/mp4",
    ])
    expect(new TextDecoder().decode(await part.arrayBuffer())).toBe("ftypisom")
    const [profile] = await db.select().from(profiles).where(eq(profiles.id, owner.profile.id))
    expect(profile?.videoCount).toBe(1)
    const notices = await db
      .select({ state: notifications.state })
      .from(notifications)
      .where(and(eq(notifications.userId, owner.user.id), eq(notifications.type, "media")))
    expect(notices).toEqual([{ state: "approved" }])
    const page = await (await open(`/api/profiles/${owner.profile.slug}/videos`)).text()
    expect(page).toContain(video.id)
  })

  test("a video without a poster cannot be approved, and one that changed since staff saw it neither", async () => {
    const owner = await insertFilmmaker()
    const { id } = await owner.begin(drawWebm())
    await owner.complete(id)
    await runAllJobs()
    const bare = await owner.get(id)
    expect(bare).toMatchObject({ state: "ready", has_poster: false })
    expect(await approve(bare)).toBe(409)
    const seen = (await (await owner.poster(id, bare.version)).json()) as OwnVideo
    expect((await owner.captions(id, seen.version, vtt)).status).toBe(200)
    expect(await approve(seen)).toBe(409)
    expect(await approve(await owner.get(id))).toBe(204)
    expect(await statusOf(`/media/${id}/video.webm`)).toBe(200)
    expect(await statusOf(`/media/${id}/captions.en.vtt`)).toBe(200)
  })

  test("a declined or withdrawn video is gone at once, and says why; what was uploaded is deleted", async () => {
    const owner = await insertFilmmaker()
    const declined = await owner.publishable(drawMp4(), { client_id: "declined-film" })
    const withdrawn = await insertPublished(owner)
    const staff = await insertStaffMember("moderator")
    const body = { reason: "quality", comment: "Too dark" }
    const decide = (video: OwnVideo, action: string) =>
      staff.call("POST", `/admin/media/${video.id}/${action}`, { ...body, version: video.version })
    expect((await decide(declined, "reject")).status).toBe(204)
    expect((await decide(withdrawn, "take-down")).status).toBe(204)
    expect(await statusOf(`/media/${withdrawn.id}/video.mp4`)).toBe(404)
    await runAllJobs()
    for (const { id } of [declined, withdrawn]) {
      expect(await owner.get(id)).toMatchObject({ state: "rejected", reason: "quality", pass: null })
      expect((await keysBelow(`videos/${id}/`)).length).toBeGreaterThan(0)
    }
    expect(await keysBelow(`uploads/${owner.profile.id}/`)).toEqual([])
    const again = await owner.begin(drawMp4(), { client_id: "declined-film" })
    expect(again.id).not.toBe(declined.id)
  })

  test("the original is deleted a week after approval, and the copy is still served", async () => {
    const owner = await insertFilmmaker()
    const { id } = await insertPublished(owner)
    await runCron("17 3 * * *")
    expect(await keysBelow(`uploads/${owner.profile.id}/`)).toHaveLength(1)
    await db
      .update(media)
      .set({ approvedAt: Date.now() - 8 * 86_400_000 })
      .where(eq(media.id, id))
    await runCron("17 3 * * *")
    expect(await keysBelow(`uploads/${owner.profile.id}/`)).toEqual([])
    expect(await statusOf(`/media/${id}/video.mp4`)).toBe(200)
  })

  test("a video whose file or poster a blocklist knows is quarantined, and its owner is notified of neither", async () => {
    const owner = await insertFilmmaker()
    const film = drawMp4({ frames: 4_321 })
    const hash = await crypto.subtle.digest("SHA-256", film)
    const sha256 = [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("")
    const picture = draw(77)
    const { id: other } = await owner.upload(picture)
    await runAllJobs()
    const pdq = (await rowOf(other))?.pdq ?? ""
    const entry = { list: "test", note: "", createdAt: 1 }
    await db.insert(blockedHashes).values([
      { ...entry, id: `sha-${sha256}`, sha256 },
      { ...entry, id: `pdq-${pdq}`, pdq },
    ])
    const { id: first } = await owner.begin(film)
    await owner.complete(first)
    await runAllJobs()
    const { id: second, version } = await owner.begin(drawMp4({ frames: 1_234 }))
    expect((await owner.poster(second, version, picture)).status).toBe(422)
    for (const id of [first, second]) {
      expect(await owner.get(id)).toMatchObject({ state: "rejected", reason: "unprocessable", pass: null })
      expect((await rowOf(id))?.state).toBe("quarantined")
      const [report] = await db.select().from(reports).where(eq(reports.mediaId, id))
      expect(report?.priority).toBe("P0")
    }
    await db.delete(blockedHashes).where(eq(blockedHashes.list, "test"))
  })
})

describe("who may see a published video", () => {
  test("a private video is for premium members, without a block; a hidden one is for its owner alone", async () => {
    const owner = await insertFilmmaker()
    const video = await insertPublished(owner, { visibility: "private" })
    const path = `/media/${video.id}/video.mp4`
    const fan = await insertMember()
    await insertSubscription({ userId: fan.user.id })
    const ticket = async (member = fan) => member.call("POST", `/media/${video.id}/ticket`)
    const { query } = (await (await ticket()).json()) as { query: string }
    expect(await statusOf(path)).toBe(404)
    expect(await statusOf(`${path}${query}`)).toBe(404)
    expect(await statusOf(`${path}${query}`, (await insertMember()).session.token)).toBe(404)
    expect(await statusOf(`${path}${query}`, fan.session.token)).toBe(200)
    expect((await ticket(await insertMember())).status).toBe(404)
    await db.insert(blocks).values({ userId: owner.user.id, blockedId: fan.user.id, createdAt: 1 })
    expect(await statusOf(`${path}${query}`, fan.session.token)).toBe(404)
    await db.delete(blocks).where(eq(blocks.blockedId, fan.user.id))
    expect((await owner.edit(video.id, { version: video.version, visibility: "hidden" })).status).toBe(200)
    expect(await statusOf(`${path}${query}`, fan.session.token)).toBe(404)
    const own = await owner.get(video.id)
    expect(await statusOf(`${path}${own.pass?.query}`, owner.session.token)).toBe(200)
    const [profile] = await db.select().from(profiles).where(eq(profiles.id, owner.profile.id))
    expect(profile?.videoCount).toBe(0)
    const page = await (await open(`/api/profiles/${owner.profile.slug}/videos`, fan.session.token)).text()
    expect(page).not.toContain(video.id)
  })

  test("the owner removes a published video at once, whatever the state of their account", async () => {
    const owner = await insertFilmmaker()
    const { id } = await insertPublished(owner)
    await withoutDecisionRules(() =>
      db.update(profiles).set({ state: "suspended" }).where(eq(profiles.id, owner.profile.id)),
    )
    expect((await owner.remove(id)).status).toBe(204)
    expect(await statusOf(`/media/${id}/video.mp4`)).toBe(404)
    await runAllJobs()
    expect(await keysBelow(`videos/${id}/`)).toEqual([])
  })

  test("an erasure deletes films, posters, originals and open uploads", async () => {
    const owner = await insertFilmmaker()
    const { id } = await insertPublished(owner)
    const unfinished = await owner.begin(drawMp4())
    const row = await rowOf(unfinished.id)
    const [upload] = (
      await env.DB.prepare("SELECT upload_id FROM videos WHERE media_id = ?")
        .bind(unfinished.id)
        .all<{ upload_id: string }>()
    ).results
    const { db: own } = openDatabase(env.DB, "first-primary")
    await deleteOwnFiles(
      { db: own, files: createFiles(env.MEDIA), now: Date.now, videos: createR2Videos(env.MEDIA) },
      owner.user.id,
    )
    expect([...(await keysBelow(`videos/${id}/`)), ...(await keysBelow(`uploads/${owner.profile.id}/`))]).toEqual([])
    const late = env.MEDIA.resumeMultipartUpload(row?.uploadKey ?? "", upload?.upload_id ?? "").uploadPart(1, "late")
    await expect(late).rejects.toThrow()
  })
})

describe("texts, posters and captions", () => {
  test("titles and descriptions of both languages are shown to their readers, and those of an approved video stay", async () => {
    const owner = await insertFilmmaker()
    const { id, version } = await owner.begin(drawMp4())
    const texts = { en: { title: "A walk", description: "Along the river" }, fr: { title: "Une promenade" } }
    expect((await owner.edit(id, { version, texts })).status).toBe(200)
    expect((await owner.edit(id, { version, texts: { en: { title: "Lost" } } })).status).toBe(409)
    await owner.complete(id)
    await runAllJobs()
    await owner.poster(id, (await owner.get(id)).version)
    const video = await owner.get(id)
    expect(video.texts).toMatchObject({ en: texts.en, fr: { title: "Une promenade", description: "" } })
    expect(await approve(video)).toBe(204)
    const { version: approved } = await owner.get(id)
    const codes = await Promise.all([
      owner.edit(id, { version: approved, texts: { en: { title: "Something else" } } }),
      owner.poster(id, approved),
      owner.captions(id, approved, vtt),
    ])
    for (const response of codes) {
      expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([409, "video.reviewed"])
    }
    const page = await (await open(`/api/profiles/${owner.profile.slug}/videos`)).text()
    expect(page).toContain("A walk")
    expect(page).not.toContain("Something else")
  })

  test("nothing of a poster's metadata is in what is stored, and only its current version may be replaced", async () => {
    const owner = await insertFilmmaker()
    const { id, version } = await owner.begin(drawMp4())
    expect((await owner.poster(id, version + 1, fullJpeg)).status).toBe(409)
    expect(await keysBelow(`videos/${id}/`)).toEqual([])
    const video = (await (await owner.poster(id, version, fullJpeg)).json()) as OwnVideo
    expect(video).toMatchObject({ has_poster: true, version: version + 2 })
    const keys = await keysBelow(`videos/${id}/`)
    expect(keys).toEqual([`videos/${id}/320.webp`])
    const stored = await storedText(keys[0] as string)
    expect([...Object.values(secrets), "Exif", "XMP "].filter((secret) => stored.includes(secret))).toEqual([])
    expect((await owner.poster(id, video.version, "no picture")).status).toBe(422)
    expect(await owner.get(id)).toMatchObject({ has_poster: true, version: video.version })
  })

  test.each([
    ["text without a header", "00:00.000 --> 00:02.000\nx\n"],
    ["no cue", "WEBVTT\n"],
    ["a style sheet", `WEBVTT\n\nSTYLE\n::cue { background: url(https://example.org/x) }\n\n${vtt.slice(8)}`],
    ["a region", `WEBVTT\n\nREGION\nid:x\n\n${vtt.slice(8)}`],
    ["times that end before they begin", "WEBVTT\n\n00:03.000 --> 00:02.000\nx\n"],
    ["HTML", "<script>alert(1)</script>"],
  ])("captions that are no plain WebVTT are refused: %s", async (_what, text) => {
    const owner = await insertFilmmaker()
    const { id, version } = await owner.begin(drawMp4())
    const response = await owner.captions(id, version, text)
    expect(response.status).toBe(422)
    expect(((await response.json()) as { errors: object }).errors).toHaveProperty("captions")
    expect(await owner.get(id)).toMatchObject({ captions: [], version })
  })

  test("captions of each language are stored, replaced and removed; large ones are refused", async () => {
    const owner = await insertFilmmaker()
    const { id, version } = await owner.begin(drawMp4())
    const large = `${vtt}${"x".repeat(maxCaptionsBytes)}`
    expect((await owner.captions(id, version, large)).status).toBe(422)
    expect((await owner.captions(id, version, vtt, "de")).status).toBe(422)
    expect((await owner.captions(id, version, vtt, "fr")).status).toBe(200)
    const { version: second } = await owner.get(id)
    expect((await owner.captions(id, second, `${vtt}\nNOTE of mine\n`, "en")).status).toBe(200)
    const both = await owner.get(id)
    expect(both.captions).toEqual(["en", "fr"])
    const removed = await owner.call("DELETE", `/me/profile/videos/${id}/captions/en?version=${both.version}`)
    expect(((await removed.json()) as OwnVideo).captions).toEqual(["fr"])
    expect(await keysBelow(`videos/${id}/`)).toEqual([`videos/${id}/captions.fr.vtt`])
  })
})
