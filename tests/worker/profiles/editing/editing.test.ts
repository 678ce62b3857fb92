import { eq } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { agreementSignatures, identityChecks, media, profileEdits, profiles, slugRedirects } from "~/db/schema"
import { insertMember, insertStaffMember } from "../../helpers/member"
import { shownText, textOf } from "../../helpers/page"
import { db, insertMedia, insertService } from "../../helpers/rows"
import { about, decide, decideWhole, hidePhotos, insertOwner, openPublic, save, stateOf, workshopOf } from "./people"

type Owner = Awaited<ReturnType<typeof insertOwner>>

const problemsIn = async (response: Response) => Object.keys((await response.json<{ errors: object }>()).errors)
const codeIn = async (response: Response) => (await response.json<{ code: string }>()).code

describe("an edit of a published profile", () => {
  test("is seen by nobody but its owner until it is approved, and by everybody then", async () => {
    const [owner, staff] = [await insertOwner(), await insertStaffMember("trust_lead")]
    const { slug, id } = owner.profile
    const texts = { "headline.en": "Evenings at the opera, and the walk home", "about.en": about }
    expect((await save(owner, texts)).status).toBe(200)
    const seen = async () => textOf(await (await openPublic(slug)).text())
    expect(await seen()).toContain("A headline")
    expect((await owner.call("POST", "/me/profile/submission")).status).toBe(200)
    expect(await seen()).not.toContain("the walk home")
    const { fields, state } = await workshopOf(owner)
    expect([state, fields["headline.en"]]).toMatchObject([
      "published",
      { live: "A headline", value: texts["headline.en"], edit: { state: "pending" } },
    ])
    expect((await decide(staff, id, "approve")).status).toBe(200)
    expect(await seen()).toContain("the walk home")
    expect((await workshopOf(owner)).fields["headline.en"]).toEqual({
      live: texts["headline.en"],
      value: texts["headline.en"],
      edit: null,
      hidden: null,
    })
  })

  test("that staff return stays unseen, and its owner reads why beside it until they submit it again", async () => {
    const [owner, staff] = [await insertOwner(), await insertStaffMember("trust_lead")]
    await save(owner, { "quote.fr": "Une phrase sans verbe" })
    await owner.call("POST", "/me/profile/submission")
    await decide(staff, owner.profile.id, "return")
    const edit = async () => (await workshopOf(owner)).fields["quote.fr"].edit
    expect(await edit()).toMatchObject({
      state: "returned",
      reason: "unclear",
      comment: expect.stringContaining("whole"),
    })
    expect(await codeIn(await owner.call("POST", "/me/profile/submission"))).toBe("workshop.nothing_to_submit")
    await save(owner, { "quote.fr": "Une phrase qui en est une." })
    expect(await edit()).toMatchObject({ state: "draft", reason: "unclear" })
    await owner.call("POST", "/me/profile/submission")
    expect(await edit()).toMatchObject({ state: "pending", reason: null, comment: null })
  })

  test("changes every kind of field: name, address, place, languages, services with notes, rates", async () => {
    const [owner, staff, other] = [await insertOwner(), await insertStaffMember("trust_lead"), await insertOwner()]
    const added = await insertService({ categoryId: owner.category.id })
    const { slug } = owner.profile
    const fields = {
      name: "Camille Renaud",
      slug: `${slug}-new`,
      city: other.city.slug,
      category: other.category.slug,
      languages: ["it", "fr"],
      hourly_rate: 31_000,
      minimum_hours: 3,
      services: [{ service: added.slug, price: null, duration: null, note: { en: "In the Louvre", fr: "" } }],
    }
    expect((await save(owner, fields)).status).toBe(200)
    await owner.call("POST", "/me/profile/submission")
    const decided = await (await decide(staff, owner.profile.id, "approve")).json<{ decided: string[] }>()
    expect(decided.decided.toSorted()).toEqual(Object.keys(fields).toSorted())
    const moved = await openPublic(slug)
    expect([moved.status, moved.headers.get("Location")]).toEqual([301, `/escorts/${slug}-new`])
    const page = textOf(await (await openPublic(`${slug}-new`, "/services")).text())
    for (const texts of ["Camille Renaud", "In the Louvre", "310"]) expect(page).toContain(texts)
    const { fields: live } = await workshopOf(owner)
    expect(live.services.live).toEqual([{ ...fields.services[0], note: { en: "In the Louvre" } }])
    expect([live.languages.live, live.city.live]).toEqual([["it", "fr"], other.city.slug])
  })

  test("that is the live value again is none", async () => {
    const owner = await insertOwner()
    await save(owner, { "quote.en": "Another quote" })
    const answer = await (await save(owner, { "quote.en": "A quote" })).json()
    expect(answer).toEqual({ versions: { "quote.en": null } })
    expect(await db.select().from(profileEdits).where(eq(profileEdits.profileId, owner.profile.id))).toEqual([])
  })

  test("of a tab that has not read the other tab's is refused whole, and loses nothing", async () => {
    const owner = await insertOwner()
    await save(owner, { "quote.en": "From the first tab" })
    const late = await owner.call("PATCH", "/me/profile", {
      fields: { "quote.en": "From the second tab", "quote.fr": "De la seconde" },
      versions: { "quote.en": null },
    })
    expect([late.status, await codeIn(late)]).toEqual([409, "conflict.changed"])
    const { fields } = await workshopOf(owner)
    expect([fields["quote.en"].value, fields["quote.fr"].edit]).toEqual(["From the first tab", null])
  })

  test("whose answer was lost is found again by the id of its save, which its versions end in", async () => {
    const owner = await insertOwner()
    const patch = (fields: object, versions: object, id?: string) =>
      owner.call("PATCH", "/me/profile", { fields, versions, ...(id && { save: id }) })
    expect((await patch({ "quote.en": "Stored, and not heard" }, {}, "k2x4b7m9q1z3")).status).toBe(200)
    const { edit, value } = (await workshopOf(owner)).fields["quote.en"]
    expect([value, edit?.version]).toEqual([
      "Stored, and not heard",
      expect.stringMatching(/^[0-9A-Z]{26}~k2x4b7m9q1z3$/),
    ])
    const again = await patch({ "quote.en": "Later" }, { "quote.en": edit?.version }, "m9q1z3k2x4b7")
    const { versions } = (await again.json()) as { versions: Record<string, string> }
    expect([again.status, versions["quote.en"]]).toEqual([200, expect.stringMatching(/~m9q1z3k2x4b7$/)])
    for (const id of ["short", "UPPERCASE99", "much-too-long-for-an-id", "a~b~c~d~e"]) {
      expect([id, (await patch({ "quote.en": "No" }, {}, id)).status]).toEqual([id, 422])
    }
  })

  test("of the same id twice has two versions: what staff read of the first does not approve the second", async () => {
    const owner = await insertOwner()
    const versions: (string | undefined)[] = []
    for (const text of ["The first text", "The second text"]) {
      const seen = { "quote.en": versions.at(-1) ?? null }
      await owner.call("PATCH", "/me/profile", { fields: { "quote.en": text }, versions: seen, save: "k2x4b7m9q1z3" })
      versions.push((await workshopOf(owner)).fields["quote.en"].edit?.version)
    }
    expect(new Set(versions).size).toBe(2)
  })

  test("cannot take an address that is another profile's, or leads to one", async () => {
    const [owner, other] = [await insertOwner(), await insertOwner()]
    await db.insert(slugRedirects).values({ slug: "once-theirs", profileId: other.profile.id, createdAt: Date.now() })
    for (const slug of [other.profile.slug, "once-theirs"]) {
      await save(owner, { slug })
      const refused = await owner.call("POST", "/me/profile/submission")
      expect([refused.status, await problemsIn(refused)]).toEqual([422, ["slug"]])
    }
  })

  test("is kept unfinished, and refused only when it is submitted, each field with its reason", async () => {
    const owner = await insertOwner()
    const unfinished = { "about.en": "Short", "headline.fr": "x".repeat(200), slug: "Not An Address", name: "Support" }
    expect((await save(owner, unfinished)).status).toBe(200)
    const refused = await owner.call("POST", "/me/profile/submission")
    expect((await problemsIn(refused)).toSorted()).toEqual(["about.en", "headline.fr", "name", "slug"])
    expect((await workshopOf(owner)).draft_count).toBe(4)
  })

  test("of a city, category or service that is not listed is refused", async () => {
    const owner = await insertOwner()
    const services = [{ service: "nowhere", price: null, duration: null, note: {} }]
    for (const [field, value] of Object.entries({ city: "nowhere", category: "nowhere", services })) {
      expect(await problemsIn(await save(owner, { [field]: value }))).toEqual([field])
    }
    expect((await save(owner, { languages: ["xx"] })).status).toBe(422)
    expect((await save(owner, { state: "published" })).status).toBe(200)
    expect((await workshopOf(owner)).draft_count).toBe(0)
  })

  test("is nobody else's: a member without a profile has no workshop", async () => {
    const member = await insertMember()
    for (const [method, path] of [
      ["GET", "/me/profile"],
      ["POST", "/me/profile/submission"],
      ["POST", "/me/profile/publication"],
      ["POST", "/me/profile/pause"],
      ["DELETE", "/me/profile/publication"],
    ] as const) {
      expect((await member.call(method, path)).status).toBe(404)
    }
  })
})

describe("a profile's state", () => {
  test("stays a draft while nobody has said who is in a picture, also in one that staff have not seen", async () => {
    const owner = await insertOwner("draft")
    await save(owner, { "headline.en": "A guide to quiet museums", "about.en": about })
    await save(owner, { "headline.fr": "Des musées au calme", "about.fr": about })
    for (const state of ["uploaded", "processing", "ready", "reported"] as const) {
      const photo = await insertMedia({ profileId: owner.profile.id, state, clientId: crypto.randomUUID() })
      const { checklist, undeclared_count } = await workshopOf(owner)
      expect([state, undeclared_count]).toEqual([state, 1])
      expect(checklist.find(({ item }) => item === "consent")?.state).toBe("missing")
      const refused = await owner.call("POST", "/me/profile/submission")
      expect([refused.status, await problemsIn(refused)]).toEqual([422, ["people"]])
      await db.update(media).set({ hasOthers: false }).where(eq(media.id, photo.id))
    }
    await insertMedia({ profileId: owner.profile.id, state: "rejected", clientId: crypto.randomUUID() })
    expect((await workshopOf(owner)).undeclared_count).toBe(0)
    expect((await owner.call("POST", "/me/profile/submission")).status).toBe(200)
  })

  test("goes from a draft by review to approval, and its owner publishes it", async () => {
    const [owner, staff] = [await insertOwner("draft"), await insertStaffMember("trust_lead")]
    const { id, slug } = owner.profile
    await save(owner, { "headline.en": "A guide to quiet museums", "about.en": about })
    await save(owner, { "headline.fr": "Des musées au calme", "about.fr": about })
    expect((await owner.call("POST", "/me/profile/submission")).status).toBe(200)
    expect(await stateOf(owner)).toBe("submitted")
    await staff.call("PUT", `/admin/profiles/${id}/claim`)
    expect(await stateOf(owner)).toBe("in_review")
    expect(await codeIn(await decideWhole(staff, id, "approve"))).toBe("workshop.open_edits")
    await decide(staff, id, "approve")
    expect((await decideWhole(staff, id, "approve")).status).toBe(200)
    expect([await stateOf(owner), (await openPublic(slug)).status]).toEqual(["approved", 404])
    expect((await owner.call("POST", "/me/profile/publication")).status).toBe(200)
    expect((await openPublic(slug)).status).toBe(200)
  })

  test.each([
    ["identity", ({ user }: Owner) => db.delete(identityChecks).where(eq(identityChecks.userId, user.id))],
    ["agreement", ({ user }: Owner) => db.delete(agreementSignatures).where(eq(agreementSignatures.userId, user.id))],
    ["consent", ({ photo }: Owner) => db.update(media).set({ hasOthers: null }).where(eq(media.id, photo.id))],
    ["rate", ({ profile }: Owner) => db.update(profiles).set({ hourlyRate: 0 }).where(eq(profiles.id, profile.id))],
  ])("stays unpublished without %s, and the owner reads what is missing", async (item, remove) => {
    const owner = await insertOwner("approved")
    await remove(owner)
    const { checklist, moves } = await workshopOf(owner)
    expect(checklist.filter(({ state }) => state !== "done")).toEqual([{ item, state: "missing" }])
    expect(moves).not.toContain("publish")
    expect(await codeIn(await owner.call("POST", "/me/profile/publication"))).toBe("workshop.not_publishable")
    expect(await stateOf(owner)).toBe("approved")
  })

  test("cannot be published by any statement while something is missing: the database refuses", async () => {
    const owner = await insertOwner("paused")
    await hidePhotos(owner.profile.id)
    const publishing = db.update(profiles).set({ state: "published" }).where(eq(profiles.id, owner.profile.id))
    await expect(publishing).rejects.toMatchObject({ cause: { message: expect.stringContaining("not_publishable") } })
  })

  test("is paused and withdrawn in one step, and hidden in that request", async () => {
    const owner = await insertOwner()
    const { slug } = owner.profile
    await save(owner, { "quote.en": "A change on its way" })
    await owner.call("POST", "/me/profile/submission")
    await owner.call("POST", "/me/profile/pause")
    expect((await openPublic(slug)).status).toBe(404)
    await owner.call("POST", "/me/profile/publication")
    expect((await openPublic(slug)).status).toBe(200)
    for (let n = 0; n < 2; n += 1) expect((await owner.call("DELETE", "/me/profile/publication")).status).toBe(200)
    expect((await openPublic(slug)).status).toBe(404)
    const { state, submitted_at, fields } = await workshopOf(owner)
    expect([state, submitted_at, fields["quote.en"].edit?.state]).toEqual(["withdrawn", null, "draft"])
    expect(await codeIn(await owner.call("POST", "/me/profile/publication"))).toBe("conflict.changed")
  })

  test("keeps its place among the newest when it is published again", async () => {
    const owner = await insertOwner()
    const at = async () => (await workshopOf(owner)).published_at
    const before = await at()
    await owner.call("POST", "/me/profile/pause")
    await owner.call("POST", "/me/profile/publication")
    expect(await at()).toBe(before)
  })
})

describe("submitting", () => {
  test("is refused after 20 times in a day, and the edit that could not be submitted remains a draft", async () => {
    const owner = await insertOwner()
    const submit = async (hours: number) => {
      await save(owner, { minimum_hours: hours })
      return (await owner.call("POST", "/me/profile/submission")).status
    }
    const statuses: number[] = []
    for (let at = 0; at < 21; at += 1) statuses.push(await submit(at + 3))
    expect(statuses).toEqual([...Array(20).fill(200), 429])
    expect((await workshopOf(owner)).fields.minimum_hours).toMatchObject({ value: 23, edit: { state: "draft" } })
  })
})

describe("availability", () => {
  test("is set at once, within a week, with the parts of a week", async () => {
    const owner = await insertOwner()
    const soon = Date.now() + 3_600_000
    const set = (body: object) => owner.call("PUT", "/me/profile/availability", body)
    expect((await set({ available_until: soon, rhythm: ["sat-evening", "mon-morning", "sat-evening"] })).status).toBe(
      200,
    )
    expect(await workshopOf(owner)).toMatchObject({ available_until: soon, rhythm: ["mon-morning", "sat-evening"] })
    for (const available_until of [Date.now() - 1, Date.now() + 8 * 86_400_000, "soon"]) {
      expect((await set({ available_until })).status).toBe(422)
    }
    await set({ available_until: null })
    expect(await workshopOf(owner)).toMatchObject({ available_until: null, rhythm: ["mon-morning", "sat-evening"] })
  })

  test("is on the profile's page of details as soon as it is set: the parts of a week, and never an hour", async () => {
    const owner = await insertOwner()
    const shown = async () => (await openPublic(owner.profile.slug, "/infos")).text()
    expect(await shown()).not.toContain(">Usually free<")
    const rhythm = ["fri-evening", "fri-afternoon", "mon-morning"]
    await owner.call("PUT", "/me/profile/availability", { available_until: null, rhythm })
    expect(await shown()).toMatch(/>Usually free<.*?>Monday<.*?>morning<.*?>Friday<.*?>afternoon and evening</s)
    await owner.call("PUT", "/me/profile/availability", { available_until: null, rhythm: [] })
    expect(await shown()).not.toContain(">Usually free<")
  })
})

describe("the preview", () => {
  const openPreview = (owner: { open: (path: string) => Promise<Response> }, as: string, part = "overview") =>
    owner.open(`/profile/escort/preview?as=${as}&part=${part}`)

  test("shows the owner's edits and photos as they would be, and the public page none of them", async () => {
    const owner = await insertOwner()
    const texts = "Evenings at the opera, and the walk home"
    await save(owner, { "headline.en": texts })
    const waiting = await insertMedia({ profileId: owner.profile.id, state: "ready" })
    const html = await (await openPreview(owner, "visitor")).text()
    expect(html).toContain(`>${texts}<`)
    expect(html).toMatch(new RegExp(`/media/${waiting.id}/\\d+\\.webp\\?`))
    const seen = await (await openPublic(owner.profile.slug)).text()
    expect([seen.includes(texts), seen.includes(waiting.id)]).toEqual([false, false])
  })

  test("shows private photos as Premium members see them, and to others as a drawing", async () => {
    const owner = await insertOwner("draft")
    const hidden = await insertMedia({ profileId: owner.profile.id, visibility: "private" })
    for (const as of ["visitor", "member"]) {
      const html = await (await openPreview(owner, as, "private")).text()
      expect([as, html.includes(`/media/${hidden.id}/`), html.includes("data:image/png")]).toEqual([as, false, true])
    }
    const premium = await (await openPreview(owner, "premium", "private")).text()
    expect(premium).toContain(`/media/${hidden.id}/`)
    expect(shownText(premium)).toContain("Premium members see your private section")
    await owner.call("PUT", "/me/contact-rules", {
      verified_only: false,
      premium_only: false,
      languages: [],
      daily_budget: null,
      private_for: "accepted",
    })
    const narrowed = await (await openPreview(owner, "premium", "private")).text()
    expect(shownText(narrowed)).toContain(
      "Premium members whose conversation with you is accepted see your private section",
    )
  })

  test("has the acts of the reader whom the owner chose, and the owner's own times", async () => {
    const owner = await insertOwner()
    await owner.call("PUT", "/me/profile/availability", { available_until: null, rhythm: ["fri-evening"] })
    const visitor = shownText(await (await openPreview(owner, "visitor")).text())
    expect(visitor).toContain("Only Premium members can write first")
    const premium = await (await openPreview(owner, "premium")).text()
    expect(premium).toContain(`/profile/chat/new?profile=${owner.profile.slug}`)
    expect(shownText(premium)).not.toContain("Only Premium members can write first")
    expect(shownText(premium)).toContain("Friday")
    const infos = await (await openPreview(owner, "visitor", "infos")).text()
    expect(infos).toMatch(/>Usually free<.*?>Friday<.*?>evening</s)
  })

  test("is the owner's alone, and of no other kind of reader", async () => {
    const [owner, stranger] = [await insertOwner(), await insertMember()]
    expect((await openPreview(stranger, "visitor")).status).toBe(404)
    expect((await openPreview(owner, "staff")).status).toBe(400)
    expect((await openPreview(owner, "visitor", "everything")).status).toBe(400)
  })
})
