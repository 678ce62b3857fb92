import { env } from "cloudflare:workers"
import { beforeAll, describe, expect, test } from "vitest"
import { fetchApp, withAccess } from "../helpers/app"
import { insertCategory, insertCity, insertMedia, insertProfile } from "../helpers/rows"

const content = "0123456789"
const captions = "WEBVTT\n\n00:00.000 --> 00:01.000\nÀ bientôt\n"
let video: { id: string; storageKey: string }
let etag: string
let lastModified: string

beforeAll(async () => {
  const base = { cityId: (await insertCity()).id, categoryId: (await insertCategory()).id }
  const { id: profileId } = await insertProfile(base)
  video = await insertMedia({ profileId, kind: "video", width: 1_280, height: 720, duration: 8, captions: "en,fr" })
  await env.MEDIA.put(`${video.storageKey}/video.mp4`, content)
  await env.MEDIA.put(`${video.storageKey}/640.webp`, "poster")
  await env.MEDIA.put(`${video.storageKey}/captions.fr.vtt`, captions)
  for (const name of ["original.mp4", "captions.de.vtt", "captions..vtt"])
    await env.MEDIA.put(`${video.storageKey}/${name}`, "not to be had")
  const whole = await ask()
  etag = whole.headers.get("ETag") ?? ""
  lastModified = whole.headers.get("Last-Modified") ?? ""
  await whole.text()
})

async function ask(headers: Record<string, string> = {}, method = "GET", name = "video.mp4"): Promise<Response> {
  return fetchApp(`/media/${video.id}/${name}`, await withAccess({ headers, method }))
}

const seen = async (response: Response) => ({
  status: response.status,
  text: await response.text(),
  range: response.headers.get("Content-Range"),
  length: response.headers.get("Content-Length"),
})

describe("a video", () => {
  test("a video is served whole, and announces range requests", async () => {
    const response = await ask()
    expect(response.headers.get("Content-Type")).toBe("video/mp4")
    expect(response.headers.get("Accept-Ranges")).toBe("bytes")
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff")
    expect(response.headers.get("Cache-Control")).toContain("max-age=3600, must-revalidate")
    expect(Date.parse(lastModified)).toBeGreaterThan(0)
    expect(await seen(response)).toEqual({ status: 200, text: content, range: null, length: "10" })
  })

  test.each([
    ["bytes=0-3", "0123", "0-3"],
    ["bytes=4-", "456789", "4-9"],
    ["bytes=9-", "9", "9-9"],
    ["bytes=8-99", "89", "8-9"],
    ["bytes=-3", "789", "7-9"],
    ["bytes=-99", content, "0-9"],
  ])("a video is served in part: %s", async (range, text, part) => {
    const response = await ask({ Range: range })
    expect(response.headers.get("ETag")).toBe(etag)
    expect(response.headers.get("Content-Type")).toBe("video/mp4")
    expect(await seen(response)).toEqual({
      status: 206,
      text,
      range: `bytes ${part}/10`,
      length: String(text.length),
    })
  })

  test.each(["bytes=10-", "bytes=10-20", "bytes=-0"])("a video has no part %s, and states its size", async (range) => {
    const response = await ask({ Range: range })
    expect(response.headers.get("Cache-Control")).toBe("private, no-store")
    expect(await seen(response)).toMatchObject({ status: 416, text: "", range: "bytes */10" })
  })

  test.each(["bytes=0-1,4-5", "bytes=5-4", "bytes=x", "lines=1-2"])("a video is served whole for %s", async (range) => {
    expect(await seen(await ask({ Range: range }))).toMatchObject({ status: 200, text: content, range: null })
  })

  test("a video is continued only while it is the same file (If-Range)", async () => {
    const partOf = async (version: string) => (await seen(await ask({ Range: "bytes=2-3", "If-Range": version }))).text
    expect(await partOf(etag)).toBe("23")
    expect(await partOf(lastModified)).toBe("23")
    for (const other of ['"other"', `W/${etag}`, new Date(0).toUTCString()]) expect(await partOf(other)).toBe(content)
    expect((await ask({ Range: "bytes=99-", "If-Range": '"other"' })).status).toBe(200)
  })

  test("a video is not sent again to a client that has it, nor one that requires another one", async () => {
    expect((await ask({ "If-None-Match": etag })).status).toBe(304)
    expect((await ask({ "If-None-Match": etag, Range: "bytes=0-1" })).status).toBe(304)
    expect((await ask({ "If-Match": '"other"' })).status).toBe(412)
    expect((await ask({ "If-Match": etag })).status).toBe(200)
  })

  test("a video is described without being sent (HEAD), as a whole", async () => {
    for (const headers of [{}, { Range: "bytes=0-3" }] as Record<string, string>[]) {
      const response = await ask(headers, "HEAD")
      expect(response.headers.get("ETag")).toBe(etag)
      expect(await seen(response)).toEqual({ status: 200, text: "", range: null, length: "10" })
    }
  })

  test("a video has a poster, and captions in their languages", async () => {
    expect(await (await ask({}, "GET", "640.webp")).text()).toBe("poster")
    const track = await ask({}, "GET", "captions.fr.vtt")
    expect(track.headers.get("Content-Type")).toBe("text/vtt; charset=utf-8")
    expect(await track.text()).toBe(captions)
  })

  test.each([
    "captions.en.vtt",
    "captions.de.vtt",
    "captions..vtt",
    "captions.fr,en.vtt",
    "original.mp4",
    "video.webm",
    "video.mp4.",
    "VIDEO.MP4",
    "2048.webp",
  ])("a video has no file %s, and the error is not cached", async (name) => {
    for (const headers of [{}, { Range: "bytes=0-1" }] as Record<string, string>[]) {
      const response = await ask(headers, "GET", name)
      expect([response.status, response.headers.get("Cache-Control")]).toEqual([404, "private, no-store"])
    }
  })
})
