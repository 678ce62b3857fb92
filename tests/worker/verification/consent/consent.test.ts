import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { consentLinks, identityChecks, media, mediaConsents, profiles } from "~/db/schema"
import { sha256 } from "~/lib/crypto.server"
import { addCookie } from "../../helpers/app"
import { ask, call, runCron, submit, takeJobs } from "../../helpers/mail"
import { insertMember } from "../../helpers/member"
import { withSimulator } from "../../helpers/payments"
import { DAY, db, insertCheck, insertMedia, insertPage, withoutDecisionRules } from "../../helpers/rows"
import { insertOwner, openPublic, workshopOf } from "../../profiles/editing/people"
import { check, choose, codeIn } from "../identity/checks"

withSimulator("consent")

type Owner = Awaited<ReturnType<typeof insertOwner>>

const text = { title: "Your consent", body: "You agree for yourself alone." }

/** Inserts an owner with a photo that shows somebody else, who has a link. */
async function insertRequest(state: "published" | "approved" = "published") {
  const owner = await insertOwner(state)
  if ((await ask("/api/pages/agreement%2Fdepicted")).status !== 200) await insertText()
  const added = await (await owner.call("POST", "/me/profile/people", { label: "My sister" })).json<{
    people: { id: string }[]
  }>()
  const person = added.people[0]?.id ?? ""
  const photo = owner.photo.id
  await declare(owner, photo, [person])
  const { url } = await (await owner.call("POST", `/me/profile/people/${person}/links`)).json<{ url: string }>()
  const token = url.slice(url.lastIndexOf("/") + 1)
  return { owner, person, photo, token }
}

const insertText = () => insertPage({ slug: "agreement/depicted" }, text).catch(() => null)

const declare = (owner: Owner, id: string, people: string[], has_others = people.length > 0) =>
  owner.call("PUT", `/me/profile/media/${id}/people`, { has_others, people })

const confirm = (personId: string) => insertCheck({ personId, nextCheckAt: null })
const sign = (token: string, answers: object, version = 1) =>
  call(`/consents/${token}/signature`, { version, accepts: true, answers })
const yes = { publish: true, download: false }
const stateIn = async (mediaId: string) =>
  (await db.select().from(mediaConsents).where(eq(mediaConsents.mediaId, mediaId)))[0]?.state

/** Whether a visitor gets the photo, and the profile shows it as its cover and in its gallery. */
async function isServed({ owner, photo }: { owner: Owner; photo: string }) {
  await env.MEDIA.put(`test/${photo}/640.webp`, "picture")
  const file = await ask(`/media/${photo}/640.webp`)
  const page = await (await openPublic(owner.profile.slug)).text()
  const [row] = await db.select().from(profiles).where(eq(profiles.id, owner.profile.id))
  const listed = await (await ask("/api/profiles?limit=100")).text()
  const seen = [file.status === 200, page.includes(photo), row?.coverMediaId === photo, listed.includes(photo)]
  if (new Set(seen).size > 1) throw new Error(`Served in part: ${seen}`)
  return seen[0]
}

describe("a photo that shows somebody else", () => {
  test("is served to nobody until they agreed, and then is", async () => {
    const request = await insertRequest()
    const { person, photo, token } = request
    expect(await isServed(request)).toBe(false)
    await confirm(person)
    expect((await sign(token, { [photo]: yes })).status).toBe(200)
    expect(await isServed(request)).toBe(true)
    const [row] = await db.select().from(mediaConsents).where(eq(mediaConsents.mediaId, photo))
    expect(row).toMatchObject({ state: "granted", mayDownload: false, textVersion: 1, textHash: sha256(text.body) })
    expect(row).toMatchObject({ locale: "en", addressHash: expect.stringMatching(/^[\w-]{43}$/) })
    expect(row?.addressHash).not.toContain("2001:db8")
  })

  test("is hidden in the request that withdraws it, without a login, also long after the link expired", async () => {
    const request = await insertRequest()
    const { person, photo, token } = request
    await confirm(person)
    await sign(token, { [photo]: { publish: true, download: true } })
    await db
      .update(consentLinks)
      .set({ expiresAt: Date.now() - DAY })
      .where(eq(consentLinks.personId, person))
    expect(await codeIn(await sign(token, { [photo]: yes }))).toBe("consent.expired")
    expect(await isServed(request)).toBe(true)
    for (let n = 0; n < 2; n += 1)
      expect((await call(`/consents/${token}/withdrawal`, { media: photo })).status).toBe(200)
    expect([await stateIn(photo), await isServed(request)]).toEqual(["withdrawn", false])
  })

  test("keeps a profile from being published until everyone in it agreed", async () => {
    const { owner, person, photo, token } = await insertRequest("approved")
    const missing = async () =>
      (await workshopOf(owner)).checklist.filter(({ state }) => state === "missing").map(({ item }) => item)
    expect(await missing()).toContain("consent")
    expect(await codeIn(await owner.call("POST", "/me/profile/publication"))).toBe("workshop.not_publishable")
    await confirm(person)
    await sign(token, { [photo]: yes })
    expect(await missing()).toEqual([])
    expect((await owner.call("POST", "/me/profile/publication")).status).toBe(200)
  })

  test("declared to show others without saying whom is served to nobody either", async () => {
    const owner = await insertOwner()
    const request = { owner, photo: owner.photo.id }
    expect(await isServed(request)).toBe(true)
    await declare(owner, owner.photo.id, [], true)
    expect(await isServed(request)).toBe(false)
    await declare(owner, owner.photo.id, [], false)
    expect(await isServed(request)).toBe(true)
  })

  test("shows one of forty people at most whom an owner names", async () => {
    const owner = await insertOwner()
    for (let n = 0; n < 40; n += 1) {
      const added = await owner.call("POST", "/me/profile/people", { label: `Person ${n}` })
      expect(added.status).toBeLessThan(300)
    }
    expect(await codeIn(await owner.call("POST", "/me/profile/people", { label: "One more" }))).toBe("consent.full")
  })

  test("of somebody who refused cannot be declared to show nobody", async () => {
    const request = await insertRequest()
    const { owner, person, photo, token } = request
    await confirm(person)
    await sign(token, { [photo]: { publish: false, download: true } })
    expect(await codeIn(await declare(owner, photo, []))).toBe("consent.answered")
    expect((await owner.call("DELETE", `/me/profile/people/${person}`)).status).toBe(409)
    expect([await stateIn(photo), await isServed(request)]).toEqual(["refused", false])
  })

  test("needs everyone's agreement: one of two is not enough", async () => {
    const request = await insertRequest()
    const { owner, person, photo, token } = request
    const { people } = await (await owner.call("POST", "/me/profile/people", { label: "Her friend" })).json<{
      people: { id: string; label: string }[]
    }>()
    await declare(
      owner,
      photo,
      people.map(({ id }) => id),
    )
    await confirm(person)
    await sign(token, { [photo]: yes })
    expect(await isServed(request)).toBe(false)
  })
})

describe("an uploaded photo", () => {
  test("is served to nobody until its owner said who is in it", async () => {
    const owner = await insertOwner()
    const request = { owner, photo: owner.photo.id }
    await db.update(media).set({ hasOthers: null, clientId: "an-upload" }).where(eq(media.id, owner.photo.id))
    expect((await ask(`/media/${owner.photo.id}/640.webp`)).status).toBe(404)
    await declare(owner, owner.photo.id, [], false)
    expect(await isServed(request)).toBe(true)
  })
})

describe("the link of a person depicted", () => {
  test("shows who asks and the pictures, and neither the owner's name for them nor anything else", async () => {
    const { owner, photo, token } = await insertRequest()
    const other = await insertMedia({ profileId: owner.profile.id })
    const request = await (await ask(`/api/consents/${token}`)).json<{ owner: string; items: { id: string }[] }>()
    expect(request.owner).toBe(owner.profile.name)
    expect(request.items.map(({ id }) => id)).toEqual([photo])
    const page = await (await ask(`/consent/${token}`)).text()
    expect(page).toContain(owner.profile.name)
    expect(page).not.toContain("My sister")
    await env.MEDIA.put(`test/${photo}/320.webp`, "small")
    const picture = await ask(`/consent/${token}/pictures/${photo}`)
    expect([picture.status, picture.headers.get("Cache-Control")]).toEqual([200, "private, no-store"])
    expect((await ask(`/consent/${token}/pictures/${other.id}`)).status).toBe(404)
    expect((await ask(`/consent/${"a".repeat(43)}/pictures/${photo}`)).status).toBeGreaterThanOrEqual(400)
  })

  test.each(["uploading", "uploaded", "processing", "failed", "rejected", "quarantined", "deleted"] as const)(
    "opens no picture that is %s, whatever lies in its folder",
    async (state) => {
      const { photo, token } = await insertRequest()
      await env.MEDIA.put(`test/${photo}/320.webp`, "small")
      await withoutDecisionRules(() => db.update(media).set({ state }).where(eq(media.id, photo)))
      expect((await ask(`/consent/${token}/pictures/${photo}`)).status).toBe(404)
      const { items } = await (await ask(`/api/consents/${token}`)).json<{ items: { has_picture: boolean }[] }>()
      expect(items.filter((item) => item.has_picture)).toEqual([])
    },
  )

  test("is not there for the owner's session, whatever they try with it", async () => {
    const { owner, person, photo, token } = await insertRequest()
    await confirm(person)
    expect((await owner.call("GET", `/consents/${token}`)).status).toBe(404)
    for (const [path, body] of [
      ["identity", undefined],
      ["signature", { version: 1, accepts: true, answers: { [photo]: yes } }],
      ["withdrawal", { media: null }],
    ] as const)
      expect([path, (await owner.call("POST", `/consents/${token}/${path}`, body)).status]).toEqual([path, 404])
    expect((await owner.open(`/consent/${token}`)).status).toBe(404)
    expect((await ask(`/consent/${token}/pictures/${photo}`, addCookie({}, owner.cookie))).status).toBe(404)
    expect(await stateIn(photo)).toBe("requested")
  })

  test("accepts no answer before identity and age are confirmed, for a stranger's photo, or for another text", async () => {
    const [one, two] = [await insertRequest(), await insertRequest()]
    expect(await codeIn(await sign(one.token, { [one.photo]: yes }))).toBe("consent.unconfirmed")
    await confirm(one.person)
    expect(await codeIn(await sign(one.token, { [two.photo]: yes }))).toBe("conflict.changed")
    expect(await codeIn(await sign(one.token, { [one.photo]: yes }, 2))).toBe("conflict.changed")
    expect(await codeIn(await sign(one.token, {}))).toBe("conflict.changed")
    expect((await call("/consents/nothing/signature", { version: 1, accepts: true, answers: {} })).status).toBe(410)
    expect([await stateIn(one.photo), await stateIn(two.photo)]).toEqual(["requested", "requested"])
  })

  test("of an owner who shows their own document in the other's place is refused for good", async () => {
    const { owner, person, photo, token } = await insertRequest()
    await db.delete(identityChecks).where(eq(identityChecks.userId, owner.user.id))
    await check(owner, "adult")
    await checkPerson(token, "adult")
    const [row] = await db.select().from(identityChecks).where(eq(identityChecks.personId, person))
    expect(row).toMatchObject({ status: "refused", reason: "other_person" })
    expect(await codeIn(await call(`/consents/${token}/identity`, {}))).toBe("identity.refused")
    expect((await sign(token, { [photo]: yes })).status).toBe(409)
  })

  test("lets an adult confirm themselves and answer on its page, and quarantines what shows a minor", async () => {
    const adult = await insertRequest()
    await checkPerson(adult.token, "other_adult")
    const fields = { intent: "sign", version: "1", accepts: "on", [`publish-${adult.photo}`]: "yes" }
    expect((await submit(`/consent/${adult.token}`, fields)).status).toBe(200)
    expect(await isServed(adult)).toBe(true)
    const minor = await insertRequest()
    await checkPerson(minor.token, "minor")
    const [row] = await db.select().from(media).where(eq(media.id, minor.photo))
    expect([row?.state, await isServed(minor)]).toEqual(["quarantined", false])
  })

  test("is stored only as a hash, and another one leaves it valid", async () => {
    const { owner, person, token } = await insertRequest()
    await owner.call("POST", `/me/profile/people/${person}/links`)
    const links = await db.select().from(consentLinks).where(eq(consentLinks.personId, person))
    expect(links.map(({ tokenHash }) => tokenHash)).toContain(sha256(token))
    expect(JSON.stringify(links)).not.toContain(token)
    expect((await ask(`/api/consents/${token}`)).status).toBe(200)
  })
})

/** Confirms the person of a link at the provider, and comes back. */
async function checkPerson(token: string, outcome: string) {
  const { url } = await (await call(`/consents/${token}/identity`, {})).json<{ url: string }>()
  await choose(url, outcome)
  await ask(`/consent/${token}`)
  takeJobs()
}

describe("the people in an owner's photos", () => {
  test("are not there for others, nor for members without a profile", async () => {
    const { person, photo } = await insertRequest()
    const [other, member] = [await insertOwner(), await insertMember()]
    for (const stranger of [other, member]) {
      expect((await stranger.call("POST", `/me/profile/people/${person}/links`)).status).toBe(404)
      expect((await stranger.call("DELETE", `/me/profile/people/${person}`)).status).toBe(404)
      expect(
        (await stranger.call("PUT", `/me/profile/media/${photo}/people`, { has_others: false, people: [] })).status,
      ).toBe(404)
    }
    expect((await member.open("/profile/escort/people")).status).toBe(404)
    expect((await declare(other, other.photo.id, [person])).status).toBe(422)
    expect(await stateIn(photo)).toBe("requested")
  })

  test("stay on record for three years after the photo is gone", async () => {
    const { person, photo, token } = await insertRequest()
    await confirm(person)
    await sign(token, { [photo]: yes })
    await db.delete(media).where(eq(media.id, photo))
    await runCron("17 3 * * *")
    takeJobs()
    expect(await stateIn(photo)).toBe("granted")
    await db
      .update(mediaConsents)
      .set({ updatedAt: Date.now() - 3 * 365 * DAY - 1 })
      .where(eq(mediaConsents.mediaId, photo))
    await runCron("17 3 * * *")
    takeJobs()
    expect(await stateIn(photo)).toBeUndefined()
  })
})
