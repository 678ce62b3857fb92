import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { users } from "~/db/schema"
import { pictureType } from "~/domain/media/pictures/picture-type"
import { decodePng, encodePng } from "~/domain/media/pictures/png.server"
import { createImages } from "../../../worker/adapters/images"
import { addCookie, en } from "../helpers/app"
import { ask } from "../helpers/mail"
import { draw } from "../helpers/media/photos"
import { pictures } from "../helpers/media/pictures"
import { insertMember } from "../helpers/member"
import { db } from "../helpers/rows"

const versionOf = async (id: string) =>
  (await db.select({ version: users.avatarVersion }).from(users).where(eq(users.id, id)))[0]?.version
const keysOf = async (id: string) => (await env.MEDIA.list({ prefix: `avatars/${id}/` })).objects.map(({ key }) => key)
const fileOf = (bytes: Uint8Array<ArrayBuffer>, type = "image/png") => new Blob([bytes], { type })
const textOf = (bytes: ArrayBuffer) => new TextDecoder("latin1").decode(bytes)

type Member = Awaited<ReturnType<typeof insertMember>>

/** Uploads a picture from the settings page; returns its bytes as they are served. */
async function upload({ user, upload, open }: Member, bytes: Uint8Array<ArrayBuffer>) {
  const response = await upload("avatar", "avatar", fileOf(bytes))
  expect([response.status, (await response.text()).includes("Your picture was saved.")]).toEqual([200, true])
  const path = `/media/avatars/${user.id}/${await versionOf(user.id)}.webp`
  return { path, served: await open(path) }
}

/** Puts the picture by the API: as it is, or in a form. */
function put({ session }: Member, body: BodyInit, type?: string) {
  const headers = { Authorization: `Bearer ${session.token}`, ...(type ? { "Content-Type": type } : {}) }
  return ask("/api/me/avatar", { method: "PUT", body, headers })
}

describe("an avatar", () => {
  test.each(["jpeg", "png", "webp", "avif"] as const)(
    "an avatar may be a %s, and becomes a square WebP",
    async (kind) => {
      const member = await insertMember()
      const { served } = await upload(member, pictures[kind])
      expect([served.status, served.headers.get("Content-Type")]).toEqual([200, "image/webp"])
      expect(served.headers.get("Cache-Control")).toBe("private, max-age=3600, must-revalidate")
      const bytes = await served.arrayBuffer()
      expect(await env.IMAGES.info(new Blob([bytes]).stream())).toMatchObject({
        format: "image/webp",
        width: 256,
        height: 256,
      })
    },
  )

  test("a transparent avatar lies on white", async () => {
    const rgba = new Uint8Array(100 * 100 * 4)
    const { served } = await upload(await insertMember(), encodePng({ width: 100, height: 100, rgba }))
    const png = await createImages(env.IMAGES).toPng(new Uint8Array(await served.arrayBuffer()), 256)
    expect([...decodePng(png as Uint8Array).rgba.subarray(0, 4)]).toEqual([255, 255, 255, 255])
  })

  test("an avatar holds none of the camera's metadata", async () => {
    expect(textOf(pictures.jpeg.buffer)).toContain("OWNER-NAME")
    const { served } = await upload(await insertMember(), pictures.jpeg)
    expect(textOf(await served.arrayBuffer())).not.toMatch(/OWNER-NAME|Exif|EXIF|XMP|ICCP/)
  })

  test("an avatar is in the header, on the overview and in the API's user at once", async () => {
    const member = await insertMember()
    const { path } = await upload(member, pictures.png)
    expect(await (await member.open("/profile")).text()).toContain(path)
    expect(await (await member.call("GET", "/auth/me")).json()).toMatchObject({ avatar: path })
  })

  test("a replaced avatar is gone from its address and from the store", async () => {
    const member = await insertMember()
    const first = await upload(member, pictures.png)
    const second = await upload(member, pictures.webp)
    expect(second.path).not.toBe(first.path)
    expect((await member.open(first.path)).status).toBe(404)
    expect(await keysOf(member.user.id)).toEqual([second.path.replace("/media/", "")])
  })

  test("an avatar can be removed, repeatedly", async () => {
    const member = await insertMember()
    const { path } = await upload(member, pictures.png)
    expect((await member.action("remove-avatar")).status).toBe(200)
    expect([await versionOf(member.user.id), await keysOf(member.user.id)]).toEqual([null, []])
    expect((await member.open(path)).status).toBe(404)
    expect((await member.action("remove-avatar")).status).toBe(200)
  })

  test("of two avatars sent at once one remains, and it is served", async () => {
    const member = await insertMember()
    const both = await Promise.all([pictures.png, pictures.jpeg].map((bytes) => put(member, bytes)))
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    const version = await versionOf(member.user.id)
    expect(await keysOf(member.user.id)).toEqual([`avatars/${member.user.id}/${version}.webp`])
  })
})

describe("an upload that is no picture", () => {
  const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const html = new TextEncoder().encode("<!doctype html><script>alert(1)</script>")
  const large = new Uint8Array(9 * 1024 * 1024)
  large.set(pictures.jpeg)
  const headOf = (bytes: Uint8Array<ArrayBuffer>) => bytes.slice(0, Math.ceil(bytes.length / 2))

  test.each([
    ["an SVG", svg, "Choose a JPEG, PNG, WebP or AVIF picture."],
    ["HTML called .png", html, "Choose a JPEG, PNG, WebP or AVIF picture."],
    ["a GIF", pictures.gif, "Choose a JPEG, PNG, WebP or AVIF picture."],
    ["nothing", new Uint8Array(), "Choose a picture first."],
    ["half a PNG", headOf(pictures.png), "can’t be read"],
    ["half a JPEG", headOf(pictures.jpeg), "can’t be read"],
    ["half an AVIF", headOf(pictures.avif), "can’t be read"],
    ["a PNG's first bytes and then HTML", new Uint8Array([...pictures.png.slice(0, 8), ...html]), "can’t be read"],
    ["95 pixels a side", draw(1, 95, 95), "at least 96 pixels"],
    ["15,000 pixels a side in 74 bytes", pictures.bomb, "too many pixels"],
    ["9 MB", large, "Choose one of up to 8 MB."],
  ])("an invalid picture is refused in words, and changes nothing: %s", async (_what, bytes, sentence) => {
    const member = await insertMember()
    const { path } = await upload(member, pictures.png)
    const response = await member.upload("avatar", "avatar", fileOf(bytes))
    expect([response.status, (await response.text()).includes(sentence)]).toEqual([422, true])
    const form = new FormData()
    form.set("avatar", fileOf(bytes), "picture.png")
    for (const called of [await put(member, bytes, "image/png"), await put(member, form)]) {
      const body = (await called.json()) as { errors?: { avatar?: string[] } }
      expect([called.status, body.errors?.avatar?.[0]?.includes(sentence)]).toEqual([422, true])
    }
    expect((await member.open(path)).status).toBe(200)
    expect(await keysOf(member.user.id)).toHaveLength(1)
  })

  test("an upload without a file is refused", async () => {
    const member = await insertMember()
    expect((await member.upload("avatar", "avatar", "text")).status).toBe(422)
    expect((await member.upload("avatar", "other", fileOf(pictures.png))).status).toBe(422)
    const form = new FormData()
    form.set("avatar", "text")
    expect((await put(member, form)).status).toBe(422)
    expect((await put(member, "not a form", "multipart/form-data; boundary=x")).status).toBe(400)
    expect(await versionOf(member.user.id)).toBeNull()
  })

  test("an invalid picture is detected by its bytes alone", () => {
    expect(pictureType(pictures.avif)).toBe("image/avif")
    expect(pictureType(new TextEncoder().encode("RIFF0000WAVE"))).toBeNull()
    const heic = pictures.avif.slice()
    for (const [at, char] of [..."heicmif1mif1miaf"].entries()) heic[8 + at] = char.charCodeAt(0)
    expect(pictureType(heic)).toBeNull()
    expect(pictureType(new Uint8Array([0xff, 0xd8]))).toBeNull()
  })
})

describe("a member's picture", () => {
  test("an avatar is served to signed-in users, and to nobody else", async () => {
    const { path } = await upload(await insertMember(), pictures.png)
    expect((await (await insertMember()).open(path)).status).toBe(200)
    expect((await ask(path)).status).toBe(404)
    expect((await ask(path, addCookie({}, "__Host-salon_session=nobody"))).status).toBe(404)
  })

  test("an avatar is found at its own address alone", async () => {
    const member = await insertMember()
    const { path } = await upload(member, pictures.png)
    const { user } = await insertMember()
    for (const wrong of [
      path.replace(".webp", ""),
      path.replace(".webp", ".png"),
      path.replace(member.user.id, user.id),
      `${path}/`,
      path.replace("avatars", "avatar"),
      path.replace(/[^/]+\.webp/, "null.webp"),
      path.replace(/[^/]+\.webp/, ".webp"),
      path.replace(`${member.user.id}/`, `${member.user.id}%2f`),
    ])
      expect([wrong, (await member.open(wrong)).status]).toEqual([wrong, 404])
  })

  test("an avatar is refused without a session, and to a form from another site", async () => {
    const response = await ask("/api/me/avatar", { method: "PUT", body: pictures.png, headers: { Origin: en } })
    expect(response.status).toBe(401)
    const { cookie } = await insertMember()
    const foreign = { method: "PUT", body: pictures.png, headers: { Origin: "https://evil.example", Cookie: cookie } }
    expect((await ask("/api/me/avatar", foreign)).status).toBe(403)
  })

  test("an avatar is set and removed through the API", async () => {
    const member = await insertMember()
    const form = new FormData()
    form.set("avatar", fileOf(pictures.jpeg), "me.jpg")
    for (const send of [() => put(member, pictures.png, "image/png"), () => put(member, form)]) {
      const response = await send()
      const { avatar } = (await response.json()) as { avatar: string }
      expect([response.status, (await member.open(avatar)).status]).toEqual([200, 200])
    }
    expect((await member.call("DELETE", "/me/avatar")).status).toBe(204)
    expect(await (await member.call("GET", "/auth/me")).json()).toMatchObject({ avatar: null })
  })

  test("changes of an avatar are limited", async () => {
    const member = await insertMember()
    const statuses: number[] = []
    for (let n = 0; n < 21; n += 1) statuses.push((await put(member, pictures.gif)).status)
    expect(statuses).toEqual([...Array(20).fill(422), 429])
  })
})
