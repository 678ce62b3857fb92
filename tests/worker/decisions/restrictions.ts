import { eq } from "drizzle-orm"
import { decisions, identityChecks, media, reports } from "~/db/schema"
import type { Decision, DecisionKind } from "~/domain/decisions/kinds"
import { newAddress } from "../helpers/app"
import { call } from "../helpers/mail"
import { insertMember, insertStaffMember } from "../helpers/member"
import { caseOf, db, insertCheck, insertMedia, insertPage } from "../helpers/rows"
import { about, decide, decideWhole, insertOwner, save } from "../profiles/editing/people"
import { depict } from "../verification/identity/checks"

export type Staff = Awaited<ReturnType<typeof insertStaffMember>>
type Member = Awaited<ReturnType<typeof insertMember>>

/** A decision that a test has brought about: who reads it, and who made it, the second person of a closure last. */
export interface Restriction {
  reader: Member
  deciders: Staff[]
  subjectId: string
  /** The reporter's address, where somebody reported. */
  reporter: string | null
}

const facts = "The facts, as staff wrote them."

async function expectStatus(response: Promise<Response>, ...statuses: number[]): Promise<void> {
  const { status } = await response
  if (!statuses.includes(status)) throw new Error(`Answered ${status}: ${await (await response).text()}`)
}

async function reviewItem(state: "ready" | "approved", action: "reject" | "take-down"): Promise<Restriction> {
  const [owner, staff] = [await insertOwner(), await insertStaffMember("moderator")]
  const item = await insertMedia({ profileId: owner.profile.id, state })
  const body = { version: 1, reason: "contact_details", comment: facts }
  await expectStatus(staff.call("POST", `/admin/media/${item.id}/${action}`, body), 204, 200)
  return { reader: owner, deciders: [staff], subjectId: item.id, reporter: null }
}

async function sanction(name: string, body: object = {}): Promise<Restriction> {
  const [member, staff] = [await insertMember(), await insertStaffMember("trust_lead")]
  const act = (by: Staff) => by.call("POST", `/admin/users/${member.user.id}/${name}`, { reason: facts, ...body })
  await expectStatus(act(staff), 204, 202, 200)
  const second = name === "closure" ? [await insertStaffMember("trust_lead")] : []
  for (const one of second) await expectStatus(act(one), 204, 202, 200)
  const [row] = await db.select().from(decisions).where(eq(decisions.userId, member.user.id))
  return { reader: member, deciders: [staff, ...second], subjectId: row?.subjectId ?? "", reporter: null }
}

async function reviewWhole(
  state: "in_review" | "published",
  move: "request_changes" | "reject" | "suspend",
): Promise<Restriction> {
  const [owner, staff] = [
    await insertOwner(state === "in_review" ? "draft" : state),
    await insertStaffMember("moderator"),
  ]
  if (state === "in_review") {
    await expectStatus(save(owner, { "about.en": about, "about.fr": about }), 200)
    await expectStatus(owner.call("POST", "/me/profile/submission"), 200, 204)
    await expectStatus(staff.call("PUT", `/admin/profiles/${owner.profile.id}/claim`), 200, 204)
  }
  const more = { reason: "misleading", comment: facts }
  await expectStatus(decideWhole(staff, owner.profile.id, move, more), 200, 204)
  return { reader: owner, deciders: [staff], subjectId: owner.profile.id, reporter: null }
}

async function reportText(change: object = {}) {
  const owner = await insertOwner()
  const reporter = `reporter-${crypto.randomUUID()}@example.org`
  const about = `/escorts/${owner.profile.slug}`
  const form = { category: "intimate", about, text: "about", details: "This is me.", good_faith: true, email: reporter }
  const response = await call("/reports", { ...form, ...change }, { "CF-Connecting-IP": newAddress() })
  const { reference } = await response.json<{ reference: string }>()
  const [row] = await db.select().from(reports).where(eq(reports.reference, reference))
  return { owner, reporter, reference, caseId: row?.caseId ?? "" }
}

/** Inserts an owner with photos that show somebody who agrees to it, by default one. */
export async function insertAgreed(count = 1) {
  await insertPage({ slug: "agreement/depicted" }, { title: "Your consent", body: "For yourself." }).catch(() => null)
  const owner = await insertOwner()
  const more = Array.from({ length: count - 1 }, () => insertMedia({ profileId: owner.profile.id }))
  const photos = [owner.photo.id, ...(await Promise.all(more)).map(({ id }) => id)]
  const { person, token } = await depict(owner, ...photos)
  await insertCheck({ personId: person, nextCheckAt: null })
  const answers = Object.fromEntries(photos.map((id) => [id, { publish: true, download: false }]))
  await expectStatus(call(`/consents/${token}/signature`, { version: 1, accepts: true, answers }), 200)
  return { owner, photos, person, token }
}

/** Brings each kind of decision about, as people do. The table is complete: a new kind has no type-correct entry before it has one. */
export const restrict: Record<DecisionKind, () => Promise<Restriction>> = {
  media_refused: () => reviewItem("ready", "reject"),
  media_removed: () => reviewItem("approved", "take-down"),
  media_hidden: async () => {
    const owner = await insertOwner()
    const item = await insertMedia({ profileId: owner.profile.id })
    const reporter = `reporter-${crypto.randomUUID()}@example.org`
    const page = `/escorts/${owner.profile.slug}/gallery?photo=${item.id}`
    const form = { category: "depicted", about: page, details: "This is me.", good_faith: true, email: reporter }
    await expectStatus(call("/reports", form, { "CF-Connecting-IP": newAddress() }), 201)
    return { reader: owner, deciders: [], subjectId: item.id, reporter }
  },
  text_refused: async () => {
    const [owner, staff] = [await insertOwner(), await insertStaffMember("moderator")]
    await expectStatus(save(owner, { "headline.en": "Call me at the usual number" }), 200)
    await expectStatus(owner.call("POST", "/me/profile/submission"), 200, 204)
    await expectStatus(decide(staff, owner.profile.id, "return"), 200)
    return { reader: owner, deciders: [staff], subjectId: owner.profile.id, reporter: null }
  },
  text_hidden: async () => {
    const { owner, reporter, caseId } = await reportText()
    return { reader: owner, deciders: [], subjectId: caseId, reporter }
  },
  text_removed: async () => {
    const { owner, reporter, reference, caseId } = await reportText({ category: "terms" })
    const staff = await insertStaffMember("trust_lead")
    const end = { reason: facts, removes: true }
    await expectStatus(staff.call("POST", `/admin/cases/${await caseOf(reference)}/act`, end), 204)
    return { reader: owner, deciders: [staff], subjectId: caseId, reporter }
  },
  profile_hidden: async () => {
    const owner = await insertOwner()
    const reporter = `reporter-${crypto.randomUUID()}@example.org`
    const page = `/escorts/${owner.profile.slug}`
    const form = { category: "minor", about: page, details: "She is sixteen.", good_faith: true, email: reporter }
    await expectStatus(call("/reports", form, { "CF-Connecting-IP": newAddress() }), 201)
    return { reader: owner, deciders: [], subjectId: owner.profile.id, reporter }
  },
  consent_withdrawn: async () => {
    const { owner, person, token } = await insertAgreed()
    await expectStatus(call(`/consents/${token}/withdrawal`, { media: null }), 200)
    return { reader: owner, deciders: [], subjectId: person, reporter: null }
  },
  identity_refused: async () => {
    const [owner, staff] = [await insertOwner("approved"), await insertStaffMember("verifier")]
    await db.delete(identityChecks).where(eq(identityChecks.userId, owner.user.id))
    await expectStatus(owner.call("POST", "/me/identity/staff-check"), 200, 201)
    const [check] = await db.select().from(identityChecks).where(eq(identityChecks.userId, owner.user.id))
    const body = { reason: "It is her sister.", outcome: "refused" }
    await expectStatus(staff.call("POST", `/admin/identity-checks/${check?.id}/refuse`, body), 200)
    return { reader: owner, deciders: [staff], subjectId: check?.id ?? "", reporter: null }
  },
  profile_returned: () => reviewWhole("in_review", "request_changes"),
  profile_refused: () => reviewWhole("in_review", "reject"),
  profile_suspended: () => reviewWhole("published", "suspend"),
  member_warned: () => sanction("warnings"),
  member_limited: () => sanction("limit", { hours: 48 }),
  member_suspended: () => sanction("suspension", { hours: 48 }),
  member_closed: () => sanction("closure"),
  notice_refused: async () => {
    const [member, staff] = [await insertMember(), await insertStaffMember("moderator")]
    const { email } = member.user
    const form = { category: "terms", about: "/about", details: "It is wrong.", good_faith: true, email }
    const response = await call("/reports", form, { "CF-Connecting-IP": newAddress() })
    const { reference } = await response.json<{ reference: string }>()
    await expectStatus(staff.call("POST", `/admin/cases/${await caseOf(reference)}/dismiss`, { reason: facts }), 204)
    const [row] = await db.select().from(reports).where(eq(reports.reference, reference))
    return { reader: member, deciders: [staff], subjectId: row?.id ?? "", reporter: email }
  },
}

/** Returns the decision of a restriction, as it is stored. */
export async function decisionOf({ subjectId }: Restriction) {
  const [row] = await db.select().from(decisions).where(eq(decisions.subjectId, subjectId))
  if (!row) throw new Error("There is no decision")
  return row
}

/** Opens a decision as its member does. */
export async function read(reader: Pick<Member, "call">, key: string): Promise<Decision> {
  return (await reader.call("GET", `/decisions/${key}`)).json<Decision>()
}

export const mediaState = async (id: string) => (await db.select().from(media).where(eq(media.id, id)))[0]?.state
