import { eq } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { profileEdits } from "~/db/schema"
import { translator } from "~/i18n/i18n.server"
import { ask, submit } from "../helpers/mail"
import { insertNewModerator, insertStaffMember } from "../helpers/member"
import { elementsOf, headingOf, textOf } from "../helpers/page"
import { db, insertMedia } from "../helpers/rows"
import { about, insertOwner, reviewOf, save, stateOf } from "../profiles/editing/people"

const english = translator("en", "errors")

type Staff = Awaited<ReturnType<typeof insertStaffMember>>

const pathOf = (id: string) => `/dashboard/admin/profiles/${id}/review`

/** Opens a page as this member of staff, or sends one of its forms, as a browser without script does. */
async function open({ session }: Staff, path: string, form?: Record<string, string>): Promise<Response> {
  const init = { headers: { Cookie: `__Host-salon_session=${session.token}` } }
  return form ? submit(path, form, init) : ask(path, init)
}

async function insertSubmitted(state: "published" | "draft" = "published") {
  const owner = await insertOwner(state)
  // Texts that a new profile lacks before it can be submitted.
  const texts = { "headline.en": "A first headline", "headline.fr": "Un premier titre" }
  if (state === "draft") await save(owner, { ...texts, "about.en": about, "about.fr": about })
  await save(owner, { "quote.en": "Another quote", "quote.fr": "Une autre citation" })
  await owner.call("POST", "/me/profile/submission")
  return owner
}

/** The fields of the page's form as they are sent with these decisions. */
async function formOf(
  staff: Staff,
  id: string,
  decisions: Record<string, string> = {},
): Promise<Record<string, string>> {
  const { version, edits } = await reviewOf(staff, id)
  const shown = edits.map(({ field, version }): [string, string] => [`edit.${field}`, version])
  return { version: String(version), ...Object.fromEntries(shown), ...decisions }
}

const publicQuote = async (owner: Awaited<ReturnType<typeof insertOwner>>) => {
  const workshop = await (await owner.call("GET", "/me/profile")).json<{ fields: Record<string, { live: string }> }>()
  return workshop.fields["quote.en"]?.live
}

describe("the review of a profile, without script", () => {
  test("shows what is live beside what is proposed, with deletions and insertions marked", async () => {
    const [owner, staff] = [await insertSubmitted(), await insertStaffMember("trust_lead")]
    const html = await (await open(staff, pathOf(owner.profile.id))).text()
    expect(headingOf(html)).toBe(owner.profile.name)
    const marks = [...html.matchAll(/<(del|ins)[^>]*>(.*?)<\/\1>/g)].map(([, tag, inner]) => [tag, textOf(inner ?? "")])
    expect(marks).toContainEqual(["del", "A"])
    expect(marks).toContainEqual(["ins", "Another"])
    const shortcuts = (await elementsOf(html)).map(({ attributes }) => attributes["aria-keyshortcuts"])
    for (const key of ["J", "K", "Y", "N", "A", "R", "C"]) expect(shortcuts).toContain(key)
  })

  test("approves everything at once, with the claim, and goes on to the next in the queue", async () => {
    const [owner, staff] = [await insertSubmitted(), await insertStaffMember("trust_lead")]
    const next = pathOf("another")
    const form = { ...(await formOf(staff, owner.profile.id)), intent: "approve_all", next }
    const response = await open(staff, pathOf(owner.profile.id), form)
    expect([response.status, response.headers.get("Location")]).toEqual([302, `${next}?done=approved`])
    expect(await publicQuote(owner)).toBe("Another quote")
  })

  test("sends marked fields back with their reasons, publishes the accepted ones, and leaves the others in the queue", async () => {
    const [owner, staff] = [await insertSubmitted(), await insertStaffMember("trust_lead")]
    const { id } = owner.profile
    const decisions = { "decision.quote.en": "return", "reason.quote.en": "unclear", "comment.quote.en": "Which one?" }
    const response = await open(staff, pathOf(id), { ...(await formOf(staff, id, decisions)), intent: "send_back" })
    // A field awaits a decision still, so the page stays.
    expect(response.headers.get("Location")).toBe(`${pathOf(id)}?done=returned`)
    const edits = await db.select().from(profileEdits).where(eq(profileEdits.profileId, id))
    expect(edits.map(({ field, state, reason, comment }) => [field, state, reason, comment]).toSorted()).toEqual([
      ["quote.en", "returned", "unclear", "Which one?"],
      ["quote.fr", "pending", null, null],
    ])
  })

  test("asks for the reason of a field that is sent back, and keeps what was typed", async () => {
    const [owner, staff] = [await insertSubmitted(), await insertStaffMember("trust_lead")]
    const { id } = owner.profile
    const decisions = { "decision.quote.en": "return", "reason.quote.en": "", "comment.quote.en": "Kept words" }
    const response = await open(staff, pathOf(id), { ...(await formOf(staff, id, decisions)), intent: "send_back" })
    expect(response.status).toBe(422)
    expect(await response.text()).toContain("Kept words")
  })

  test("stores what a new moderator decides as proposals, which a colleague's page shows and confirms by one press", async () => {
    const [owner, fresh, lead] = [
      await insertSubmitted("draft"),
      await insertNewModerator(),
      await insertStaffMember("trust_lead"),
    ]
    const { id } = owner.profile
    const next = pathOf("another")
    const form = { ...(await formOf(fresh, id)), intent: "approve_all", next }
    const response = await open(fresh, pathOf(id), form)
    expect([response.headers.get("Location"), await stateOf(owner)]).toEqual([`${next}?done=proposed`, "in_review"])
    const own = await (await open(fresh, pathOf(id))).text()
    expect(textOf(own)).toContain("You proposed this. A colleague confirms it, or decides otherwise.")
    expect(textOf(own)).toContain("Your decisions get a second look: 0 of 20 are done.")
    expect(own).not.toContain('value="confirm"')
    expect(own).not.toContain('value="approve_all"')
    const seen = await (await open(lead, pathOf(id))).text()
    expect(textOf(seen)).toContain(`Proposed by ${fresh.user.name}, who is new here. Decision: approve.`)
    const proposals = (await reviewOf(lead, id)).proposals.map((one) => one.id).join(",")
    const refused = await open(fresh, pathOf(id), { intent: "confirm", proposals, next })
    expect([refused.status, textOf(await refused.text())]).toEqual([
      409,
      expect.stringContaining(english("review.second_look")),
    ])
    const confirmed = await open(lead, pathOf(id), { intent: "confirm", proposals, next })
    expect([confirmed.headers.get("Location"), await stateOf(owner)]).toEqual([`${next}?done=confirmed`, "approved"])
  })

  test("hands a review to leads with a note, which they read and give back, and closes it for others", async () => {
    const [owner, moderator, lead] = [
      await insertSubmitted(),
      await insertStaffMember("moderator"),
      await insertStaffMember("trust_lead"),
    ]
    const path = pathOf(owner.profile.id)
    const next = pathOf("another")
    expect((await open(moderator, path, { intent: "escalate", note: " ", next })).status).toBe(422)
    const handed = await open(moderator, path, { intent: "escalate", note: "Who is Camille?", next })
    expect(handed.headers.get("Location")).toBe(`${next}?done=escalated`)
    const closed = await (await open(moderator, path)).text()
    for (const text of ["Who is Camille?", "One of them decides on it."]) expect(closed).toContain(text)
    for (const intent of ["approve_all", "claim", "escalate"]) expect(closed).not.toContain(`value="${intent}"`)
    expect(closed, "nobody chooses what they cannot send").not.toContain('name="decision.')
    expect(closed, "a suspension is no decision of the review").toContain('value="suspend"')
    const seen = await (await open(lead, path)).text()
    for (const intent of ["approve_all", "claim", "give_back"]) expect(seen).toContain(`value="${intent}"`)
    expect(seen).toContain('name="decision.')
    expect(seen).not.toContain('value="escalate"')
    expect((await open(lead, path, { intent: "give_back" })).status).toBe(200)
    expect(await (await open(moderator, path)).text()).toContain('value="approve_all"')
  })

  test("offers moderators to reinstate a profile whose review leads have, and not to refuse a new one", async () => {
    const [owner, fresh, moderator] = [
      await insertSubmitted(),
      await insertSubmitted("draft"),
      await insertStaffMember("moderator"),
    ]
    for (const { profile } of [owner, fresh]) {
      await open(moderator, pathOf(profile.id), {
        intent: "escalate",
        note: "Who is Camille?",
        next: pathOf("another"),
      })
    }
    const { version } = await reviewOf(moderator, owner.profile.id)
    const remark = { verdict_reason: "misleading", verdict_comment: "" }
    const suspension = { intent: "suspend", version: String(version), ...remark }
    expect((await open(moderator, pathOf(owner.profile.id), suspension)).status).toBe(302)
    expect(await (await open(moderator, pathOf(owner.profile.id))).text()).toContain('value="reinstate"')
    expect(await (await open(moderator, pathOf(fresh.profile.id))).text()).not.toContain('value="reject"')
  })

  test("rejects no version that its reviewer has not seen", async () => {
    const [owner, staff] = [await insertSubmitted("draft"), await insertStaffMember("moderator")]
    const { id } = owner.profile
    const texts = { verdict_reason: "other", verdict_comment: "What I read was not true." }
    const form = { ...(await formOf(staff, id)), ...texts, intent: "reject" }
    expect((await owner.call("DELETE", "/me/profile/publication")).status).toBe(200)
    await save(owner, { "quote.en": "All is true now" })
    expect((await owner.call("POST", "/me/profile/submission")).status).toBe(200)
    const response = await open(staff, pathOf(id), form)
    expect([response.status, await stateOf(owner)]).toEqual([409, "submitted"])
    const again = await open(staff, pathOf(id), { ...form, ...(await formOf(staff, id)) })
    expect([again.status, await stateOf(owner)]).toEqual([302, "rejected"])
  })

  test("says which field its owner changed meanwhile, keeps what was typed, and decides the others", async () => {
    const [owner, staff] = [await insertSubmitted(), await insertStaffMember("trust_lead")]
    const { id } = owner.profile
    const decisions = {
      "decision.quote.en": "approve",
      "decision.quote.fr": "return",
      "reason.quote.fr": "other",
      "comment.quote.fr": "Typed",
    }
    const form = await formOf(staff, id, decisions)
    await save(owner, { "quote.fr": "Encore une autre" })
    await owner.call("POST", "/me/profile/submission")
    const response = await open(staff, pathOf(id), { ...form, intent: "send_back" })
    const html = await response.text()
    expect(response.status).toBe(409)
    expect(html).toContain("The owner changed this in the meantime")
    expect(html).toContain("Typed")
    expect(textOf(html)).toContain("une autre")
    expect(await publicQuote(owner)).toBe("Another quote")
  })

  test("approves nothing while a field is marked to be sent back, nor what another member of staff has claimed", async () => {
    const [owner, staff, other] = [
      await insertSubmitted(),
      await insertStaffMember("trust_lead"),
      await insertStaffMember("trust_lead"),
    ]
    const { id } = owner.profile
    const marked = { "decision.quote.en": "return", "reason.quote.en": "other" }
    const form = { ...(await formOf(staff, id, marked)), intent: "approve_all" }
    const undecided = await open(staff, pathOf(id), form)
    expect([undecided.status, textOf(await undecided.text())]).toEqual([
      409,
      expect.stringContaining(english("workshop.marked")),
    ])
    await other.call("PUT", `/admin/profiles/${id}/claim`)
    const refused = await open(staff, pathOf(id), { ...(await formOf(staff, id)), intent: "approve_all" })
    expect(refused.status).toBe(409)
    expect(textOf(await refused.text())).toContain(other.user.name)
    expect(await publicQuote(owner)).toBe("A quote")
  })

  test("sends a new profile back as a whole, or approves it with all its fields", async () => {
    const staff = await insertStaffMember("trust_lead")
    for (const [intent, more, state] of [
      ["send_back", { verdict_reason: "unclear", verdict_comment: "Please finish it." }, "changes_requested"],
      ["approve_all", {}, "approved"],
    ] as const) {
      const owner = await insertSubmitted("draft")
      const { id } = owner.profile
      const response = await open(staff, pathOf(id), { ...(await formOf(staff, id)), ...more, intent })
      expect([intent, response.status, await stateOf(owner)]).toEqual([intent, 302, state])
    }
  })

  test("decides on the photos of the profile, in the version that was seen", async () => {
    const [owner, staff] = [await insertOwner(), await insertStaffMember("trust_lead")]
    const photo = await insertMedia({ profileId: owner.profile.id, state: "ready", approvedAt: null })
    const path = pathOf(owner.profile.id)
    const stale = await open(staff, path, { intent: "approve_medium", id: photo.id, version: "9" })
    expect(stale.status).toBe(409)
    const reasonless = await open(staff, path, { intent: "reject_medium", id: photo.id, version: "1", reason: "" })
    expect(reasonless.status).toBe(422)
    const approved = await open(staff, path, { intent: "approve_medium", id: photo.id, version: "1" })
    expect(approved.status).toBe(200)
    expect(await (await staff.call("GET", `/admin/profiles/${owner.profile.id}/media`)).json()).toMatchObject({
      data: expect.arrayContaining([expect.objectContaining({ id: photo.id, state: "approved" })]),
    })
  })

  test("leads to no page but those of the back office", async () => {
    const [owner, staff] = [await insertSubmitted(), await insertStaffMember("trust_lead")]
    const form = { ...(await formOf(staff, owner.profile.id)), intent: "approve_all", next: "//elsewhere.invalid" }
    const response = await open(staff, pathOf(owner.profile.id), form)
    expect(response.headers.get("Location")).toBe("/dashboard/admin/review?done=approved")
  })
})
