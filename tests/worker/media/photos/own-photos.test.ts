import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { media } from "~/db/schema"
import { en } from "../../helpers/app"
import { ask, submit, takeJobs } from "../../helpers/mail"
import { draw, insertOwner, keysBelow, runAllJobs } from "../../helpers/media/photos"
import { pictures } from "../../helpers/media/pictures"
import { insertMember } from "../../helpers/member"
import { elementsOf } from "../../helpers/page"
import { db, insertMedia } from "../../helpers/rows"

beforeEach(() => void takeJobs())

type Owner = Awaited<ReturnType<typeof insertOwner>>

const path = "/profile/escort/photos"
const press = ({ cookie }: Pick<Owner, "cookie">, fields: Record<string, string>, at = path) =>
  submit(at, fields, { headers: { Cookie: cookie } })

/** Sends the page's form as a browser without script does. */
function add({ cookie }: Pick<Owner, "cookie">, file: File, fields: Record<string, string> = {}): Promise<Response> {
  const body = new FormData()
  const form = { intent: "add", client_id: "without-script", visibility: "public", ...fields }
  for (const [name, value] of Object.entries(form)) body.set(name, value)
  body.set("photo", file)
  return ask(path, { method: "POST", body, headers: { Cookie: cookie, Origin: en } })
}

const png = () => new File([pictures.png], "me.png")

/** Inserts approved photos, in order; returns their ids. */
async function insertPhotos(owner: Owner, ...visibilities: ("public" | "private")[]): Promise<string[]> {
  const ids: string[] = []
  for (const visibility of visibilities) ids.push((await insertMedia({ profileId: owner.profile.id, visibility })).id)
  return ids
}

const orderOf = async (owner: Owner) => (await owner.list()).map(({ id }) => id)
const versionOf = async (owner: Owner, id: string) => String((await owner.list()).find((one) => one.id === id)?.version)

describe("the owner's page of photos", () => {
  test("shows each photo with its state, and a private or unapproved one by a pass that opens it", async () => {
    const owner = await insertOwner()
    await owner.upload(draw(1), { visibility: "private" })
    await runAllJobs()
    const html = await (await owner.open(path)).text()
    expect(html).toContain("In review")
    const source = (await elementsOf(html)).find(({ attributes }) => attributes.src?.startsWith("/media/"))
    const address = source?.attributes.src?.replaceAll("&amp;", "&") ?? ""
    expect(address).toMatch(/\?e=\d+&s=/)
    expect((await owner.open(address)).status).toBe(200)
    expect((await (await insertMember()).open(address)).status).toBe(404)
  })

  test("says of a quarantined photo what it says of an unreadable one", async () => {
    const owner = await insertOwner()
    const rows = ["rejected", "quarantined"] as const
    const pages: string[] = []
    for (const state of rows) {
      const { id } = await insertMedia({ profileId: owner.profile.id, state, reason: "unprocessable" })
      const html = await (await owner.open(`${path}?photo=${id}`)).text()
      pages.push(
        html
          .slice(html.indexOf("<main"), html.indexOf("</main"))
          .replaceAll(id, "ID")
          .replace(/\d{13}/g, "T")
          // Each form has an id of its own, another one each time.
          .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, "REQUEST"),
      )
      await db.delete(media).where(eq(media.id, id))
    }
    expect(pages[0]).toContain("We couldn’t process this file")
    expect(pages[1]).toBe(pages[0])
  })

  test("is nothing to members without a profile, and the login page to visitors", async () => {
    const member = await insertMember()
    expect((await member.open(path)).status).toBe(404)
    expect((await press(member, { intent: "delete", photo: "x" })).status).toBe(404)
    expect((await ask(path)).headers.get("Location")).toMatch(/^\/auth\/login/)
  })

  test("of a photo that is gone leads to all of them", async () => {
    const [owner, other] = [await insertOwner(), await insertOwner()]
    const [foreign] = await insertPhotos(other, "public")
    for (const id of ["nothing", foreign])
      expect((await owner.open(`${path}?photo=${id}`)).headers.get("Location")).toBe(path)
  })
})

describe("the owner's form of photos, without script", () => {
  test("adds a photo, once however often it is sent", async () => {
    const owner = await insertOwner()
    expect(await (await add(owner, png(), { visibility: "private" })).text()).toContain("Your picture has arrived")
    await add(owner, png(), { visibility: "private" })
    expect(await owner.list()).toMatchObject([{ state: "uploaded", visibility: "private" }])
    expect(await keysBelow(`uploads/${owner.profile.id}/`)).toHaveLength(1)
  })

  test.each([
    ["a GIF", () => new File([pictures.gif], "me.png"), "isn’t accepted"],
    ["no file", () => new File([], ""), "Choose a picture first"],
    ["21 MB", () => new File([new Uint8Array(21 * 1024 * 1024)], "me.png"), "too large"],
  ])("refuses %s with a sentence at the field", async (_what, file, sentence) => {
    const owner = await insertOwner()
    const response = await add(owner, file())
    expect([response.status, (await response.text()).includes(sentence)]).toEqual([422, true])
    expect(await owner.list()).toEqual([])
  })

  test("moves a photo among those of its visibility, and stops at the ends", async () => {
    const owner = await insertOwner()
    const [a, hidden, b, c] = (await insertPhotos(owner, "public", "private", "public", "public")) as string[]
    await press(owner, { intent: "earlier", photo: c as string })
    expect(await orderOf(owner)).toEqual([a, c, b, hidden])
    await press(owner, { intent: "earlier", photo: a as string })
    await press(owner, { intent: "later", photo: b as string })
    await press(owner, { intent: "later", photo: hidden as string })
    expect(await orderOf(owner)).toEqual([a, c, b, hidden])
  })

  test("changes who sees a photo and which one is the portrait, in the version that was seen", async () => {
    const owner = await insertOwner()
    const [a, b] = (await insertPhotos(owner, "public", "public")) as [string, string]
    const seen = { photo: b, version: await versionOf(owner, b) }
    await press(owner, { intent: "cover", ...seen })
    expect((await owner.list())[0]).toMatchObject({ id: b, is_cover: true })
    const late = await press(owner, { intent: "visibility", visibility: "private", ...seen }, `${path}?photo=${b}`)
    expect([late.status, (await late.text()).includes("Someone else updated this")]).toEqual([409, true])
    await press(owner, { intent: "visibility", visibility: "private", photo: b, version: await versionOf(owner, b) })
    expect(await owner.list()).toMatchObject([
      { id: b, visibility: "private", is_cover: false },
      { id: a, is_cover: true },
    ])
  })

  test("describes a photo in both languages, in 200 characters at most", async () => {
    const owner = await insertOwner()
    const { id } = await owner.upload(pictures.png)
    const form = {
      intent: "alt",
      photo: id,
      version: "1",
      alt_version: "",
      alt_en: " At dusk ",
      alt_fr: "Au crépuscule",
    }
    const long = await press(owner, { ...form, alt_fr: "x".repeat(201) }, `${path}?photo=${id}`)
    expect([long.status, (await long.text()).includes("too long")]).toEqual([422, true])
    expect((await press(owner, form, `${path}?photo=${id}`)).status).toBe(200)
    expect((await owner.list())[0]?.alt).toEqual({ en: "At dusk", fr: "Au crépuscule" })
  })

  test("deletes a photo, and retries one that failed; nobody else's", async () => {
    const [owner, other] = [await insertOwner(), await insertOwner()]
    const [id] = (await insertPhotos(owner, "public")) as [string]
    const { id: failed } = await insertMedia({ profileId: owner.profile.id, state: "failed" })
    for (const intent of ["delete", "retry", "earlier"])
      expect([intent, (await press(other, { intent, photo: id })).status]).toEqual([intent, 404])
    expect(await (await press(owner, { intent: "delete", photo: id })).text()).toContain("The picture is deleted")
    await press(owner, { intent: "retry", photo: failed })
    expect(await owner.list()).toMatchObject([{ id: failed, state: "uploaded" }])
  })
})
