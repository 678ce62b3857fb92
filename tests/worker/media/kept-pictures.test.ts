import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import { media, mediaTexts, profiles } from "~/db/schema"
import { accessCookie, addCookie, fetchApp, fetchWith, withAccess } from "../helpers/app"
import { takeLog } from "../helpers/log"
import { db, insertCategory, insertCity, insertMedia, insertProfile, withoutDecisionRules } from "../helpers/rows"

let base: { cityId: string; categoryId: string }

beforeAll(async () => {
  base = { cityId: (await insertCity()).id, categoryId: (await insertCategory()).id }
})

const name = "640.webp"

/** Inserts a photo, requests it once, and deletes its file: from now on only the kept copy can be served. */
async function insertKept() {
  const profile = await insertProfile(base)
  const photo = await insertMedia({ profileId: profile.id })
  const path = `/media/${photo.id}/${name}`
  await env.MEDIA.put(`${photo.storageKey}/${name}`, "a picture")
  const first = await open(path)
  expect([first.status, await first.text()]).toEqual([200, "a picture"])
  await expect.poll(async () => (await open(path, { headers: { "Cache-Control": "no-cache" } })).status).toBe(200)
  await env.MEDIA.delete(`${photo.storageKey}/${name}`)
  takeLog("request")
  return { id: photo.id, profileId: profile.id, path, etag: first.headers.get("ETag") ?? "" }
}

const open = async (path: string, init: RequestInit = {}) => fetchApp(path, await withAccess(init))
const statusOf = async (path: string) => {
  const response = await open(path)
  await response.arrayBuffer()
  return response.status
}

describe("a kept picture", () => {
  test("a kept picture is answered without its row, its file and the session", async () => {
    const { path } = await insertKept()
    const response = await open(path)
    expect([response.status, await response.text()]).toEqual([200, "a picture"])
    expect(response.headers.get("Content-Type")).toBe("image/webp")
    expect(response.headers.get("Content-Length")).toBe("9")
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff")
    expect(takeLog("request")).toMatchObject([{ status: 200, cache: "hit", d1_round_trips: 0, d1_statements: 0 }])
  })

  test("a kept picture is not sent again to a client that has it, nor to one that asks for its head", async () => {
    const { path, etag } = await insertKept()
    const known = await open(path, { headers: { "If-None-Match": `"other", W/${etag}` } })
    expect([known.status, await known.text(), known.headers.get("ETag")]).toEqual([304, "", etag])
    const other = await open(path, { headers: { "If-None-Match": '"other"' } })
    expect([other.status, await other.text()]).toEqual([200, "a picture"])
    const head = await open(path, { method: "HEAD" })
    expect([head.status, await head.text(), head.headers.get("Content-Length")]).toEqual([200, "", "9"])
  })

  test("a kept picture may be cached by others only while no access gate is closed", async () => {
    const { path } = await insertKept()
    const caching = async (settings: object) => {
      const response = await fetchWith(settings, path, await withAccess())
      await response.arrayBuffer()
      return [response.status, response.headers.get("Cache-Control")]
    }
    expect(await caching({})).toEqual([200, "private, max-age=3600, must-revalidate"])
    expect(await caching({ ACCESS_KEY: "" })).toEqual([200, "public, max-age=3600, must-revalidate"])
  })

  test("a kept picture is shown to nobody without the access key, nor to a visitor before the age notice", async () => {
    const { path } = await insertKept()
    expect((await fetchApp(path)).status).toBe(403)
    const response = await fetchWith({ AGE_NOTICE: "on" }, path, addCookie({}, await accessCookie()))
    expect([response.status, (await response.json<{ code: string }>()).code]).toEqual([403, "age.required"])
  })

  test.each([
    ["is rejected", (id: string) => db.update(media).set({ state: "rejected" }).where(eq(media.id, id))],
    ["is hidden by a report", (id: string) => db.update(media).set({ state: "reported" }).where(eq(media.id, id))],
    ["is made private", (id: string) => db.update(media).set({ visibility: "private" }).where(eq(media.id, id))],
    ["is deleted", (id: string) => db.delete(media).where(eq(media.id, id))],
    [
      "shows somebody who has not agreed",
      (id: string) => db.update(media).set({ hasOthers: true }).where(eq(media.id, id)),
    ],
  ])("a kept picture that %s is gone at once", async (_name, change) => {
    const { id, path } = await insertKept()
    expect(await statusOf(path)).toBe(200)
    await withoutDecisionRules(() => change(id))
    for (const init of [{}, { method: "HEAD" }, { headers: { Range: "bytes=0-3" } }])
      expect((await open(path, init)).status).toBe(404)
  })

  test.each(["paused", "suspended", "withdrawn"] as const)(
    "a kept picture of a profile that is %s is gone at once",
    async (state) => {
      const { profileId, path } = await insertKept()
      await withoutDecisionRules(() => db.update(profiles).set({ state }).where(eq(profiles.id, profileId)))
      expect(await statusOf(path)).toBe(404)
    },
  )

  test("a kept picture stays while others come, and while its own texts change", async () => {
    const { id, profileId, path } = await insertKept()
    await insertMedia({ profileId })
    await db.insert(mediaTexts).values({ mediaId: id, locale: "en", alt: "By the window" })
    await db.update(media).set({ position: 7 }).where(eq(media.id, id))
    expect(await statusOf(path)).toBe(200)
  })
})

describe("a picture that is not kept", () => {
  test("a private picture, a part of one, and what does not exist are read each time", async () => {
    const { id: profileId } = await insertProfile(base)
    const photo = await insertMedia({ profileId })
    await env.MEDIA.put(`${photo.storageKey}/${name}`, "a picture")
    const path = `/media/${photo.id}/${name}`
    for (const [address, init, status] of [
      [path, { headers: { Range: "bytes=0-3" } }, 206],
      [`${path}?e=1&s=${"x".repeat(43)}`, {}, 200],
      [`/media/${photo.id}/320.webp`, {}, 404],
    ] as const) {
      for (let n = 0; n < 2; n += 1) {
        const response = await open(address, init)
        await response.arrayBuffer()
        expect([address, response.status, takeLog("request").at(-1)?.cache]).toEqual([address, status, undefined])
      }
    }
  })
})
