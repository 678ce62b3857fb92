import { and, eq } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { auditLog, media, reviewProposals, secondLooks } from "~/db/schema"
import type { ReviewItem } from "~/domain/media/review/schema"
import { insertNewModerator, insertStaffMember } from "../../helpers/member"
import { db, insertGrant, insertMedia } from "../../helpers/rows"
import { insertOwner } from "../../profiles/editing/people"

type Staff = Awaited<ReturnType<typeof insertStaffMember>>

const codeIn = async (response: Response) => (await response.json<{ code: string }>()).code

/** Inserts a photo or video that awaits review. */
async function insertReady(kind: "photo" | "video" = "photo") {
  const { profile } = await insertOwner()
  const version = 1
  return { ...(await insertMedia({ profileId: profile.id, kind, state: "ready", isEncoded: true, version })), version }
}

const stateOf = async ({ id }: { id: string }) =>
  (await db.select({ state: media.state }).from(media).where(eq(media.id, id)))[0]?.state

async function proposalOf(staff: Staff, { id, profileId }: { id: string; profileId: string }) {
  const { data } = await (await staff.call("GET", `/admin/profiles/${profileId}/media`)).json<{ data: ReviewItem[] }>()
  return data.find((one) => one.id === id)?.proposal ?? null
}

async function confirm(staff: Staff, item: { id: string; profileId: string }): Promise<Response> {
  const proposal = (await proposalOf(staff, item))?.id ?? "none"
  return staff.call("POST", `/admin/media/${item.id}/confirmation`, { proposal })
}

async function looksOf({ user }: Staff) {
  const [row] = await db.select().from(secondLooks).where(eq(secondLooks.userId, user.id))
  return row && [row.confirmed, row.changed]
}

const approvalOf = ({ id }: { id: string }) => and(eq(auditLog.action, "medium.approve"), eq(auditLog.targetId, id))

const remark = { reason: "quality", comment: "Too dark." }

describe("a new moderator's decision on a photo or video", () => {
  test.each(["photo", "video"] as const)(
    "awaits a second look: a %s stays as it is until a colleague confirms",
    async (kind) => {
      const [item, fresh, lead] = [
        await insertReady(kind),
        await insertNewModerator(),
        await insertStaffMember("trust_lead"),
      ]
      const response = await fresh.call("POST", `/admin/media/${item.id}/approve`, { version: item.version })
      expect([response.status, await stateOf(item)]).toEqual([202, "ready"])
      expect(await proposalOf(fresh, item)).toMatchObject({ decision: "approve", is_yours: true })
      expect((await confirm(lead, item)).status).toBe(204)
      expect([await stateOf(item), await looksOf(fresh), await proposalOf(lead, item)]).toEqual([
        "approved",
        [1, 0],
        null,
      ])
      const [entry] = await db.select().from(auditLog).where(approvalOf(item))
      expect(JSON.parse(entry?.details ?? "{}")).toEqual({ version: item.version, confirmed: fresh.user.id })
    },
  )

  test("is refused with the reason that was proposed, which both are named for", async () => {
    const [item, fresh, lead] = [await insertReady(), await insertNewModerator(), await insertStaffMember("owner")]
    const body = { version: item.version, ...remark }
    expect((await fresh.call("POST", `/admin/media/${item.id}/reject`, body)).status).toBe(202)
    expect(await proposalOf(lead, item)).toMatchObject({ ...remark, proposed_by: fresh.user.name })
    expect((await confirm(lead, item)).status).toBe(204)
    expect((await db.select().from(media).where(eq(media.id, item.id)))[0]).toMatchObject({
      state: "rejected",
      ...remark,
      reviewedBy: lead.user.id,
    })
  })

  test("is not confirmed by who made it, nor by another new one, nor twice", async () => {
    const [item, fresh, other] = [await insertReady(), await insertNewModerator(), await insertNewModerator()]
    const approval = { version: item.version }
    await fresh.call("POST", `/admin/media/${item.id}/approve`, approval)
    for (const one of [fresh, other]) expect(await codeIn(await confirm(one, item))).toBe("review.second_look")
    for (const one of [fresh, other]) {
      const again = await one.call("POST", `/admin/media/${item.id}/approve`, approval)
      expect(await codeIn(again)).toBe("review.second_look")
    }
    expect(await stateOf(item)).toBe("ready")
    const leads = [await insertStaffMember("trust_lead"), await insertStaffMember("trust_lead")]
    const proposal = (await proposalOf(other, item))?.id
    const path = `/admin/media/${item.id}/confirmation`
    const answers = await Promise.all(leads.map((lead) => lead.call("POST", path, { proposal })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409])
    expect(await looksOf(fresh)).toEqual([1, 0])
  })

  test("counts each picture that is decided in a row, and one that a colleague changes", async () => {
    const [fresh, lead] = [await insertNewModerator(), await insertStaffMember("trust_lead")]
    for (const decision of ["approve", "reject"]) {
      const item = await insertReady()
      await fresh.call("POST", `/admin/media/${item.id}/approve`, { version: item.version })
      const body = decision === "approve" ? { version: item.version } : { version: item.version, ...remark }
      expect((await lead.call("POST", `/admin/media/${item.id}/${decision}`, body)).status).toBe(204)
    }
    expect(await looksOf(fresh)).toEqual([1, 1])
  })

  test("is not read by the owner of the profile, also if they are a lead", async () => {
    const [owner, fresh] = [await insertOwner(), await insertNewModerator()]
    const row = { profileId: owner.profile.id, state: "ready", isEncoded: true, version: 1 } as const
    const item = await insertMedia(row)
    await fresh.call("POST", `/admin/media/${item.id}/reject`, { version: 1, ...remark })
    await insertGrant({ userId: owner.user.id, role: "trust_lead" })
    expect(await proposalOf(owner, item)).toBeNull()
    expect(await proposalOf(fresh, item)).toMatchObject(remark)
  })

  test("falls away when the owner changes the item, and goes with it", async () => {
    const [item, fresh, lead] = [await insertReady(), await insertNewModerator(), await insertStaffMember("trust_lead")]
    await fresh.call("POST", `/admin/media/${item.id}/approve`, { version: item.version })
    const proposal = (await proposalOf(lead, item))?.id
    await db
      .update(media)
      .set({ version: item.version + 1 })
      .where(eq(media.id, item.id))
    expect(await proposalOf(lead, item)).toBeNull()
    const late = await lead.call("POST", `/admin/media/${item.id}/confirmation`, { proposal })
    expect([late.status, await stateOf(item), await looksOf(fresh)]).toEqual([409, "ready", [0, 0]])
    await db.delete(media).where(eq(media.id, item.id))
    expect(await db.select().from(reviewProposals).where(eq(reviewProposals.mediaId, item.id))).toEqual([])
  })
})
