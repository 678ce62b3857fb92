import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { applications, media, profileReviews, userGroups } from "~/db/schema"
import type { WaitingPage } from "~/domain/back-office/review-queue/schema"
import { insertApplicant } from "../../helpers/applicant"
import { insertMember, insertStaffMember } from "../../helpers/member"
import { db, insertGroup, insertMedia } from "../../helpers/rows"
import { insertOwner, lapseClaims, save } from "../../profiles/editing/people"

beforeEach(async () => {
  await db.update(profileReviews).set({ submittedAt: null })
  await db.update(media).set({ state: "approved" }).where(eq(media.state, "ready"))
  await db.update(applications).set({ state: "declined" })
})

type Staff = Awaited<ReturnType<typeof insertStaffMember>>

const queueOf = async (staff: Staff, query = "") =>
  (await staff.call("GET", `/admin/review${query}`)).json<WaitingPage>()
const idsOf = async (staff: Staff, query = "") => (await queueOf(staff, query)).data.map(({ id }) => id)

async function insertSubmitted() {
  const owner = await insertOwner()
  await save(owner, { "quote.en": "A new quote" })
  await owner.call("POST", "/me/profile/submission")
  return owner
}

const insertWaiting = (profileId: string, createdAt: number, kind: "photo" | "video" = "photo") =>
  insertMedia({ profileId, kind, state: "ready", approvedAt: null, createdAt })

describe("the queue of what awaits review", () => {
  test("unites profiles, their media and applications, longest waiting first, and counts them", async () => {
    const staff = await insertStaffMember("trust_lead")
    const [submitted, photographed] = [await insertSubmitted(), await insertOwner()]
    await insertWaiting(photographed.profile.id, 1_000)
    await insertWaiting(photographed.profile.id, 2_000, "video")
    const { id: applicationId } = await insertApplicant()
    const page = await queueOf(staff)
    expect(page.data).toMatchObject([
      { kind: "profile", id: photographed.profile.id, photos: 1, videos: 1, edits: 0, waiting_since: 1_000 },
      { kind: "profile", id: submitted.profile.id, photos: 0, edits: 1, is_whole: false, claim: null },
      { kind: "application", id: applicationId, is_whole: false },
    ])
    expect([page.total, page.next_cursor]).toEqual([3, null])
  })

  test("keeps a profile in its place when its owner submits more while it waits", async () => {
    const owner = await insertSubmitted()
    const submittedAt = async () =>
      (await db.select().from(profileReviews).where(eq(profileReviews.profileId, owner.profile.id)))[0]?.submittedAt
    await db.update(profileReviews).set({ submittedAt: 1_000 }).where(eq(profileReviews.profileId, owner.profile.id))
    await save(owner, { "quote.fr": "Une autre phrase" })
    expect((await owner.call("POST", "/me/profile/submission")).status).toBeLessThan(300)
    expect(await submittedAt()).toBe(1_000)
  })

  test("is narrowed to a kind", async () => {
    const staff = await insertStaffMember("trust_lead")
    const [submitted, filmed] = [await insertSubmitted(), await insertOwner()]
    await insertWaiting(filmed.profile.id, 1_000, "video")
    const { id } = await insertApplicant()
    expect(await idsOf(staff, "?kind=profiles")).toEqual([submitted.profile.id])
    expect(await idsOf(staff, "?kind=photos")).toEqual([])
    expect(await idsOf(staff, "?kind=videos")).toEqual([filmed.profile.id])
    expect(await idsOf(staff, "?kind=applications")).toEqual([id])
    expect((await staff.call("GET", "/admin/review?kind=everything")).status).toBe(422)
  })

  test("shows who reviews a profile until the claim has lapsed", async () => {
    const [owner, one, other] = [
      await insertSubmitted(),
      await insertStaffMember("trust_lead"),
      await insertStaffMember("trust_lead"),
    ]
    await one.call("PUT", `/admin/profiles/${owner.profile.id}/claim`)
    expect((await queueOf(one)).data[0]?.claim).toEqual({ name: one.user.name, is_yours: true })
    expect((await queueOf(other)).data[0]?.claim).toEqual({ name: one.user.name, is_yours: false })
    await lapseClaims()
    expect((await queueOf(other)).data[0]?.claim).toBeNull()
  })

  test("leaves out media that are still encoded, and what is the staff member's own", async () => {
    const owner = await insertOwner()
    await insertWaiting(owner.profile.id, 1_000)
    const encoding = await insertOwner()
    await insertMedia({ profileId: encoding.profile.id, state: "ready", approvedAt: null, isEncoded: false })
    const staff = await insertStaffMember("trust_lead")
    expect(await idsOf(staff)).toEqual([owner.profile.id])
    const group = await insertGroup({ root: true })
    await db.insert(userGroups).values({ userId: owner.user.id, groupId: group.id })
    expect(await idsOf(owner)).toEqual([])
  })

  test("goes on after its cursor, and is for staff alone", async () => {
    const staff = await insertStaffMember("trust_lead")
    const owners = await Promise.all(Array.from({ length: 3 }, insertOwner.bind(null, "published")))
    for (const [at, { profile }] of owners.entries()) await insertWaiting(profile.id, 1_000 + at)
    const after = `${(1_000).toString(36)}.${owners[0]?.profile.id}`
    expect(await idsOf(staff, `?cursor=${after}`)).toEqual(owners.slice(1).map(({ profile }) => profile.id))
    expect((await staff.call("GET", "/admin/review?cursor=*")).status).toBe(400)
    expect((await (await insertMember()).call("GET", "/admin/review")).status).toBe(404)
  })
})
