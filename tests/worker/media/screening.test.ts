import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { blockedHashes, cases, reports, users } from "~/db/schema"
import { hashPicture, sha256Of } from "~/domain/media/pictures/hash-picture.server"
import type { Case } from "~/domain/safety/cases/schema"
import { newId } from "~/lib/id"
import { createImages } from "../../../worker/adapters/images"
import { aboutYou, filesOf, insertApplicant, newApplicant, picturesOf } from "../helpers/applicant"
import { ask } from "../helpers/mail"
import { alter, draw } from "../helpers/media/photos"
import { pictures } from "../helpers/media/pictures"
import { insertMember, insertStaffMember } from "../helpers/member"
import { db } from "../helpers/rows"

type Bytes = Uint8Array<ArrayBuffer>

const images = createImages(env.IMAGES)
const hashOf = async (bytes: Bytes) => (await hashPicture(images, bytes))?.hash ?? ""
const block = (hash: { pdq?: string; sha256?: string }) =>
  db.insert(blockedHashes).values({ id: newId(Date.now()), list: "a-list", note: "", createdAt: 0, ...hash })

const setAvatar = ({ upload }: Awaited<ReturnType<typeof insertMember>>, bytes: Bytes) =>
  upload("avatar", "avatar", new Blob([bytes], { type: "image/png" }))
const versionOf = async (id: string) => (await db.select().from(users).where(eq(users.id, id)))[0]?.avatarVersion
const avatarsOf = async (id: string) => (await env.MEDIA.list({ prefix: `avatars/${id}/` })).objects.length
const casesAbout = (subjectId: string) => db.select().from(cases).where(eq(cases.subjectId, subjectId))
const reportsOf = (caseId: string) => db.select().from(reports).where(eq(reports.caseId, caseId))
/** Sends an avatar; returns the API's answer. */
const answerTo = async ({ session }: Awaited<ReturnType<typeof insertMember>>, body: Bytes) => {
  const headers = { Authorization: `Bearer ${session.token}`, "Content-Type": "image/png" }
  const response = await ask("/api/me/avatar", { method: "PUT", body, headers })
  return [response.status, (await response.json<{ errors: object }>()).errors]
}

describe("an avatar that a blocklist knows", () => {
  test("is stored nowhere, leaves the one before, and its member reads what they would read of half a picture", async () => {
    await block({ pdq: alter(await hashOf(draw(21)), 31) })
    const member = await insertMember()
    await setAvatar(member, draw(22))
    const before = await versionOf(member.user.id)
    expect(before).toBeTruthy()
    const hit = await answerTo(member, draw(21))
    expect(hit).toEqual(await answerTo(member, draw(21).slice(0, 3_000)))
    expect(hit).toEqual([422, { avatar: [expect.stringContaining("can’t be read")] }])
    expect([await versionOf(member.user.id), await avatarsOf(member.user.id)]).toEqual([before, 1])
    expect((await member.call("GET", "/auth/me")).status).toBe(200)
  })

  test("opens one P0 case about its member, however often it is tried, which shows no picture", async () => {
    await block({ pdq: await hashOf(draw(23)) })
    const member = await insertMember()
    for (let n = 0; n < 2; n += 1) expect((await setAvatar(member, draw(23))).status).toBe(422)
    const found = await casesAbout(member.user.id)
    expect(found).toMatchObject([
      { subjectKind: "member", userId: member.user.id, priority: "P0", category: "illegal", state: "received" },
    ])
    expect(await reportsOf(found[0]?.id ?? "")).toMatchObject(
      Array.from({ length: 2 }, () => ({
        isOwn: true,
        mediaId: null,
        details: expect.stringMatching(
          /^Hash match: list a-list, distance 0 of 256; SHA-256 of the file: [0-9a-f]{64}$/,
        ),
      })),
    )
    const lead = await insertStaffMember("trust_lead")
    const shown = await (await lead.call("GET", `/admin/cases/${found[0]?.reference}`)).json<Case>()
    expect(shown).toMatchObject({ media: null, member_id: member.user.id })
  })

  test("is known by the square that is shown of it, and by its file where it has no detail", async () => {
    const wide = draw(24, 900, 300)
    await block({ pdq: await hashOf((await images.toSquareWebp(wide, 256)) as Bytes) })
    await block({ sha256: await sha256Of(pictures.webp) })
    const member = await insertMember()
    expect((await setAvatar(member, wide)).status).toBe(422)
    expect((await setAvatar(member, pictures.webp)).status).toBe(422)
    expect(await casesAbout(member.user.id)).toHaveLength(1)
  })

  test("is not one that is 32 bits away, which is stored, and opens no case", async () => {
    await block({ pdq: alter(await hashOf(draw(25)), 32) })
    const member = await insertMember()
    expect((await setAvatar(member, draw(25))).status).toBe(200)
    expect([await avatarsOf(member.user.id), await casesAbout(member.user.id)]).toEqual([1, []])
  })
})

describe("an avatar of low quality", () => {
  // A picture without detail: perceptual hashes of such pictures do not differ.
  const plain = pictures.png

  test("is stored, and opens a P3 case about its member that leads staff to the picture", async () => {
    const member = await insertMember()
    expect((await setAvatar(member, plain)).status).toBe(200)
    const found = await casesAbout(member.user.id)
    expect(found).toMatchObject([
      { subjectKind: "member", userId: member.user.id, priority: "P3", category: "terms", state: "received" },
    ])
    const about = `/media/avatars/${member.user.id}/${await versionOf(member.user.id)}.webp`
    expect(await reportsOf(found[0]?.id ?? "")).toMatchObject([{ isOwn: true, mediaId: null, about }])
    const staff = await insertStaffMember("moderator")
    const { latest_reports: shown } = await (
      await staff.call("GET", `/admin/cases/${found[0]?.reference}`)
    ).json<Case>()
    expect(shown).toMatchObject([{ about, category: "terms" }])
    expect((await staff.open(about)).status).toBe(200)
  })

  test("joins the case of the one before it", async () => {
    const member = await insertMember()
    for (let n = 0; n < 2; n += 1) await setAvatar(member, plain)
    const found = await casesAbout(member.user.id)
    expect(found).toHaveLength(1)
    expect(await reportsOf(found[0]?.id ?? "")).toHaveLength(2)
  })

  test("that a list has as a file is a match, and nothing for people to look at", async () => {
    await block({ sha256: await sha256Of(pictures.avif) })
    const member = await insertMember()
    expect((await setAvatar(member, pictures.avif)).status).toBe(422)
    expect(await casesAbout(member.user.id)).toMatchObject([{ priority: "P0" }])
  })
})

describe("a picture of an application that a blocklist knows", () => {
  test("is not stored, reads like a broken one, and opens one P0 case about the application of a guest", async () => {
    await block({ pdq: await hashOf(draw(26, 400, 400)) })
    const guest = newApplicant()
    await guest.step("you", await aboutYou(), "pictures")
    const { data } = await (await guest.call("GET", "/applications")).json<{ data: { id: string }[] }>()
    const id = data[0]?.id ?? ""
    const path = `/applications/${id}/pictures`
    const [hit, broken] = [
      await guest.post(path, draw(26, 400, 400)),
      await guest.post(path, draw(26, 400, 400).slice(0, 3_000)),
    ]
    expect([hit.status, broken.status]).toEqual([422, 422])
    expect((await hit.json<{ errors: object }>()).errors).toEqual((await broken.json<{ errors: object }>()).errors)
    await guest.post(path, draw(26, 400, 400))
    expect([await picturesOf(id), await filesOf(id)]).toEqual([[], []])
    const about = `/dashboard/admin/applications/${id}`
    const found = await casesAbout(about)
    expect(found).toMatchObject([{ subjectKind: "address", userId: null, priority: "P0" }])
    expect(await reportsOf(found[0]?.id ?? "")).toMatchObject([{ about }, { about }])
    const lead = await insertStaffMember("trust_lead")
    const shown = await (await lead.call("GET", `/admin/cases/${found[0]?.reference}`)).json<Case>()
    expect(shown).toMatchObject({ media: null, subject: about })
  })

  test("opens the case of the member who applies", async () => {
    await block({ pdq: await hashOf(draw(27, 400, 400)) })
    const member = await insertMember()
    const applicant = newApplicant(member.cookie)
    await applicant.step("you", await aboutYou(), "pictures")
    expect((await applicant.upload([draw(27, 400, 400)])).status).toBe(422)
    expect(await casesAbout(member.user.id)).toMatchObject([{ subjectKind: "member", priority: "P0" }])
  })

  test("is none of those that are stored as before", async () => {
    const { id } = await insertApplicant()
    expect(await picturesOf(id)).toHaveLength(2)
  })
})
