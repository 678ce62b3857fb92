import { and, eq } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { auditLog, decisions, notifications, reviewProposals, secondLooks, staffGrants, users } from "~/db/schema"
import { lookedAt } from "~/domain/decisions/second-look/schema"
import { insertNewModerator, insertStaffMember, setLooks } from "../../helpers/member"
import { db, insertGrant } from "../../helpers/rows"
import {
  decide,
  decideWhole,
  insertOwner,
  insertSubmitted,
  openPublic,
  reviewOf,
  save,
  stateOf,
  workshopOf,
} from "./people"

type Staff = Awaited<ReturnType<typeof insertStaffMember>>

const answerOf = async (response: Response) => [response.status, (await response.json<{ code?: string }>()).code]
const secondLook = [409, "review.second_look"]

async function confirm(staff: Staff, id: string): Promise<Response> {
  const { proposals } = await reviewOf(staff, id)
  return staff.call("POST", `/admin/profiles/${id}/confirmation`, { proposals: proposals.map((one) => one.id) })
}

const quoteOf = async (owner: Parameters<typeof workshopOf>[0]) => (await workshopOf(owner)).fields["quote.en"].live

async function looksOf({ user }: Staff) {
  const [row] = await db.select().from(secondLooks).where(eq(secondLooks.userId, user.id))
  return row && [row.confirmed, row.changed]
}

const proposalsOf = (profileId: string) =>
  db.select().from(reviewProposals).where(eq(reviewProposals.profileId, profileId))

async function detailsOf(profileId: string, action: string) {
  const rows = await db
    .select({ details: auditLog.details })
    .from(auditLog)
    .where(and(eq(auditLog.targetId, profileId), eq(auditLog.action, action)))
  return rows.map(({ details }) => JSON.parse(details))
}

describe("the first decisions of a new moderator", () => {
  test("are proposals, which change nothing, hold no claim and leave the profile in the queue", async () => {
    const [owner, fresh, lead] = [
      await insertSubmitted(),
      await insertNewModerator(),
      await insertStaffMember("trust_lead"),
    ]
    const { id } = owner.profile
    expect((await reviewOf(fresh, id)).second_look).toEqual({ done: 0, needed: 20 })
    const response = await decide(fresh, id, "return")
    expect([response.status, await response.json()]).toEqual([200, { decided: [], proposed: ["quote.en"], stale: [] }])
    const { fields } = await workshopOf(owner)
    expect([fields["quote.en"].live, fields["quote.en"].edit?.state]).toEqual(["A quote", "pending"])
    expect(await db.select().from(notifications).where(eq(notifications.userId, owner.user.id))).toEqual([])
    const seen = await reviewOf(lead, id)
    expect(seen).toMatchObject({ claimed_until: null, second_look: null })
    expect(seen.proposals).toMatchObject([
      {
        field: "quote.en",
        decision: "return",
        reason: "unclear",
        comment: "Please say it in a whole sentence.",
        proposed_by: fresh.user.name,
        is_yours: false,
      },
    ])
    const { data } = await (await lead.call("GET", "/admin/review")).json<{
      data: { id: string; proposals: number }[]
    }>()
    expect(data.find((one) => one.id === id)?.proposals).toBe(1)
  })

  test("take effect when a colleague confirms them, as if decided, and name both", async () => {
    const [owner, fresh, colleague] = [
      await insertSubmitted(),
      await insertNewModerator(),
      await insertStaffMember("moderator"),
    ]
    const { id } = owner.profile
    await decide(fresh, id, "return")
    expect((await confirm(colleague, id)).status).toBe(200)
    expect((await workshopOf(owner)).fields["quote.en"].edit).toMatchObject({ state: "returned", reason: "unclear" })
    expect(await db.select().from(decisions).where(eq(decisions.subjectId, id))).toMatchObject([
      { kind: "text_refused", staffId: colleague.user.id, proposedBy: fresh.user.id },
    ])
    expect(await detailsOf(id, "profile.decide_edits")).toEqual([
      { "quote.en": "return", "confirmed:quote.en": fresh.user.id },
    ])
    expect(await detailsOf(id, "profile.propose")).toEqual([{ "quote.en": "return" }])
    expect([await looksOf(fresh), await proposalsOf(id)]).toEqual([[1, 0], []])
    const news = await db.select().from(notifications).where(eq(notifications.userId, owner.user.id))
    expect(news).toMatchObject([{ type: "profile", state: "returned" }])
  })

  test("are contested before neither of the two", async () => {
    const [owner, fresh, colleague] = [
      await insertSubmitted(),
      await insertNewModerator(),
      await insertStaffMember("moderator"),
    ]
    const { id } = owner.profile
    await decide(fresh, id, "return")
    await confirm(colleague, id)
    const [decision] = await db.select().from(decisions).where(eq(decisions.subjectId, id))
    const reference = decision?.reference ?? ""
    expect((await owner.call("POST", `/decisions/${reference}/appeal`, { body: "It is a sentence." })).status).toBe(204)
    const answer = { outcome: "overturned", answer: "It is one." }
    for (const staff of [fresh, colleague])
      expect(await answerOf(await staff.call("POST", `/admin/appeals/${reference}/decision`, answer))).toEqual([
        403,
        "appeals.same_reviewer",
      ])
    const other = await insertStaffMember("moderator")
    expect((await other.call("POST", `/admin/appeals/${reference}/decision`, answer)).status).toBe(204)
  })

  test("are recorded as changed when a colleague decides otherwise, and count too", async () => {
    const [owner, fresh, lead] = [
      await insertSubmitted(),
      await insertNewModerator(),
      await insertStaffMember("trust_lead"),
    ]
    await decide(fresh, owner.profile.id, "return")
    expect((await decide(lead, owner.profile.id, "approve")).status).toBe(200)
    expect(await quoteOf(owner)).toBe("A quieter sentence.")
    expect(await looksOf(fresh)).toEqual([0, 1])
    expect(await detailsOf(owner.profile.id, "profile.decide_edits")).toEqual([
      { "quote.en": "approve", "changed:quote.en": fresh.user.id },
    ])
  })

  test("are confirmed neither by who proposed them, also once promoted, nor by another new moderator", async () => {
    const [owner, fresh, other] = [await insertSubmitted(), await insertNewModerator(), await insertNewModerator()]
    const { id } = owner.profile
    await decide(fresh, id, "approve")
    for (const one of [fresh, other]) expect(await answerOf(await confirm(one, id))).toEqual(secondLook)
    for (const one of [fresh, other]) expect(await answerOf(await decide(one, id, "approve"))).toEqual(secondLook)
    await insertGrant({ userId: fresh.user.id, role: "trust_lead" })
    expect(await answerOf(await confirm(fresh, id))).toEqual(secondLook)
    expect(await answerOf(await decide(fresh, id, "approve"))).toEqual(secondLook)
    expect([await quoteOf(owner), await looksOf(fresh)]).toEqual(["A quote", [0, 0]])
  })

  test("are confirmed once by two who confirm at a time, and not again by a replay", async () => {
    const [owner, fresh] = [await insertSubmitted(), await insertNewModerator()]
    const [one, other] = [await insertStaffMember("trust_lead"), await insertStaffMember("trust_lead")]
    const { id } = owner.profile
    await decide(fresh, id, "approve")
    const body = { proposals: (await reviewOf(one, id)).proposals.map((proposal) => proposal.id) }
    const path = `/admin/profiles/${id}/confirmation`
    const statuses = (await Promise.all([one.call("POST", path, body), other.call("POST", path, body)])).map(
      ({ status }) => status,
    )
    expect(statuses.toSorted()).toEqual([200, 409])
    expect((await one.call("POST", path, body)).status).toBe(409)
    expect([await quoteOf(owner), await looksOf(fresh)]).toEqual(["A quieter sentence.", [1, 0]])
  })

  test.each([
    ["edits the field", (owner: Awaited<ReturnType<typeof insertSubmitted>>) => save(owner, { "quote.en": "Other." })],
    [
      "withdraws the profile",
      (owner: Awaited<ReturnType<typeof insertSubmitted>>) => owner.call("DELETE", "/me/profile/publication"),
    ],
  ] as const)("fall away when the owner %s", async (_, change) => {
    const [owner, fresh, lead] = [
      await insertSubmitted(),
      await insertNewModerator(),
      await insertStaffMember("trust_lead"),
    ]
    const { id } = owner.profile
    await decide(fresh, id, "approve")
    const body = { proposals: (await reviewOf(lead, id)).proposals.map((proposal) => proposal.id) }
    expect((await change(owner)).status).toBeLessThan(300)
    expect((await reviewOf(lead, id)).proposals).toEqual([])
    expect(await answerOf(await lead.call("POST", `/admin/profiles/${id}/confirmation`, body))).toEqual([
      409,
      "conflict.changed",
    ])
    expect([await quoteOf(owner), await looksOf(fresh)]).toEqual(["A quote", [0, 0]])
  })

  test("are replaced by a proposal on the new version, which counts alone", async () => {
    const [owner, fresh, lead] = [
      await insertSubmitted(),
      await insertNewModerator(),
      await insertStaffMember("trust_lead"),
    ]
    await decide(fresh, owner.profile.id, "approve")
    await save(owner, { "quote.en": "Another sentence." })
    await owner.call("POST", "/me/profile/submission")
    expect((await decide(fresh, owner.profile.id, "approve")).status).toBe(200)
    expect((await confirm(lead, owner.profile.id)).status).toBe(200)
    expect([await quoteOf(owner), await looksOf(fresh)]).toEqual(["Another sentence.", [1, 0]])
  })

  test("stay proposals when their author is no longer staff, and go with their account", async () => {
    const [owner, fresh, lead] = [
      await insertSubmitted(),
      await insertNewModerator(),
      await insertStaffMember("trust_lead"),
    ]
    const { id } = owner.profile
    await decide(fresh, id, "approve")
    await db.update(staffGrants).set({ revokedAt: Date.now() }).where(eq(staffGrants.userId, fresh.user.id))
    expect((await reviewOf(lead, id)).proposals).toHaveLength(1)
    await db.delete(users).where(eq(users.id, fresh.user.id))
    expect((await reviewOf(lead, id)).proposals).toEqual([])
  })

  test("are twenty: the next one takes effect at once, and a lead's first one does", async () => {
    const [owner, fresh, lead] = [
      await insertSubmitted(),
      await insertNewModerator(),
      await insertStaffMember("trust_lead"),
    ]
    await setLooks(fresh.user, lookedAt - 1)
    await decide(fresh, owner.profile.id, "approve")
    expect(await quoteOf(owner)).toBe("A quote")
    await confirm(lead, owner.profile.id)
    const next = await insertSubmitted()
    expect((await reviewOf(fresh, next.profile.id)).second_look).toBeNull()
    await decide(fresh, next.profile.id, "approve")
    const third = await insertSubmitted()
    await decide(lead, third.profile.id, "approve")
    expect([await quoteOf(owner), await quoteOf(next), await quoteOf(third)]).toEqual(
      Array.from({ length: 3 }, () => "A quieter sentence."),
    )
  })
})

describe("a new moderator's decision on a whole profile", () => {
  /** Submits a new profile, and has a new moderator propose to approve its edit and then to decide on the whole. */
  async function insertProposed(move: "approve" | "reject") {
    const [owner, fresh] = [await insertSubmitted("draft"), await insertNewModerator()]
    const { id } = owner.profile
    await decide(fresh, id, "approve")
    await fresh.call("PUT", `/admin/profiles/${id}/claim`)
    const remark = { reason: "misleading", comment: "Not these pictures." }
    const response = await decideWhole(fresh, id, move, move === "approve" ? {} : remark)
    return { owner, fresh, id, response }
  }

  test("awaits a second look with those on its edits, and one press confirms all", async () => {
    const { owner, fresh, id, response } = await insertProposed("approve")
    expect([response.status, await stateOf(owner)]).toEqual([200, "in_review"])
    const lead = await insertStaffMember("trust_lead")
    const fields = (await reviewOf(lead, id)).proposals.map(({ field }) => field)
    expect(fields).toEqual(["", "about.en", "about.fr", "headline.en", "headline.fr", "quote.en"])
    expect((await confirm(lead, id)).status).toBe(200)
    expect([await stateOf(owner), await quoteOf(owner), await looksOf(fresh)]).toEqual([
      "approved",
      "A quieter sentence.",
      [6, 0],
    ])
    expect(await detailsOf(id, "profile.approve")).toMatchObject([{ confirmed: fresh.user.id }])
  })

  test("falls away when the owner submits another edit", async () => {
    const { owner, id } = await insertProposed("reject")
    await save(owner, { "quote.fr": "Une deuxième phrase." })
    await owner.call("POST", "/me/profile/submission")
    const lead = await insertStaffMember("trust_lead")
    const fields = (await reviewOf(lead, id)).proposals.map(({ field }) => field)
    expect(fields).toEqual(["about.en", "about.fr", "headline.en", "headline.fr", "quote.en"])
    expect(await stateOf(owner)).toBe("in_review")
  })

  test("to approve it waits for proposals on every edit", async () => {
    const [owner, fresh] = [await insertSubmitted("draft"), await insertNewModerator()]
    await fresh.call("PUT", `/admin/profiles/${owner.profile.id}/claim`)
    expect(await answerOf(await decideWhole(fresh, owner.profile.id, "approve"))).toEqual([409, "workshop.open_edits"])
    expect(await proposalsOf(owner.profile.id)).toEqual([])
  })

  test("to suspend it is no review, and takes effect at once", async () => {
    const [owner, fresh] = [await insertOwner(), await insertNewModerator()]
    expect((await decideWhole(fresh, owner.profile.id, "suspend", { reason: "misleading" })).status).toBe(200)
    expect((await openPublic(owner.profile.slug)).status).toBe(404)
  })
})
