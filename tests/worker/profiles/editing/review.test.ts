import { eq } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { notifications, profileDecisions, userGroups } from "~/db/schema"
import { insertMember, insertStaffMember } from "../../helpers/member"
import { db, insertGroup } from "../../helpers/rows"
import {
  decide,
  decideWhole,
  insertOwner,
  lapseClaims,
  openPublic,
  reviewOf,
  save,
  stateOf,
  workshopOf,
} from "./people"

const codeIn = async (response: Response) => (await response.json<{ code: string }>()).code

/** Returns the owner of a published profile with a submitted quote. */
async function insertSubmitted() {
  const owner = await insertOwner()
  await save(owner, { "quote.en": "Call me on +33 6 12 34 56 78, 12 rue de Rivoli" })
  await owner.call("POST", "/me/profile/submission")
  return owner
}

describe("the review queue", () => {
  test("lists submitted profiles, longest waiting first, with links, phone numbers and addresses flagged", async () => {
    const [first, second, staff] = [
      await insertSubmitted(),
      await insertSubmitted(),
      await insertStaffMember("trust_lead"),
    ]
    const { data } = await (await staff.call("GET", "/admin/profiles/reviews")).json<{ data: { id: string }[] }>()
    const ids = data.map(({ id }) => id).filter((id) => [first.profile.id, second.profile.id].includes(id))
    expect(ids).toEqual([first.profile.id, second.profile.id])
    expect((await reviewOf(staff, first.profile.id)).edits).toMatchObject([
      { field: "quote.en", live: "A quote", state: "pending", flags: ["phone", "address"] },
    ])
  })

  test("does not show an owner's drafts", async () => {
    const [owner, staff] = [await insertSubmitted(), await insertStaffMember("trust_lead")]
    await save(owner, { "quote.fr": "Pas encore" })
    expect((await reviewOf(staff, owner.profile.id)).edits.map(({ field }) => field)).toEqual(["quote.en"])
  })

  test("is for staff alone", async () => {
    const [owner, member] = [await insertSubmitted(), await insertMember()]
    const path = `/admin/profiles/${owner.profile.id}`
    for (const somebody of [owner, member]) {
      for (const [method, at, body] of [
        ["GET", "/admin/profiles/reviews"],
        ["GET", `${path}/review`],
        ["PUT", `${path}/claim`],
        ["POST", `${path}/decisions`, { decisions: [{ field: "quote.en", version: "x", decision: "approve" }] }],
        ["POST", `${path}/state`, { move: "approve", version: 1 }],
      ] as const) {
        expect((await somebody.call(method, at, body)).status).toBe(404)
      }
    }
  })
})

describe("a claim", () => {
  test("is held by one member of staff for half an hour, and nobody decides without it", async () => {
    const [owner, one, other] = [
      await insertSubmitted(),
      await insertStaffMember("trust_lead"),
      await insertStaffMember("trust_lead"),
    ]
    const path = `/admin/profiles/${owner.profile.id}`
    const { edits } = await reviewOf(one, owner.profile.id)
    const decisions = edits.map(({ field, version }) => ({ field, version, decision: "approve" }))
    expect(await codeIn(await one.call("POST", `${path}/decisions`, { decisions }))).toBe("workshop.claimed")
    expect((await one.call("PUT", `${path}/claim`)).status).toBe(200)
    expect(await codeIn(await other.call("PUT", `${path}/claim`))).toBe("workshop.claimed")
    expect(await codeIn(await other.call("POST", `${path}/decisions`, { decisions }))).toBe("workshop.claimed")
    await lapseClaims()
    expect(await codeIn(await one.call("POST", `${path}/decisions`, { decisions }))).toBe("workshop.claimed")
    expect((await other.call("PUT", `${path}/claim`)).status).toBe(200)
    await other.call("DELETE", `${path}/claim`)
    expect((await one.call("PUT", `${path}/claim`)).status).toBe(200)
  })

  test("on their own profile is not possible for staff with a profile", async () => {
    const owner = await insertSubmitted()
    const group = await insertGroup({ root: true })
    await db.insert(userGroups).values({ userId: owner.user.id, groupId: group.id })
    expect((await owner.call("PUT", `/admin/profiles/${owner.profile.id}/claim`)).status).toBe(404)
    expect((await decideWhole(owner, owner.profile.id, "suspend", { reason: "other" })).status).toBe(404)
    expect(await stateOf(owner)).toBe("published")
  })
})

describe("a decision", () => {
  test("on an edit that its owner changed meanwhile is stale, and the others take effect", async () => {
    const [owner, staff] = [await insertSubmitted(), await insertStaffMember("trust_lead")]
    await save(owner, { "quote.fr": "Une deuxième phrase." })
    await owner.call("POST", "/me/profile/submission")
    const path = `/admin/profiles/${owner.profile.id}`
    await staff.call("PUT", `${path}/claim`)
    const { edits } = await reviewOf(staff, owner.profile.id)
    await save(owner, { "quote.en": "Something else altogether" })
    const decisions = edits.map(({ field, version }) => ({ field, version, decision: "approve" }))
    const answer = await staff.call("POST", `${path}/decisions`, { decisions })
    expect(await answer.json()).toEqual({ decided: ["quote.fr"], proposed: [], stale: ["quote.en"] })
    const again = await staff.call("POST", `${path}/decisions`, { decisions })
    expect([again.status, await codeIn(again)]).toEqual([409, "workshop.claimed"])
    const { fields } = await workshopOf(owner)
    expect([fields["quote.en"].live, fields["quote.fr"].live]).toEqual(["A quote", "Une deuxième phrase."])
  })

  test("is recorded with the words before and after, its reason and who made it; the owner is notified once", async () => {
    const [owner, staff] = [await insertSubmitted(), await insertStaffMember("trust_lead")]
    await decide(staff, owner.profile.id, "return")
    const of = eq(profileDecisions.profileId, owner.profile.id)
    expect(await db.select().from(profileDecisions).where(of)).toMatchObject([
      {
        field: "quote.en",
        decision: "returned",
        reason: "unclear",
        staffId: staff.user.id,
        before: '"A quote"',
        after: expect.stringContaining("rue de Rivoli"),
      },
    ])
    const news = await db.select().from(notifications).where(eq(notifications.userId, owner.user.id))
    expect(news).toMatchObject([{ type: "profile", state: "returned" }])
  })

  test("to suspend takes a profile off the site at once, and reinstating it leaves publication to its owner", async () => {
    const [owner, staff] = [await insertOwner(), await insertStaffMember("trust_lead")]
    const { id, slug } = owner.profile
    expect((await decideWhole(staff, id, "suspend")).status).toBe(422)
    expect(
      (await decideWhole(staff, id, "suspend", { reason: "misleading", comment: "Not these pictures." })).status,
    ).toBe(200)
    expect((await openPublic(slug)).status).toBe(404)
    expect(await workshopOf(owner)).toMatchObject({
      state: "suspended",
      reason: "misleading",
      comment: "Not these pictures.",
    })
    expect(await codeIn(await owner.call("POST", "/me/profile/publication"))).toBe("conflict.changed")
    expect((await decideWhole(staff, id, "reinstate")).status).toBe(200)
    expect([await stateOf(owner), (await openPublic(slug)).status]).toEqual(["paused", 404])
    expect((await owner.call("POST", "/me/profile/publication")).status).toBe(200)
  })

  test("at another version of the profile is refused", async () => {
    const [owner, staff] = [await insertOwner(), await insertStaffMember("trust_lead")]
    const { id } = owner.profile
    const { version } = await reviewOf(staff, id)
    await owner.call("POST", "/me/profile/pause")
    const body = { move: "suspend", version, reason: "other" }
    expect(await codeIn(await staff.call("POST", `/admin/profiles/${id}/state`, body))).toBe("conflict.changed")
  })

  test("to request changes gives every undecided edit back to its owner, who can submit again", async () => {
    const [owner, staff] = [await insertOwner("draft"), await insertStaffMember("trust_lead")]
    await save(owner, {
      "headline.en": "A first headline",
      "about.en": "x".repeat(120),
      "headline.fr": "Un premier titre",
    })
    await save(owner, { "about.fr": "y".repeat(120) })
    await owner.call("POST", "/me/profile/submission")
    await staff.call("PUT", `/admin/profiles/${owner.profile.id}/claim`)
    await decideWhole(staff, owner.profile.id, "request_changes", { reason: "unclear" })
    const { state, fields, moves } = await workshopOf(owner)
    expect([state, fields["about.en"].edit?.state, moves.includes("submit")]).toEqual([
      "changes_requested",
      "draft",
      true,
    ])
    expect((await owner.call("POST", "/me/profile/submission")).status).toBe(200)
    await staff.call("PUT", `/admin/profiles/${owner.profile.id}/claim`)
    await decideWhole(staff, owner.profile.id, "reject", { reason: "not_self" })
    expect(await stateOf(owner)).toBe("rejected")
    const late = await save(owner, { "quote.en": "Once more" })
    expect([late.status, (await owner.call("POST", "/me/profile/submission")).status]).toEqual([409, 409])
  })
})
