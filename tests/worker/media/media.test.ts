import { env } from "cloudflare:workers"
import { beforeAll, describe, expect, test } from "vitest"
import { mediaStates } from "~/db/schema"
import { fetchApp, fetchWith, withAccess } from "../helpers/app"
import { insertCategory, insertCity, insertMedia, insertProfile } from "../helpers/rows"

let base: { cityId: string; categoryId: string }

beforeAll(async () => {
  base = { cityId: (await insertCity()).id, categoryId: (await insertCategory()).id }
})

/** Inserts a photo of 800 pixels into R2, in one of its stored widths and formats. */
async function insertPhoto(row: object = {}, profile: object = {}) {
  const { id: profileId } = await insertProfile({ ...base, ...profile })
  const photo = await insertMedia({ profileId, ...row })
  for (const name of ["320.webp", "640.avif", "640.webp", "800.webp"])
    await env.MEDIA.put(`${photo.storageKey}/${name}`, `picture ${name}`)
  return photo
}

const open = async (path: string, init: RequestInit = {}) => fetchApp(path, await withAccess(init))

describe("a public photo of a published profile", () => {
  test("a public photo is served in each of its variants, to be cached for an hour", async () => {
    const { id } = await insertPhoto()
    for (const [name, type] of [
      ["320.webp", "image/webp"],
      ["640.avif", "image/avif"],
      ["800.webp", "image/webp"],
    ]) {
      const response = await open(`/media/${id}/${name}`)
      const bytes = await response.arrayBuffer()
      expect([name, response.status, new TextDecoder().decode(bytes)]).toEqual([name, 200, `picture ${name}`])
      expect(response.headers.get("Content-Type")).toBe(type)
      expect(response.headers.get("Content-Length")).toBe(String(`picture ${name}`.length))
      expect(response.headers.get("Cache-Control")).toContain("max-age=3600, must-revalidate")
      expect(response.headers.get("ETag")).toMatch(/^"\w+"$/)
      expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff")
    }
  })

  test("a public photo is kept by shared caches only while no access gate is closed", async () => {
    const { id } = await insertPhoto()
    const cached = async (settings: object) => {
      const responses = [
        await fetchWith(settings, `/media/${id}/640.webp`, await withAccess()),
        await fetchWith(settings, `/media/${id}/640.webp`, await withAccess({ method: "HEAD" })),
        await fetchWith(settings, `/media/${id}/640.webp`, await withAccess({ headers: { Range: "bytes=0-3" } })),
      ]
      await Promise.all(responses.map((response) => response.arrayBuffer()))
      return responses.map(({ status, headers }) => [status, headers.get("Cache-Control")])
    }
    const each = (whose: string) => [200, 200, 206].map((status) => [status, `${whose}, max-age=3600, must-revalidate`])
    expect(await cached({})).toEqual(each("private"))
    expect(await cached({ ACCESS_KEY: "" })).toEqual(each("public"))
  })

  test("a public photo is not sent again to a client that has it", async () => {
    const { id } = await insertPhoto()
    const etag = (await open(`/media/${id}/640.webp`)).headers.get("ETag") ?? ""
    const response = await open(`/media/${id}/640.webp`, { headers: { "If-None-Match": etag } })
    expect([response.status, await response.text()]).toEqual([304, ""])
    expect((await open(`/media/${id}/640.webp`, { headers: { "If-None-Match": '"other"' } })).status).toBe(200)
  })

  test("a public photo is not found in a variant that is not stored, nor beside one", async () => {
    const { id, storageKey } = await insertPhoto()
    await env.MEDIA.put(`${storageKey}/original.jpg`, "the original, with its metadata")
    await env.MEDIA.put(`${storageKey}/1280.webp`, "a variant that should not be there")
    const names = [
      "1280.webp",
      "original.jpg",
      "640.jpg",
      "640",
      "640.webp.avif",
      "0640.webp",
      "640.webp%00",
      "..%2f640.webp",
      "",
    ]
    for (const name of names) expect([name, (await open(`/media/${id}/${name}`)).status]).toEqual([name, 404])
  })

  test("a public photo is not found while R2 does not have it", async () => {
    const { id } = await insertPhoto()
    expect((await open(`/media/${id}/320.avif`)).status).toBe(404)
  })
})

describe("a picture that not everyone may see", () => {
  test.each(mediaStates.filter((state) => state !== "approved"))("a picture that is %s is not found", async (state) => {
    const { id } = await insertPhoto({ state })
    expect((await open(`/media/${id}/640.webp`)).status).toBe(404)
  })

  test("a private picture is not found", async () => {
    const { id } = await insertPhoto({ visibility: "private" })
    expect((await open(`/media/${id}/640.webp`)).status).toBe(404)
  })

  test("a picture is not found as a video", async () => {
    const { id, storageKey } = await insertPhoto({ captions: "en" })
    for (const name of ["video.mp4", "captions.en.vtt"]) {
      await env.MEDIA.put(`${storageKey}/${name}`, "what should not be there")
      expect([name, (await open(`/media/${id}/${name}`)).status]).toEqual([name, 404])
    }
  })

  test.each(["draft", "paused", "suspended", "withdrawn"] as const)(
    "a picture whose profile is %s is not found",
    async (state) => {
      const { id } = await insertPhoto({}, { state })
      expect((await open(`/media/${id}/640.webp`)).status).toBe(404)
    },
  )

  test("a picture is refused without the access key", async () => {
    const { id } = await insertPhoto()
    expect((await fetchApp(`/media/${id}/640.webp`)).status).toBe(403)
  })

  test("a hidden picture and an unknown one have the same response", async () => {
    const { id } = await insertPhoto({ visibility: "private" })
    const [hidden, missing] = await Promise.all(
      [id, "01ARZ3NDEKTSV4RRFFQ69G5FAV"].map(async (one) => {
        const response = await open(`/media/${one}/640.webp`)
        const { request_id: _, ...body } = (await response.json()) as Record<string, unknown>
        return { status: response.status, body, cache: response.headers.get("Cache-Control") }
      }),
    )
    expect(hidden).toEqual(missing)
    expect(hidden?.cache).toBe("private, no-store")
  })
})
