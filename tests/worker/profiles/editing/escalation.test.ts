import { eq } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { profileReviews, profiles, reviewEscalations, reviewProposals } from "~/db/schema"
import { DAY } from "~/lib/time"
import { runStep } from "../../helpers/mail"
import { insertNewModerator, insertStaffMember } from "../../helpers/member"
import { db, insertGrant, insertMedia } from "../../helpers/rows"
import { decide, decideWhole, firstTexts, insertOwner, insertSubmitted, reviewOf, save, workshopOf } from "./people"

type Staff = Awaited<ReturnType<typeof insertStaffMember>>

const answerOf = async (response: Response) => [response.status, (await response.json<{ code?: string }>()).code]
const escalated = [409, "review.escalated"]
const note = "The text names somebody else."

const quoteOf = async (owner: Parameters<typeof workshopOf>[0]) => (await workshopOf(owner)).fields["quote.en"].live

const isEscalated = async ({ id }: { id: string }) =>
  (await db.select().from(reviewEscalations).where(eq(reviewEscalations.profileId, id))).length > 0

const insertReady = (profileId: string) =>
  insertMedia({ profileId, state: "ready", isEncoded: true, hasOthers: false, version: 1 })

describe("a review that is handed to leads", () => {
  const queueOf = async (staff: Staff) =>
    (await (await staff.call("GET", "/admin/review")).json<{ data: { id: string; is_escalated: boolean }[] }>()).data

  test("is first in their queue and in no other, and they alone decide on it", async () => {
    const [first, owner] = [await insertSubmitted(), await insertSubmitted()]
    const [moderator, other, lead] = [
      await insertStaffMember("moderator"),
      await insertStaffMember("moderator"),
      await insertStaffMember("trust_lead"),
    ]
    await db.update(profileReviews).set({ submittedAt: 1 }).where(eq(profileReviews.profileId, first.profile.id))
    const { id } = owner.profile
    const photo = await insertReady(id)
    await moderator.call("PUT", `/admin/profiles/${id}/claim`)
    expect((await moderator.call("PUT", `/admin/profiles/${id}/escalation`, { note })).status).toBe(204)
    expect((await queueOf(lead))[0]).toMatchObject({ id, is_escalated: true })
    expect((await queueOf(other)).map((one) => one.id)).not.toContain(id)
    for (const one of [moderator, other]) {
      const approval = { version: 1 }
      expect(await answerOf(await one.call("PUT", `/admin/profiles/${id}/claim`))).toEqual(escalated)
      expect(await answerOf(await one.call("POST", `/admin/media/${photo.id}/approve`, approval))).toEqual([
        409,
        "review.escalated",
      ])
    }
    const { data: pictures } = await (await other.call("GET", "/admin/media")).json<{ data: { id: string }[] }>()
    expect(pictures.map((one) => one.id)).not.toContain(photo.id)
    expect((await reviewOf(lead, id)).escalation).toMatchObject({ by: moderator.user.name, note })
    expect((await decide(lead, id, "approve")).status).toBe(200)
    expect((await reviewOf(lead, id)).escalation, "its photo waits").toMatchObject({ note })
    expect((await lead.call("POST", `/admin/media/${photo.id}/approve`, { version: 1 })).status).toBe(204)
    expect((await reviewOf(lead, id)).escalation).toBeNull()
  })

  test("is everybody's again once all that waited is decided, or a lead gives it back", async () => {
    const [owner, moderator, lead] = [
      await insertSubmitted(),
      await insertStaffMember("moderator"),
      await insertStaffMember("trust_lead"),
    ]
    const path = `/admin/profiles/${owner.profile.id}`
    await moderator.call("PUT", `${path}/escalation`, { note })
    expect((await moderator.call("DELETE", `${path}/escalation`)).status).toBe(404)
    expect((await lead.call("DELETE", `${path}/escalation`)).status).toBe(204)
    expect((await lead.call("DELETE", `${path}/escalation`)).status).toBe(409)
    expect((await moderator.call("PUT", `${path}/claim`)).status).toBe(200)
    await moderator.call("PUT", `${path}/escalation`, { note })
    await decide(lead, owner.profile.id, "approve")
    await save(owner, { "quote.en": "Yet another." })
    await owner.call("POST", "/me/profile/submission")
    expect((await decide(moderator, owner.profile.id, "approve")).status).toBe(200)
    expect(await quoteOf(owner)).toBe("Yet another.")
  })

  test("is not one that a colleague holds, that is handed over already, of which nothing waits, or one's own", async () => {
    const [owner, one, other] = [
      await insertSubmitted(),
      await insertStaffMember("moderator"),
      await insertStaffMember("moderator"),
    ]
    const path = `/admin/profiles/${owner.profile.id}/escalation`
    expect((await one.call("PUT", path, { note: "" })).status).toBe(422)
    await other.call("PUT", `/admin/profiles/${owner.profile.id}/claim`)
    expect(await answerOf(await one.call("PUT", path, { note }))).toEqual([409, "workshop.claimed"])
    expect((await other.call("PUT", path, { note })).status).toBe(204)
    expect(await answerOf(await one.call("PUT", path, { note }))).toEqual(escalated)
    const idle = await insertOwner()
    expect((await one.call("PUT", `/admin/profiles/${idle.profile.id}/escalation`, { note })).status).toBe(404)
    const own = await insertSubmitted()
    await insertGrant({ userId: own.user.id, role: "moderator" })
    expect((await own.call("PUT", `/admin/profiles/${own.profile.id}/escalation`, { note })).status).toBe(404)
  })

  test("is marked in the list of profiles for leads, and in nobody else's, nor is one's own", async () => {
    const [owner, moderator, lead] = [
      await insertSubmitted(),
      await insertStaffMember("moderator"),
      await insertStaffMember("trust_lead"),
    ]
    const { id } = owner.profile
    await db.update(profileReviews).set({ submittedAt: 1 }).where(eq(profileReviews.profileId, id))
    const listedFor = async (staff: { call: typeof lead.call }) => {
      const response = await staff.call("GET", "/admin/profiles/reviews")
      const { data } = await response.json<{ data: { id: string; is_escalated: boolean }[] }>()
      return data.find((one) => one.id === id)?.is_escalated
    }
    expect(await listedFor(moderator)).toBe(false)
    await moderator.call("PUT", `/admin/profiles/${id}/escalation`, { note })
    expect([await listedFor(moderator), await listedFor(lead)]).toEqual([undefined, true])
    await insertGrant({ userId: owner.user.id, role: "trust_lead" })
    expect(await listedFor(owner)).toBeUndefined()
  })

  test("is neither read nor given back by the owner of the profile, also if they are a lead", async () => {
    const [owner, moderator] = [await insertSubmitted(), await insertNewModerator()]
    const { id } = owner.profile
    await decide(moderator, id, "return")
    await moderator.call("PUT", `/admin/profiles/${id}/escalation`, { note })
    await insertGrant({ userId: owner.user.id, role: "trust_lead" })
    expect(await reviewOf(owner, id)).toMatchObject({ is_yours: true, escalation: null, proposals: [] })
    expect(await answerOf(await owner.call("DELETE", `/admin/profiles/${id}/escalation`))).toEqual([
      409,
      "conflict.changed",
    ])
    expect(await isEscalated(owner.profile)).toBe(true)
  })
})

type Owner = Awaited<ReturnType<typeof insertSubmitted>>

describe("a review that leads have stays theirs", () => {
  const withdraw = (owner: Owner) => owner.call("DELETE", "/me/profile/publication")
  const submit = (owner: Owner) => owner.call("POST", "/me/profile/submission")

  async function insertHandedOver(state: Parameters<typeof insertSubmitted>[0] = "published") {
    const [owner, moderator, lead] = [
      await insertSubmitted(state),
      await insertStaffMember("moderator"),
      await insertStaffMember("trust_lead"),
    ]
    const { id } = owner.profile
    const handOver = () => moderator.call("PUT", `/admin/profiles/${id}/escalation`, { note })
    const claim = async () => answerOf(await moderator.call("PUT", `/admin/profiles/${id}/claim`))
    return { owner, moderator, lead, id, handOver, claim }
  }

  test.each(["published", "draft"] as const)(
    "when the owner withdraws a profile that was %s, and submits it again",
    async (state) => {
      const { owner, lead, id, handOver, claim } = await insertHandedOver(state)
      await handOver()
      expect((await withdraw(owner)).status).toBeLessThan(300)
      await save(owner, firstTexts)
      expect((await submit(owner)).status).toBeLessThan(300)
      expect(await claim()).toEqual(escalated)
      expect((await reviewOf(lead, id)).escalation).toMatchObject({ note })
      await decide(lead, id, "approve")
      expect(await isEscalated(owner.profile), "the whole waits").toBe(true)
      expect((await decideWhole(lead, id, "approve")).status).toBe(200)
      expect(await isEscalated(owner.profile)).toBe(false)
    },
  )

  test("when the owner deletes the photo and uploads another", async () => {
    const [owner, moderator] = [await insertOwner(), await insertStaffMember("moderator")]
    const photo = await insertReady(owner.profile.id)
    await moderator.call("PUT", `/admin/profiles/${owner.profile.id}/escalation`, { note })
    expect((await owner.call("DELETE", `/me/profile/media/${photo.id}`)).status).toBeLessThan(300)
    const other = await insertReady(owner.profile.id)
    const approval = { version: 1 }
    expect(await answerOf(await moderator.call("POST", `/admin/media/${other.id}/approve`, approval))).toEqual(
      escalated,
    )
  })

  test("when the owner takes one edit back while a lead decides on the other", async () => {
    const { owner, lead, id, handOver, claim } = await insertHandedOver()
    await save(owner, { "quote.fr": "Une deuxième phrase." })
    await submit(owner)
    await handOver()
    await save(owner, { "quote.en": "Not yet." })
    expect((await decide(lead, id, "approve")).status).toBe(200)
    expect((await reviewOf(lead, id)).submitted_at).toBeNull()
    await submit(owner)
    expect(await claim()).toEqual(escalated)
  })

  test("when the owner withdraws the profile while a lead decides on its photo", async () => {
    const { owner, lead, id, handOver, claim } = await insertHandedOver("draft")
    await handOver()
    const photo = await insertReady(id)
    await withdraw(owner)
    expect((await lead.call("POST", `/admin/media/${photo.id}/approve`, { version: 1 })).status).toBe(204)
    await submit(owner)
    expect(await claim()).toEqual(escalated)
  })

  test("when a moderator or a lead suspends the profile, or takes down another photo of it", async () => {
    const { owner, moderator, lead, id, handOver } = await insertHandedOver()
    await handOver()
    const shown = await insertMedia({ profileId: id, state: "approved", version: 1 })
    const refusal = { version: 1, reason: "rules", comment: "Not this one." }
    expect((await decideWhole(moderator, id, "suspend", { reason: "misleading" })).status).toBe(200)
    expect((await lead.call("POST", `/admin/media/${shown.id}/take-down`, refusal)).status).toBe(204)
    expect((await decideWhole(lead, id, "reinstate")).status).toBe(200)
    expect((await decideWhole(lead, id, "suspend", { reason: "misleading" })).status).toBe(200)
    expect((await reviewOf(lead, id)).submitted_at).toBeNull()
    expect(await isEscalated(owner.profile)).toBe(true)
  })

  test("until one of them sends the whole profile back, whose next submission is everybody's", async () => {
    const { owner, lead, id, handOver, claim } = await insertHandedOver("draft")
    await handOver()
    const photo = await insertReady(id)
    await lead.call("PUT", `/admin/profiles/${id}/claim`)
    expect((await decideWhole(lead, id, "request_changes", { reason: "unclear" })).status).toBe(200)
    expect(await isEscalated(owner.profile), "its photo waits").toBe(true)
    const refusal = { version: 1, reason: "quality" }
    expect((await lead.call("POST", `/admin/media/${photo.id}/reject`, refusal)).status).toBe(204)
    expect(await isEscalated(owner.profile)).toBe(false)
    await submit(owner)
    expect((await claim())[0]).toBe(200)
  })
})

describe("the sweep of second looks", () => {
  const longAgo = () => Date.now() - 91 * DAY

  test("deletes proposals that fell away 90 days ago, and none that somebody may confirm or of last week", async () => {
    const [waiting, gone, recent] = [await insertSubmitted(), await insertSubmitted(), await insertSubmitted()]
    const fresh = await insertNewModerator()
    for (const owner of [waiting, gone, recent]) await decide(fresh, owner.profile.id, "approve")
    for (const owner of [gone, recent]) await save(owner, { "quote.en": "Another." })
    for (const owner of [waiting, gone]) {
      const isOfProfile = eq(reviewProposals.profileId, owner.profile.id)
      await db.update(reviewProposals).set({ createdAt: longAgo() }).where(isOfProfile)
    }
    await runStep("sweepSecondLooks")
    const left = await db.select().from(reviewProposals).where(eq(reviewProposals.proposedBy, fresh.user.id))
    expect(left.map(({ profileId }) => profileId).toSorted()).toEqual(
      [waiting.profile.id, recent.profile.id].toSorted(),
    )
  })

  test.each([
    ["deletes an escalation of last year whose profile was refused", { state: "rejected", days: 366, isLeft: false }],
    ["retains one of this year, which an appeal may bring back", { state: "rejected", days: 364, isLeft: true }],
    ["retains one whose owner can submit the profile again", { state: "withdrawn", days: 366, isLeft: true }],
  ] as const)("%s", async (_, { state, days, isLeft }) => {
    const [owner, { user }] = [await insertOwner(), await insertStaffMember("moderator")]
    const { id: profileId } = owner.profile
    await db.update(profiles).set({ state }).where(eq(profiles.id, profileId))
    await db.insert(reviewEscalations).values({ profileId, staffId: user.id, note, createdAt: Date.now() - days * DAY })
    await runStep("sweepSecondLooks")
    expect(await isEscalated(owner.profile)).toBe(isLeft)
  })

  test("retains an escalation of a refused profile while one of its photos waits", async () => {
    const [owner, { user }] = [await insertOwner(), await insertStaffMember("moderator")]
    const { id: profileId } = owner.profile
    await insertReady(profileId)
    await db.update(profiles).set({ state: "rejected" }).where(eq(profiles.id, profileId))
    await db.insert(reviewEscalations).values({ profileId, staffId: user.id, note, createdAt: 1 })
    await runStep("sweepSecondLooks")
    expect(await isEscalated(owner.profile)).toBe(true)
  })
})
