import { eq } from "drizzle-orm"
import { media, profileReviews, profiles } from "~/db/schema"

import type { Review, Workshop } from "~/domain/profiles/editing/schema"
import { ask } from "../../helpers/mail"
import { insertMember } from "../../helpers/member"
import { completeProfile, db, insertCategory, insertCity, insertProfile } from "../../helpers/rows"

type Member = Awaited<ReturnType<typeof insertMember>>

export const about = "I have lived here for twenty years and know its quiet corners. ".repeat(3).trim()

/** Inserts the owner of a profile that lacks nothing, in this state. */
export async function insertOwner(state: typeof profiles.$inferInsert.state = "published") {
  const member = await insertMember()
  const [city, category] = [await insertCity(), await insertCategory()]
  const publishedAt = ["published", "paused"].includes(state) ? Date.now() : null
  const profile = await insertProfile({
    ownerId: member.user.id,
    cityId: city.id,
    categoryId: category.id,
    state: "draft",
    publishedAt,
  })
  const { service, photo } = await completeProfile(profile)
  await db.update(profiles).set({ state }).where(eq(profiles.id, profile.id))
  return { ...member, profile, city, category, service, photo }
}

export async function workshopOf({ call }: Pick<Member, "call">): Promise<Workshop> {
  const response = await call("GET", "/me/profile")
  if (response.status !== 200) throw new Error(`GET /me/profile: ${response.status}`)
  return response.json()
}

/** Saves fields with the versions that are stored. */
export async function save(owner: Pick<Member, "call">, fields: Record<string, unknown>): Promise<Response> {
  const workshop = await workshopOf(owner)
  const stored = workshop.fields as Record<string, { edit: { version: string } | null }>
  const versions = Object.fromEntries(Object.keys(fields).map((field) => [field, stored[field]?.edit?.version ?? null]))
  return owner.call("PATCH", "/me/profile", { fields, versions })
}

/** Texts that a new profile lacks before it can be submitted. */
export const firstTexts = {
  "headline.en": "A first headline",
  "headline.fr": "Un premier titre",
  "about.en": about,
  "about.fr": about,
}

/** Inserts the owner of a published profile, or of a new one, with a submitted quote. */
export async function insertSubmitted(state: Parameters<typeof insertOwner>[0] = "published") {
  const owner = await insertOwner(state)
  if (state === "draft") await save(owner, firstTexts)
  await save(owner, { "quote.en": "A quieter sentence." })
  await owner.call("POST", "/me/profile/submission")
  return owner
}

export async function reviewOf(staff: Member, id: string): Promise<Review> {
  return (await staff.call("GET", `/admin/profiles/${id}/review`)).json()
}

/** Approves or returns every submitted edit of a profile, with the claim. */
export async function decide(staff: Member, id: string, decision: "approve" | "return"): Promise<Response> {
  await staff.call("PUT", `/admin/profiles/${id}/claim`)
  const { edits } = await reviewOf(staff, id)
  const decisions = edits
    .filter(({ state }) => state === "pending")
    .map(({ field, version }) =>
      decision === "approve"
        ? { field, version, decision }
        : { field, version, decision, reason: "unclear", comment: "Please say it in a whole sentence." },
    )
  return staff.call("POST", `/admin/profiles/${id}/decisions`, { decisions })
}

/** Decides on a whole profile at its current version. */
export async function decideWhole(staff: Member, id: string, move: string, more: object = {}): Promise<Response> {
  const { version } = await reviewOf(staff, id)
  return staff.call("POST", `/admin/profiles/${id}/state`, { move, version, ...more })
}

export async function stateOf({ profile }: { profile: { id: string } }) {
  const [row] = await db.select({ state: profiles.state }).from(profiles).where(eq(profiles.id, profile.id))
  return row?.state
}

/** Ends every running claim, as time does. */
export async function lapseClaims(): Promise<void> {
  await db.update(profileReviews).set({ claimedUntil: Date.now() - 1 })
}

/** The public page of a profile, as a visitor gets it. */
export const openPublic = (slug: string, section = "") => ask(`/escorts/${slug}${section}`)

/** Their owner removed them: staff's rejection would need its decision. */
export const hidePhotos = (profileId: string) =>
  db.update(media).set({ state: "deleted" }).where(eq(media.profileId, profileId))
