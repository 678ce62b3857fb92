import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { decisions, media, profileDecisions, reviewEscalations, reviewProposals, secondLooks } from "~/db/schema"
import { lookedAt } from "~/domain/decisions/second-look/schema"
import { newId } from "~/lib/id"
import { callInterrupted } from "../../helpers/interrupted"
import { insertNewModerator, insertStaffMember, setLooks } from "../../helpers/member"
import { db, insertMedia } from "../../helpers/rows"
import { decide, decideWhole, insertOwner, insertSubmitted, reviewOf, stateOf } from "./people"

type Staff = Awaited<ReturnType<typeof insertStaffMember>>

const answerOf = async (response: Response) => [response.status, (await response.json<{ code?: string }>()).code]
const changed = [409, "conflict.changed"]

interface Subject {
  profileId: string
  /** As proposals name it. */
  field: string
  mediaId: string | null
  version: string
}

/** Changes that take the right to decide away from a moderator after the code has checked it. */
const losses = [
  ["who is new by now", async (staff: Staff) => setLooks(staff.user, lookedAt - 1)],
  [
    "from whom a colleague hands it to leads",
    async (staff: Staff, { profileId }: Subject) => {
      const row = { profileId, staffId: staff.user.id, note: "For a lead.", createdAt: Date.now() }
      await db.insert(reviewEscalations).values(row)
    },
  ],
  [
    "whose own proposal it is",
    async (staff: Staff, subject: Subject) => {
      const row = {
        ...subject,
        id: newId(Date.now()),
        decision: "approve",
        proposedBy: staff.user.id,
        createdAt: Date.now(),
      }
      await db.insert(reviewProposals).values(row as typeof reviewProposals.$inferInsert)
    },
  ],
] as const

const effectsOf = async (profileId: string) => [
  (await db.select().from(profileDecisions).where(eq(profileDecisions.profileId, profileId))).length,
  (await db.select().from(decisions).where(eq(decisions.subjectId, profileId))).length,
]

describe("the statement that decides", () => {
  test.each(losses)("on an edit refuses a moderator %s", async (_, lose) => {
    const [owner, staff] = [await insertSubmitted(), await insertStaffMember("moderator")]
    const { id } = owner.profile
    await staff.call("PUT", `/admin/profiles/${id}/claim`)
    const [edit] = (await reviewOf(staff, id)).edits
    const { field, version } = edit ?? { field: "", version: "" }
    const subject = { profileId: id, field, mediaId: null, version }
    for (const decision of [
      { field, version, decision: "approve" },
      { field, version, decision: "return", reason: "unclear" },
    ]) {
      await setLooks(staff.user, lookedAt)
      await db.delete(reviewEscalations)
      await db.delete(reviewProposals)
      const pattern = /insert into "profile_decisions"/
      const path = `/admin/profiles/${id}/decisions`
      const change = () => lose(staff, subject)
      expect(
        await answerOf(await callInterrupted(staff, path, { decisions: [decision] }, { pattern, change })),
      ).toEqual(changed)
    }
    expect(await effectsOf(id)).toEqual([0, 0])
  })

  test.each(losses)("on a whole profile refuses a moderator %s", async (_, lose) => {
    const [owner, staff, lead] = [
      await insertSubmitted("draft"),
      await insertStaffMember("moderator"),
      await insertStaffMember("trust_lead"),
    ]
    const { id } = owner.profile
    await decide(lead, id, "approve")
    await lead.call("DELETE", `/admin/profiles/${id}/claim`)
    await staff.call("PUT", `/admin/profiles/${id}/claim`)
    const [before, { version }] = [await effectsOf(id), await reviewOf(staff, id)]
    const subject = { profileId: id, field: "", mediaId: null, version: String(version) }
    for (const decision of [
      { move: "approve", version },
      { move: "reject", version, reason: "misleading" },
    ]) {
      await setLooks(staff.user, lookedAt)
      await db.delete(reviewEscalations)
      await db.delete(reviewProposals)
      const pattern = /insert into "profile_decisions"/
      const change = () => lose(staff, subject)
      const response = await callInterrupted(staff, `/admin/profiles/${id}/state`, decision, { pattern, change })
      expect(await answerOf(response)).toEqual(changed)
    }
    expect([await stateOf(owner), await effectsOf(id)]).toEqual(["in_review", before])
  })

  test.each(losses)("on a photo refuses a moderator %s", async (_, lose) => {
    const [{ profile }, staff] = [await insertOwner(), await insertStaffMember("moderator")]
    const photo = await insertMedia({ profileId: profile.id, state: "ready", isEncoded: true, version: 1 })
    const subject = { profileId: profile.id, field: `media:${photo.id}`, mediaId: photo.id, version: "1" }
    for (const [decision, body] of [
      ["approve", { version: 1 }],
      ["reject", { version: 1, reason: "quality" }],
    ] as const) {
      await setLooks(staff.user, lookedAt)
      await db.delete(reviewEscalations)
      await db.delete(reviewProposals)
      const pattern = /update "media" set/
      const path = `/admin/media/${photo.id}/${decision}`
      const change = () => lose(staff, subject)
      expect(await answerOf(await callInterrupted(staff, path, body, { pattern, change }))).toEqual(changed)
    }
    const [row] = await db.select().from(media).where(eq(media.id, photo.id))
    const stated = await db.select().from(decisions).where(eq(decisions.subjectId, photo.id))
    expect([row?.state, row?.version, stated]).toEqual(["ready", 1, []])
  })
})

describe("a confirmation", () => {
  /** Proposals of a new moderator on a new profile: to approve its edits and then the whole. */
  async function insertProposed() {
    const [owner, fresh, lead] = [
      await insertSubmitted("draft"),
      await insertNewModerator(),
      await insertStaffMember("trust_lead"),
    ]
    const { id } = owner.profile
    await decide(fresh, id, "approve")
    await fresh.call("PUT", `/admin/profiles/${id}/claim`)
    await decideWhole(fresh, id, "approve")
    const { proposals } = await reviewOf(lead, id)
    const body = { proposals: proposals.map((one) => one.id) }
    return { owner, fresh, lead, id, body, path: `/admin/profiles/${id}/confirmation` }
  }

  /** Puts another proposal in the place of one, as after the erasure of its author. */
  async function replace(field: string, other: Staff) {
    const [row] = await db.select().from(reviewProposals).where(eq(reviewProposals.field, field))
    if (!row) throw new Error("No proposal")
    await db.delete(reviewProposals).where(eq(reviewProposals.id, row.id))
    await db.insert(reviewProposals).values({ ...row, id: newId(Date.now()), proposedBy: other.user.id })
  }

  beforeEach(async () => {
    await db.delete(reviewProposals)
    await db.delete(secondLooks)
  })

  test("of a decision on a whole profile approves no version that its owner submitted meanwhile", async () => {
    const { owner, fresh, lead, body, path } = await insertProposed()
    const change = async () => {
      await owner.call("DELETE", "/me/profile/publication")
      await owner.call("POST", "/me/profile/submission")
    }
    const pattern = /update "profile_reviews" set "claimed_by"/
    expect(await answerOf(await callInterrupted(lead, path, body, { pattern, change }))).toEqual(changed)
    expect(await stateOf(owner)).toBe("in_review")
    const [looks] = await db.select().from(secondLooks).where(eq(secondLooks.userId, fresh.user.id))
    expect(looks?.changed).toBe(0)
  })

  test.each([
    ["before its statements", /insert into "profile_decisions"/],
    ["before it is claimed", /update "profile_reviews" set "claimed_by"/],
  ])("of a decision on a whole profile ends no other proposal, which took its place %s", async (_, pattern) => {
    const { owner, lead, id } = await insertProposed()
    const other = await insertNewModerator()
    await decide(lead, id, "approve")
    const whole = (await reviewOf(lead, id)).proposals.filter(({ field }) => field === "")
    const body = { proposals: whole.map((one) => one.id) }
    const change = () => replace("", other)
    const path = `/admin/profiles/${id}/confirmation`
    expect(await answerOf(await callInterrupted(lead, path, body, { pattern, change }))).toEqual(changed)
    expect(await stateOf(owner)).toBe("in_review")
    expect(await db.select().from(reviewProposals).where(eq(reviewProposals.field, ""))).toHaveLength(1)
  })

  test.each([
    ["before its statements", /insert into "profile_decisions"/],
    ["before it is claimed", /update "profile_reviews" set "claimed_by"/],
  ])("of a decision on an edit ends no other proposal, which took its place %s", async (_, pattern) => {
    const [owner, fresh, other, lead] = [
      await insertSubmitted(),
      await insertNewModerator(),
      await insertNewModerator(),
      await insertStaffMember("trust_lead"),
    ]
    const { id } = owner.profile
    await decide(fresh, id, "approve")
    const body = { proposals: (await reviewOf(lead, id)).proposals.map((one) => one.id) }
    const change = () => replace("quote.en", other)
    const path = `/admin/profiles/${id}/confirmation`
    expect(await answerOf(await callInterrupted(lead, path, body, { pattern, change }))).toEqual(changed)
    expect([await effectsOf(id), (await reviewOf(lead, id)).proposals.length]).toEqual([[0, 0], 1])
  })

  test.each([
    ["approve", "before its statements", /update "media" set/],
    ["reject", "before its statements", /update "media" set/],
    ["approve", "while it is read", /FROM second_looks|from "second_looks"|review_escalations AS e WHERE/],
  ])("of a proposal to %s a photo ends no other one, which took its place %s", async (decision, _, pattern) => {
    const [{ profile }, fresh, other, lead] = [
      await insertOwner(),
      await insertNewModerator(),
      await insertNewModerator(),
      await insertStaffMember("moderator"),
    ]
    const photo = await insertMedia({ profileId: profile.id, state: "ready", isEncoded: true, version: 1 })
    await setLooks(lead.user, lookedAt)
    await fresh.call("POST", `/admin/media/${photo.id}/${decision}`, { version: 1, reason: "quality" })
    const [row] = await db.select().from(reviewProposals).where(eq(reviewProposals.mediaId, photo.id))
    const change = () => replace(`media:${photo.id}`, other)
    const path = `/admin/media/${photo.id}/confirmation`
    const response = await callInterrupted(lead, path, { proposal: row?.id }, { pattern, change })
    expect(await answerOf(response)).toEqual(changed)
    expect((await db.select().from(media).where(eq(media.id, photo.id)))[0]?.state).toBe("ready")
  })
})
