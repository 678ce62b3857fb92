import { and, eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { cases, decisions, hiddenTexts, profiles, profileTexts, reports } from "~/db/schema"
import { contestableUntil } from "~/domain/decisions/kinds"
import type { Case, CaseLine } from "~/domain/safety/cases/schema"
import { sweepReports } from "~/domain/safety/service.server"
import { fetchApp, newAddress, withAccess } from "../helpers/app"
import { call, mailsTo } from "../helpers/mail"
import { insertStaffMember } from "../helpers/member"
import { caseOf, db } from "../helpers/rows"
import { decide, insertOwner, save, workshopOf } from "../profiles/editing/people"

type Owner = Awaited<ReturnType<typeof insertOwner>>

let owner: Owner
let staff: Awaited<ReturnType<typeof insertStaffMember>>

const phone = "Call me: 06 12 34 56 78"
const page = () => `/escorts/${owner.profile.slug}`

beforeEach(async () => {
  await db.delete(cases)
  owner = await insertOwner()
  staff = await insertStaffMember("trust_lead")
  const ofOwner = eq(profileTexts.profileId, owner.profile.id)
  await db.update(profileTexts).set({ headline: "Evenings of music", quote: phone, about: "Of Lyon" }).where(ofOwner)
})

async function report(change: object = {}): Promise<string> {
  const form = { category: "intimate", about: page(), text: "quote", details: "That is my number.", good_faith: true }
  const response = await call("/reports", { ...form, ...change }, { "CF-Connecting-IP": newAddress() })
  expect(response.status).toBe(201)
  return (await response.json<{ reference: string }>()).reference
}

async function shown() {
  const response = await fetchApp(`/api/profiles/${owner.profile.slug}`, await withAccess())
  if (response.status !== 200) return response.status
  const { headline, quote, about } = await response.json<Record<string, string>>()
  return { headline, quote, about }
}

const whole = { headline: "Evenings of music", quote: phone, about: "Of Lyon" }
/** Publishes another quote in English, as its owner writes it and staff approve it. */
async function rewrite(quote: string) {
  await save(owner, { "quote.en": quote })
  await owner.call("POST", "/me/profile/submission")
  await decide(await insertStaffMember("moderator"), owner.profile.id, "approve")
}

const hiddenNow = async () =>
  (await db.select().from(hiddenTexts).where(eq(hiddenTexts.profileId, owner.profile.id))).length
const open = async (reference: string) => (await staff.call("GET", `/admin/cases/${reference}`)).json<Case>()
const end = (reference: string, act: "act" | "dismiss", more: object = {}) =>
  staff.call("POST", `/admin/cases/${reference}/${act}`, { reason: "We read it.", ...more })
const decisionsOf = async () =>
  (await db.select().from(decisions).where(eq(decisions.userId, owner.user.id))).map(({ kind, state }) => [kind, state])

describe("a report that names a text of a profile", () => {
  test.each([
    ["headline", { ...whole, headline: "" }],
    ["quote", { ...whole, quote: "" }],
    ["about", { ...whole, about: "" }],
  ])("hides the %s in the same request, in every language, and nothing else", async (text, left) => {
    await report({ text })
    expect(await shown()).toEqual(left)
    const rows = await db.select().from(profileTexts).where(eq(profileTexts.profileId, owner.profile.id))
    expect(rows.map((row) => row[text as "quote"])).toEqual(rows.map(() => ""))
    expect(await (await fetchApp(page(), await withAccess())).text()).not.toContain(whole[text as "quote"])
  })

  test.each([
    ["minor", 404],
    ["danger", 404],
    ["depicted", { ...whole, quote: "" }],
    ["illegal", whole],
    ["terms", whole],
  ])("hides the text only if it is urgent, and the whole profile if it is most urgent: %s", async (category, left) => {
    await report({ category, email: "ann@example.org" })
    expect(await shown()).toEqual(left)
  })

  test("hides no text of a profile that is not public, and staff read which one was meant", async () => {
    await db.update(profiles).set({ state: "withdrawn" }).where(eq(profiles.id, owner.profile.id))
    const found = await open(await caseOf(await report()))
    expect([found.text, found.latest_reports[0]?.text]).toEqual([null, "quote"])
    expect(await hiddenNow()).toBe(0)
  })

  test("is about the whole profile where it has no such text, or the address is no profile's", async () => {
    await db.update(profileTexts).set({ quote: "" }).where(eq(profileTexts.profileId, owner.profile.id))
    const kinds = []
    for (const about of [page(), "/about"]) {
      const { subject_kind, text } = await open(await caseOf(await report({ about })))
      kinds.push([subject_kind, text])
    }
    expect(kinds).toEqual([
      ["profile", null],
      ["address", null],
    ])
    expect(await shown()).toEqual({ ...whole, quote: "" })
  })

  test("hides nothing that is no text of a profile, and says so", async () => {
    const form = { category: "intimate", about: page(), details: "It.", good_faith: true, text: "name" }
    const response = await call("/reports", form, { "CF-Connecting-IP": newAddress() })
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ code: "validation.failed" })
  })

  test("is one case with others about that text, and another one than those about the profile", async () => {
    const [first, second] = [await caseOf(await report()), await caseOf(await report())]
    const others = [await caseOf(await report({ text: "about" })), await caseOf(await report({ text: "" }))]
    expect(second).toBe(first)
    expect(new Set([first, ...others]).size).toBe(3)
    const { data } = await (await staff.call("GET", "/admin/cases")).json<{ data: CaseLine[] }>()
    expect(data.map(({ text, reports: count }) => [text, count])).toEqual(
      expect.arrayContaining([
        ["quote", 2],
        ["about", 1],
        [null, 1],
      ]),
    )
  })

  test("shows staff what is hidden, and its owner what they had written", async () => {
    const found = await open(await caseOf(await report()))
    expect(found).toMatchObject({ text: "quote", is_hidden_by_it: true, may_remove: false, profile_state: null })
    expect(found.texts).toEqual({ live: {}, hidden: { en: phone, fr: phone } })
    const { fields } = await workshopOf(owner)
    expect(fields["quote.en"]).toMatchObject({ live: "", hidden: phone })
    expect(fields["headline.en"]).toMatchObject({ live: whole.headline, hidden: null })
    expect((await mailsTo(owner.user.email)).map(({ template }) => template)).toContain("decision")
  })
})

describe("a case about a text", () => {
  test("that is dismissed shows the text again", async () => {
    await end(await caseOf(await report()), "dismiss")
    expect(await shown()).toEqual(whole)
    expect(await decisionsOf()).toEqual([["text_hidden", "ended"]])
    expect(await hiddenNow()).toBe(0)
    // Staff have read it: for 30 days no report hides it.
    await report()
    expect(await shown()).toEqual(whole)
  })

  test("that is dismissed leaves what its owner has written since, and what another case hides", async () => {
    const reference = await caseOf(await report())
    await rewrite("I love the opera.")
    const other = await caseOf(await report({ text: "about" }))
    await end(reference, "dismiss")
    expect(await shown()).toEqual({ ...whole, quote: "I love the opera.", about: "" })
    const [french] = await db
      .select()
      .from(profileTexts)
      .where(and(eq(profileTexts.profileId, owner.profile.id), eq(profileTexts.locale, "fr")))
    expect(french?.quote).toBe(phone)
    await end(other, "dismiss")
    expect(await shown()).toMatchObject({ about: whole.about })
  })

  test("that staff act on keeps it hidden, with a decision that replaces the system's and counts as a strike", async () => {
    const reference = await caseOf(await report())
    expect((await end(reference, "act")).status).toBe(204)
    expect(await shown()).toEqual({ ...whole, quote: "" })
    expect(await decisionsOf()).toEqual([
      ["text_hidden", "superseded"],
      ["text_removed", "active"],
    ])
    // A later case about it that is dismissed does not show what staff took down.
    await end(await caseOf(await report()), "dismiss")
    expect(await shown()).toEqual({ ...whole, quote: "" })
  })

  test("of another text than one that staff took down is a case of its own: shown again by its dismissal, and a strike more", async () => {
    await end(await caseOf(await report()), "act")
    await rewrite("I love the opera.")
    const second = await caseOf(await report())
    expect(await shown()).toMatchObject({ quote: "" })
    await end(second, "dismiss")
    expect(await shown()).toMatchObject({ quote: "I love the opera." })
    expect(await decisionsOf()).toEqual([
      ["text_hidden", "superseded"],
      ["text_removed", "active"],
      ["text_hidden", "ended"],
    ])
    const third = await caseOf(await report({ category: "terms", email: "ann@example.org" }))
    await end(third, "act", { removes: true })
    expect((await decisionsOf()).filter(([kind, state]) => kind === "text_removed" && state === "active")).toHaveLength(
      2,
    )
  })

  test("that staff act on leaves what its owner has written since, unless they take that down, too", async () => {
    const reference = await caseOf(await report())
    await rewrite("I love the opera.")
    expect(await open(reference)).toMatchObject({
      may_remove: true,
      texts: { live: { en: "I love the opera." }, hidden: { en: phone, fr: phone } },
    })
    await end(reference, "act")
    expect(await shown()).toMatchObject({ quote: "I love the opera." })
    expect(await decisionsOf()).toContainEqual(["text_removed", "active"])
  })

  test("hides another text of one language beside what it hides of the other, and shows both again", async () => {
    const reference = await caseOf(await report())
    await rewrite("I love the opera.")
    expect(await caseOf(await report())).toBe(reference)
    expect((await open(reference)).texts).toEqual({ live: {}, hidden: { en: "I love the opera.", fr: phone } })
    await end(reference, "dismiss")
    const rows = await db.select().from(profileTexts).where(eq(profileTexts.profileId, owner.profile.id))
    expect(Object.fromEntries(rows.map(({ locale, quote }) => [locale, quote]))).toEqual({
      en: "I love the opera.",
      fr: phone,
    })
  })

  test("is undone by an appeal without what a later case hides", async () => {
    await end(await caseOf(await report()), "act")
    const [, removal] = await db.select().from(decisions).where(eq(decisions.userId, owner.user.id))
    await rewrite("I love the opera.")
    await report()
    await owner.call("POST", `/decisions/${removal?.reference}/appeal`, { body: "It is nobody's number." })
    const answer = { outcome: "overturned", answer: "It is not." }
    const lead = await insertStaffMember("trust_lead")
    expect((await lead.call("POST", `/admin/appeals/${removal?.reference}/decision`, answer)).status).toBe(204)
    expect(await shown()).toMatchObject({ quote: "" })
    expect((await decisionsOf()).at(-1)).toEqual(["text_hidden", "active"])
  })

  test("that no report has hidden takes it down where staff say so", async () => {
    const reference = await caseOf(await report({ category: "terms", email: "ann@example.org" }))
    expect(await open(reference)).toMatchObject({ may_remove: true, is_hidden_by_it: false })
    expect((await end(reference, "act", { removes: true })).status).toBe(204)
    expect(await shown()).toEqual({ ...whole, quote: "" })
    expect(await decisionsOf()).toEqual([["text_removed", "active"]])
  })

  test("leaves a profile published, which cannot be published again without the text that it needs", async () => {
    await end(await caseOf(await report({ text: "about" })), "act")
    const stateOf = async () => (await db.select().from(profiles).where(eq(profiles.id, owner.profile.id)))[0]?.state
    expect(await stateOf()).toBe("published")
    expect((await owner.call("POST", "/me/profile/pause")).status).toBeLessThan(300)
    expect((await owner.call("POST", "/me/profile/publication")).status).toBe(409)
    expect((await workshopOf(owner)).checklist).toContainEqual({ item: "texts", state: "missing" })
  })

  test("keeps the text for as long as it can be contested, and no longer", async () => {
    await end(await caseOf(await report()), "act")
    const now = Date.now()
    const held = async (at: number) => {
      await sweepReports({ db: db as never, now: () => at })
      return hiddenNow()
    }
    expect([await held(now + contestableUntil(0) - 60_000), await held(now + contestableUntil(0) + 60_000)]).toEqual([
      1, 0,
    ])
  })

  test("keeps the text while a report about it is open, however long ago it was hidden", async () => {
    const reference = await report()
    await sweepReports({ db: db as never, now: () => Date.now() + contestableUntil(0) + 60_000 })
    expect(await hiddenNow()).toBe(1)
    expect((await db.select().from(reports).where(eq(reports.reference, reference)))[0]?.hidesText).toBe(true)
  })
})
