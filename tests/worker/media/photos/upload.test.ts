import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { media } from "~/db/schema"
import { profileLimits } from "~/domain/media/photos/policy"
import { pictureType } from "~/domain/media/pictures/picture-type"
import { decodePng, encodePng } from "~/domain/media/pictures/png.server"
import { flatten } from "~/domain/media/pictures/transparency.server"
import { createImages } from "../../../../worker/adapters/images"
import { fetchWith, withAccess } from "../../helpers/app"
import { exhaustLimit } from "../../helpers/limits"
import { takeLog } from "../../helpers/log"
import { ask, mailBindings, takeJobs } from "../../helpers/mail"
import {
  draw,
  fullJpeg,
  fullPng,
  fullWebp,
  hugeJpeg,
  hugePng,
  insertOwner,
  keysBelow,
  polyglot,
  rowOf,
  runAllJobs,
  secrets,
} from "../../helpers/media/photos"
import { pictures } from "../../helpers/media/pictures"
import { insertMember } from "../../helpers/member"
import { db, insertMedia } from "../../helpers/rows"

beforeEach(() => void takeJobs())

const text = (bytes: ArrayBuffer | Uint8Array) => new TextDecoder("latin1").decode(bytes)
const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')

describe("what an upload leaves", () => {
  test.each([
    ["a JPEG with everything", fullJpeg],
    ["a PNG with a text", fullPng],
    ["a WebP with Exif", fullWebp()],
    ["a polyglot", polyglot],
  ])("nothing of a file's metadata or trailing bytes is in a stored variant: %s", async (_what, bytes) => {
    expect(text(bytes)).toContain(secrets.trailing)
    const owner = await insertOwner()
    const { id, state } = await owner.upload(bytes)
    expect(state).toBe("uploaded")
    await runAllJobs()
    const keys = await keysBelow(`photos/${id}/`)
    expect(keys.length).toBeGreaterThanOrEqual(2)
    for (const key of keys) {
      const stored = await (await env.MEDIA.get(key))?.arrayBuffer()
      const found = text(stored as ArrayBuffer)
      for (const secret of [...Object.values(secrets), "Exif", "EXIF", "XMP ", "tEXt", "PK\x03\x04", "GIF89a"])
        expect([key, found.includes(secret)]).toEqual([key, false])
      expect(`image/${key.split(".")[1]}`).toBe(pictureType(new Uint8Array(stored as ArrayBuffer)))
    }
    expect(await rowOf(id)).toMatchObject({ state: "ready", isEncoded: true, leaseUntil: null })
  })

  test("a photo is turned upright, and stored in both formats at each width", async () => {
    const owner = await insertOwner()
    const { id } = await owner.upload(fullJpeg)
    await runAllJobs()
    expect(await rowOf(id)).toMatchObject({ width: 320, height: 480 })
    expect(await keysBelow(`photos/${id}/`)).toEqual([`photos/${id}/320.avif`, `photos/${id}/320.webp`])
    const { id: large } = await owner.upload(draw(1, 700, 350))
    await runAllJobs()
    const widths = [320, 640, 700].flatMap((width) => [`${width}.avif`, `${width}.webp`])
    expect(await keysBelow(`photos/${large}/`)).toEqual(widths.map((name) => `photos/${large}/${name}`))
  })

  test("a crop shows its part of the upright photo alone", async () => {
    const owner = await insertOwner()
    const { id } = await owner.upload(draw(2, 800, 600), { crop: "0.5,0,0.5,1" })
    await runAllJobs()
    expect(await rowOf(id)).toMatchObject({ state: "ready", width: 400, height: 600 })
    for (const crop of ["0,0,2,1", "0.6,0,0.6,1", "a,b,c,d", "0,0,0,1", "0,0,1"])
      expect([crop, (await owner.post(draw(2), { crop })).status]).toEqual([crop, 422])
  })

  test("a crop has at least the pixels of a photo, in whichever way it is turned", async () => {
    const owner = await insertOwner()
    for (const crop of ["0,0,0.7,1", "0,0,1,0.9", "0,0,0.05,0.05"]) {
      const response = await owner.post(draw(2), { crop })
      expect([crop, response.status, await response.text()]).toEqual([
        crop,
        422,
        expect.stringContaining("at least 300 pixels on its shorter side"),
      ])
    }
    expect(await owner.list()).toEqual([])
    expect((await owner.post(draw(2), { crop: "0,0,0.75,1" })).status).toBe(201)
    // Upright it has 320 x 480 pixels.
    expect((await owner.post(fullJpeg, { crop: "0,0,0.95,0.65" })).status).toBe(201)
  })

  test("a transparent photo lies on white before it is hashed, coloured and stored", async () => {
    const owner = await insertOwner()
    const clear = { width: 400, height: 300, rgba: new Uint8Array(400 * 300 * 4) }
    for (let at = 0; at < clear.rgba.length; at += 4) if ((at / 4) % 400 < 200) clear.rgba.set([0, 0, 0, 255], at)
    const onWhite = encodePng(flatten(clear))
    const images = createImages(env.IMAGES)
    const shown: object[] = []
    for (const bytes of [encodePng(clear), onWhite]) {
      const { id } = await owner.upload(bytes)
      await runAllJobs()
      const { pdq, pdqQuality } = (await rowOf(id)) ?? {}
      const variant = await (await env.MEDIA.get(`photos/${id}/400.webp`))?.arrayBuffer()
      const { rgba } = decodePng((await images.toPng(new Uint8Array(variant ?? new ArrayBuffer(0)), 400)) as Uint8Array)
      shown.push({ pdq, pdqQuality, black: [...rgba.subarray(0, 4)], white: [...rgba.subarray(399 * 4, 400 * 4)] })
    }
    expect(shown[0]).toEqual(shown[1])
    expect(shown[0]).toMatchObject({ black: [0, 0, 0, 255], white: [255, 255, 255, 255] })
  })

  test("the hashes, the colour and the placeholder of a photo are recorded", async () => {
    const owner = await insertOwner()
    const { id } = await owner.upload(draw(3))
    await runAllJobs()
    const row = await rowOf(id)
    expect(row?.sha256).toMatch(/^[0-9a-f]{64}$/)
    expect(row?.pdq).toMatch(/^[0-9a-f]{64}$/)
    expect(row?.pdqQuality).toBeGreaterThan(50)
    expect((await owner.list())[0]).toMatchObject({ id, color: expect.stringMatching(/^#[0-9a-f]{6}$/) })
  })
})

describe("what an upload refuses", () => {
  test.each([
    ["an SVG named .jpg", svg, "isn’t accepted"],
    ["a GIF", pictures.gif, "isn’t accepted"],
    ["an AVIF", pictures.avif, "isn’t accepted"],
    ["HTML", new TextEncoder().encode(secrets.script), "isn’t accepted"],
    ["nothing", new Uint8Array(), "Choose a picture first"],
    ["a PNG of 50,000 x 50,000 pixels", hugePng(), "too many pixels"],
    ["a JPEG of 65,000 x 65,000 pixels", hugeJpeg(), "too many pixels"],
    ["a picture of one pixel", draw(1, 1, 1), "at least 300 pixels"],
    ["299 pixels on one side", draw(1, 400, 299), "at least 300 pixels"],
    ["15,000 pixels a side in 74 bytes", pictures.bomb, "too many pixels"],
    ["20 MB and a byte", new Uint8Array(20 * 1024 * 1024 + 70_000), "too large"],
  ])("a file that is no photo is refused, and nothing of it is stored: %s", async (_what, bytes, sentence) => {
    const owner = await insertOwner()
    const response = await owner.post(bytes)
    const body = (await response.json()) as { errors?: { photo?: string[] } }
    expect([response.status, body.errors?.photo?.[0]]).toEqual([422, expect.stringContaining(sentence)])
    expect(await keysBelow(`uploads/${owner.profile.id}/`)).toEqual([])
    expect(await owner.list()).toEqual([])
  })

  test("a truncated photo is rejected once it is decoded, and its files are deleted", async () => {
    const owner = await insertOwner()
    const whole = draw(4)
    const { id } = await owner.upload(whole.slice(0, whole.length / 2))
    await runAllJobs()
    await runAllJobs()
    expect(await owner.list()).toMatchObject([{ id, state: "rejected", reason: "unprocessable", pass: null }])
    expect([...(await keysBelow(`uploads/${owner.profile.id}/`)), ...(await keysBelow(`photos/${id}/`))]).toEqual([])
  })

  test("only the owner of a profile uploads photos", async () => {
    const { call, session } = await insertMember()
    expect((await call("GET", "/me/profile/media")).status).toBe(404)
    const path = "/api/me/profile/photos?client_id=upload-0&visibility=public"
    const headers = { Authorization: `Bearer ${session.token}` }
    expect((await ask(path, { method: "POST", body: pictures.png, headers })).status).toBe(404)
    expect((await ask(path, { method: "POST", body: pictures.png })).status).toBe(401)
  })
})

describe("an upload that is repeated or interrupted", () => {
  test("the same client's id is the same photo, in two tabs too, and leaves one original", async () => {
    const owner = await insertOwner()
    const query = { client_id: "the-same-upload" }
    const responses = await Promise.all([1, 2, 3].map(() => owner.post(pictures.png, query)))
    const ids = await Promise.all(responses.map(async (response) => ((await response.json()) as { id: string }).id))
    expect(new Set(ids).size).toBe(1)
    expect((await owner.upload(pictures.png, query)).id).toBe(ids[0])
    expect(await keysBelow(`uploads/${owner.profile.id}/`)).toHaveLength(1)
    expect(takeJobs()).toEqual([{ kind: "media", mediaId: ids[0] }])
    // Another owner's id is theirs.
    expect((await (await insertOwner()).upload(pictures.png, query)).id).not.toBe(ids[0])
  })

  test("an upload to a bucket that fails says so, and leaves nothing", async () => {
    const owner = await insertOwner()
    const failing = async () => {
      throw new Error("the bucket is down")
    }
    const buckets = [
      { createMultipartUpload: failing },
      { createMultipartUpload: async () => ({ uploadPart: failing, abort: async () => {} }) },
    ]
    for (const MEDIA of buckets) {
      const headers = { Authorization: `Bearer ${owner.session.token}` }
      const init = await withAccess({ method: "POST", body: pictures.png, headers })
      const path = "/api/me/profile/photos?client_id=upload-once&visibility=public"
      const response = await fetchWith({ ...mailBindings, MEDIA }, path, init)
      expect([response.status, await response.json()]).toEqual([
        503,
        expect.objectContaining({ code: "media.unavailable" }),
      ])
    }
    expect(takeLog("request.failed")).toHaveLength(2)
    expect([await owner.list(), takeJobs()]).toEqual([[], []])
    expect((await owner.upload(pictures.png, { client_id: "upload-once" })).state).toBe("uploaded")
  })

  test("an upload while pictures cannot be inspected is not blamed on the file", async () => {
    const owner = await insertOwner()
    const down = () => {
      throw new Error("the image service is down")
    }
    const headers = { Authorization: `Bearer ${owner.session.token}` }
    const init = await withAccess({ method: "POST", body: pictures.png, headers })
    const path = "/api/me/profile/photos?client_id=upload-later&visibility=public"
    const response = await fetchWith({ ...mailBindings, IMAGES: { info: down, input: down } }, path, init)
    expect(response.status).toBe(503)
    expect(takeLog("request.failed")).toHaveLength(1)
  })
})

describe("the limits of uploads", () => {
  test("a profile holds so many photos and no more, in concurrent uploads too", async () => {
    const owner = await insertOwner()
    for (let n = 0; n < profileLimits.photos - 1; n += 1) await insertMedia({ profileId: owner.profile.id })
    await insertMedia({ profileId: owner.profile.id, state: "rejected" })
    const responses = await Promise.all([1, 2, 3].map(() => owner.post(pictures.png)))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    expect(await keysBelow(`uploads/${owner.profile.id}/`)).toHaveLength(1)
    expect(await (await owner.post(pictures.png)).json()).toMatchObject({ code: "media.full" })
  })

  test("originals of one profile take so many bytes and no more", async () => {
    const owner = await insertOwner()
    const { id } = await owner.upload(pictures.png)
    await db
      .update(media)
      .set({ bytes: profileLimits.bytes - 10 })
      .where(eq(media.id, id))
    expect((await owner.post(pictures.png)).status).toBe(409)
    await db.update(media).set({ uploadKey: null }).where(eq(media.id, id))
    expect((await owner.post(pictures.png)).status).toBe(201)
  })

  test("uploads are limited by the hour", async () => {
    const owner = await insertOwner()
    await exhaustLimit("media.upload", owner.user.id, { left: 1 })
    expect([(await owner.post(pictures.gif)).status, (await owner.post(pictures.gif)).status]).toEqual([422, 429])
  })
})
