import type { SQL } from "drizzle-orm"
import type { BatchItem } from "drizzle-orm/batch"
import { batch } from "~/db/statements/batch"
import { allOf, always, anyOf, negated } from "~/db/statements/conditions"
import { newId } from "~/lib/id"
import { disconnect } from "../../chat/live.server"
import type { Ctx } from "../../core/context"
import type { ProvidedCheck } from "../../core/ports/identity"
import { isLaunched } from "../../core/readiness/gate.server"
import type { StoredSubject } from "../../decisions/cases/queries.server"
import { type OwnReport, reportOwn } from "../../decisions/cases/report-queries.server"
import { planDecision } from "../../decisions/decisions.server"
import { quarantineMedia } from "../../media/queries.server"
import { findColors } from "../../media/service.server"
import { summarizeMedia } from "../../media/summary-queries.server"
import { createNotification } from "../../notifications/service.server"
import { setVerified } from "../../profiles/queries.server"
import { moveOwnProfile, publishOwnProfile } from "../../profiles/state-queries.server"
import { planWithdrawal } from "../consent/decisions.server"
import * as documents from "./document-queries.server"
import { hashPerson } from "./person-hash.server"
import { isAdult, isOpen, monthOf, nextCheck, openStates } from "./policy"
import * as queries from "./queries.server"
import { type Subject, subjectOf } from "./schema"

/**
 * Brings a check up to date with the provider, whatever event said that it changed: a repeated or late event changes
 * nothing. Returns false for a check that is not ours. Throws IdentityError.
 */
export async function syncCheck(ctx: Ctx, ref: string): Promise<boolean> {
  const row = await queries.findCheck(ctx.db, { sessionRef: ref })
  if (!row || !ctx.identity) return false
  await applyCheck(ctx, row, await ctx.identity.fetch(ref))
  return true
}

/** Applies what the provider says of a check now. */
export async function applyCheck(ctx: Ctx, row: queries.CheckRow, check: ProvidedCheck): Promise<void> {
  const { db } = ctx
  const now = ctx.now()
  if (check.status === "redacted") return queries.markRedacted(db, check.ref, now)
  // After a failure on the way: the check is settled, the rest is not.
  if (row.status === "refused_age" && row.userId) return closeToMinor(ctx, row.userId)
  if (!isOpen(row.status)) return
  switch (check.status) {
    case "pending":
      return
    case "processing":
      await queries.moveCheck(db, row.id, { from: ["pending", "needs_input"], status: "processing" }, now)
      return
    case "needs_input":
      await queries.moveCheck(db, row.id, { from: ["pending", "processing"], status: "needs_input" }, now)
      return
    case "cancelled":
      await queries.moveCheck(db, row.id, { from: openStates, status: "none" }, now)
      return
    case "verified":
      return settleCheck(ctx, row, check)
  }
}

async function settleCheck(ctx: Ctx, row: queries.CheckRow, { document, isLive }: ProvidedCheck): Promise<void> {
  const subject = subjectOf(row)
  // Without a date of birth nobody is an adult: retried, since the key of the settings may lack a permission.
  if (!document?.birthDate) throw new Error("The verified check has no date of birth")
  if (!subject) return
  const now = ctx.now()
  const { birthDate, firstName, lastName, expiresOn, isFaceCompared } = document
  const hashes = await hashPerson(ctx, { birthDate, firstName, lastName })
  const facts = { livemode: isLive, liveness: isFaceCompared, checkedAt: now }
  if (!isAdult(birthDate, now)) {
    const change = { ...facts, personHash: hashes[0], status: "refused_age", over18: false, reason: "minor" } as const
    await refuseCheck(ctx, { row, subject, change, details: refusals.minor })
    return
  }
  await settleAdult(ctx, {
    row,
    subject,
    change: { ...facts, hashes, documentMonth: expiresOn ? monthOf(expiresOn) : null },
  })
}

/** Statements that accompany the end of a check in its batch, and a condition of it. */
interface Company {
  before?: (status: "verified" | "refused" | "refused_age") => BatchItem<"sqlite">[]
  when?: SQL
}

interface AdultCheck extends Company {
  row: queries.CheckRow
  subject: Subject
  change: Change & { hashes: [string, ...string[]] }
}

/** Words about a refused check that staff read, by its cause. */
export const refusals = {
  minor: "Identity check: under 18",
  barred: "Identity check: the document of somebody who was refused as under 18 before",
  shared: "Identity check: the document of somebody else of the profile",
  another: "Identity check: another person",
} as const

/**
 * Ends a check of an adult: verified, or refused if its document was refused as a minor's in any account, if its subject
 * was another person before, or if another person of the profile has the same document, in whichever order (trust-safety R3, R7).
 * Returns whether it ended.
 */
export async function settleAdult(
  ctx: Ctx,
  { row, subject, change: { hashes, ...facts }, before = () => [], when = always }: AdultCheck,
): Promise<boolean> {
  const { db } = ctx
  const change = { ...facts, personHash: hashes[0] }
  const refuseIfKnown = async () => {
    const { isAnother, isShared, isBarred } = await documents.findMismatch(db, subject, hashes)
    if (isBarred) {
      const refusal = { ...change, status: "refused_age", over18: true, reason: "minor" } as const
      return refuseCheck(ctx, {
        row,
        subject,
        change: refusal,
        details: refusals.barred,
        before: before(refusal.status),
        when,
      })
    }
    if (!isAnother && !isShared) return null
    return refuseCheck(ctx, {
      row,
      subject,
      change: { ...change, status: "refused", over18: true, reason: "other_person" },
      details: isShared ? refusals.shared : refusals.another,
      before: before("refused"),
      when,
      shared: isShared ? hashes : [],
    })
  }
  const isRefused = await refuseIfKnown()
  if (isRefused !== null) return isRefused
  const isAlone = negated(anyOf(documents.isKnownAsOther(subject, hashes), documents.isKnownAsMinor(hashes)))
  const isVerified = await verifyCheck(ctx, {
    row,
    subject,
    facts: change,
    before: before("verified"),
    when: allOf(when, isAlone),
  })
  // Another check with the same document may have ended meanwhile.
  return isVerified || (await refuseIfKnown()) === true
}

type Change = Partial<queries.CheckRow>

interface CheckToVerify {
  row: queries.CheckRow
  subject: Subject
  facts: Change
  before?: BatchItem<"sqlite">[]
  when?: SQL
}

/** Verifies a check, with what follows from it: an earlier one ends, and a profile that it paused is public again. */
async function verifyCheck(ctx: Ctx, { row, subject, facts, before = [], when }: CheckToVerify): Promise<boolean> {
  const { db } = ctx
  const now = ctx.now()
  const isVerified = queries.isMovedNow(row.id, "verified", now)
  const next = nextCheck(now, facts.documentMonth ?? null)
  const due = "userId" in subject ? { nextCheckAt: next.at, reason: next.reason } : {}
  const change = { ...facts, ...due, status: "verified" as const, over18: true, checkedAt: now, noticedDays: null }
  const { moved } = await batch(db, {
    moved: queries.moveCheck(db, row.id, { ...change, from: openStates, when }, now),
    before,
    follow: [
      ...(ctx.acceptsTestChecks && change.livemode === false ? [queries.acceptTestMode(db, isVerified)] : []),
      ...("userId" in subject ? await followVerification(ctx, subject.userId, row.id, isVerified) : []),
    ],
  })
  return moved.meta.changes > 0
}

async function followVerification(
  ctx: Ctx,
  userId: string,
  id: string,
  isVerified: SQL,
): Promise<BatchItem<"sqlite">[]> {
  const { db } = ctx
  const now = ctx.now()
  const [expire, clear] = queries.replaceChecks(db, { userId, id, when: isVerified, now })
  const wasPaused = allOf(isVerified, queries.hasPaused(userId))
  return [
    setVerified(db, userId, now, isVerified),
    expire,
    publishOwnProfile(
      db,
      { ownerId: userId, from: ["paused"], when: wasPaused, isLaunched: await isLaunched(ctx) },
      now,
    ),
    clear,
  ]
}

const publicOrNot = [
  "draft",
  "submitted",
  "in_review",
  "changes_requested",
  "approved",
  "published",
  "paused",
  "suspended",
  "withdrawn",
] as const

interface CheckToRefuse {
  row: queries.CheckRow
  subject: Subject
  change: Change & { status: "refused_age" | "refused" }
  /** Words that staff read of it. */
  details: (typeof refusals)[keyof typeof refusals]
  /** The member of staff who refused it; by default nobody: the site did. */
  staffId?: string
  before?: BatchItem<"sqlite">[]
  when?: SQL
  shared?: string[]
}

/**
 * Refuses a check for good (trust-safety R3): a member's profile is never public and their media are quarantined, or
 * those that show a person depicted; staff are notified first of all. A member receives a statement of reasons that does not say what came
 * of the check, and so does the owner of what a person depicted had agreed to. `shared`: hashes that people in a member's photos
 * were verified by: they are the member's, and so were the signatures.
 */
export async function refuseCheck(
  ctx: Ctx,
  { row, subject, change, details, staffId, before = [], when = always, shared = [] }: CheckToRefuse,
): Promise<boolean> {
  const { db } = ctx
  const now = ctx.now()
  const isRefused = queries.isMovedNow(row.id, change.status, now)
  const profile = await queries.findProfileOf(db, subject)
  const id = newId(now)
  const mayMove = allOf(queries.isIn(row.id, openStates), when)
  const decision = planRefusal(
    ctx,
    { checkId: row.id, subject, profile, reportId: id, staffId: staffId ?? null, now },
    mayMove,
  )
  const report: OwnReport = {
    id,
    category: change.status === "refused_age" ? "minor" : "impersonation",
    priority: "P0",
    subject: subjectOfCase(id, subject, profile),
    about: `identity check ${row.id}`,
    details,
  }
  const colors = profile ? await findColors(ctx, profile.id) : {}
  const follow: BatchItem<"sqlite">[] = profile
    ? [
        quarantineMedia(
          db,
          { profileId: profile.id, of: "personId" in subject ? queries.depicts(subject.personId) : undefined },
          isRefused,
          now,
        ),
        summarizeMedia(db, profile.id, colors, now),
      ]
    : []
  if ("userId" in subject && shared.length > 0)
    follow.unshift(documents.revokeShared(db, { userId: subject.userId, hashes: shared, when: isRefused, now }))
  const news =
    profile && "userId" in subject
      ? createNotification(ctx, {
          to: subject.userId,
          type: "profile",
          subject: `profile:${profile.id}`,
          state: "rejected",
          reference: null,
          when: isRefused,
        })
      : null
  if ("userId" in subject) {
    follow.push(
      setVerified(db, subject.userId, null, isRefused),
      moveOwnProfile(db, { ownerId: subject.userId, from: publicOrNot, to: "rejected", when: isRefused }, now),
    )
  }
  const { moved, notified } = await batch(db, {
    reported: reportOwn(db, report, mayMove, now),
    decided: decision?.statements ?? [],
    moved: queries.moveCheck(db, row.id, { ...change, from: openStates, when }, now),
    before,
    follow,
    notified: news ? news.insert : null,
  })
  if (notified) news?.publish(notified)
  const isMoved = moved.meta.changes > 0
  if (isMoved) decision?.deliver(null)
  if (isMoved && change.status === "refused_age" && "userId" in subject) await closeToMinor(ctx, subject.userId)
  return isMoved
}

interface Refused {
  checkId: string
  subject: Subject
  profile: { ownerId: string } | null
  reportId: string
  staffId: string | null
  now: number
}

/**
 * Plans the decision of a refused check: to the member, or to the owner of what shows a person depicted, who loses their consents. Null for
 * somebody depicted whose owner is erased.
 */
function planRefusal(ctx: Ctx, { checkId, subject, profile, ...ending }: Refused, when: SQL) {
  if ("personId" in subject) {
    const { personId } = subject
    return profile ? planWithdrawal(ctx, { ...ending, personId, mediaId: null, ownerId: profile.ownerId }, when) : null
  }
  return planDecision(
    ctx,
    {
      ...ending,
      id: newId(ending.now),
      kind: "identity_refused",
      userId: subject.userId,
      subjectId: checkId,
      field: null,
      policy: "identity",
      facts: null,
      source: "review",
      isAutomatic: ending.staffId === null,
    },
    when,
  )
}

/** Returns what the case of a refused check is about: the member, or the profile whose photos show the person. */
function subjectOfCase(id: string, subject: Subject, profile: { id: string; ownerId: string } | null): StoredSubject {
  if ("userId" in subject) {
    const { userId } = subject
    return { kind: "member", id: userId, userId, profileId: profile?.id ?? null }
  }
  if (!profile) return { kind: "address", id, userId: null, profileId: null }
  return { kind: "profile", id: profile.id, userId: profile.ownerId, profileId: profile.id }
}

/** Closes what a minor has open: their sockets and conversations, and the renewal of a plan that they cannot use. */
async function closeToMinor(ctx: Ctx, userId: string): Promise<void> {
  ctx.enqueueJob({ kind: "renewal_stop", userId })
  await disconnect(ctx, userId)
}
