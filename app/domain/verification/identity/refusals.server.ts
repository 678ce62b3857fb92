import type { SQL } from "drizzle-orm"
import type { BatchItem } from "drizzle-orm/batch"
import type { CheckStatus } from "~/db/schema/profiles/identity"
import { batch } from "~/db/statements/batch"
import { allOf, always } from "~/db/statements/conditions"
import { newId } from "~/lib/id"
import { disconnect } from "../../chat/live.server"
import type { Ctx } from "../../core/context"
import type { StoredSubject } from "../../decisions/cases/queries.server"
import { type OwnReport, reportOwn } from "../../decisions/cases/report-queries.server"
import { planDecision } from "../../decisions/decisions.server"
import { quarantineMedia } from "../../media/queries.server"
import { findColors } from "../../media/service.server"
import { summarizeMedia } from "../../media/summary-queries.server"
import { createNotification } from "../../notifications/service.server"
import { editableStates } from "../../profiles/editing/policy"
import { setVerified } from "../../profiles/queries.server"
import { moveOwnProfile } from "../../profiles/state-queries.server"
import { planWithdrawal } from "../consent/decisions.server"
import * as documents from "./document-queries.server"
import { openStates } from "./policy"
import * as queries from "./queries.server"
import { type Subject, subjectOf } from "./schema"

/** Words about a refused check that staff read, by its cause. */
export const refusals = {
  minor: "Identity check: under 18",
  barred: "Identity check: the document of somebody who was refused as under 18 before",
  shared: "Identity check: the document of somebody else of the profile",
  another: "Identity check: another person",
  verified: "Identity check: verified with the document of somebody whom staff have since refused as under 18",
} as const

interface CheckToRefuse {
  row: queries.CheckRow
  subject: Subject
  change: Partial<queries.CheckRow> & { status: "refused_age" | "refused" }
  /** Words that staff read of it. */
  details: (typeof refusals)[keyof typeof refusals]
  /** The member of staff who refused it; by default nobody: the site did. */
  staffId?: string
  from?: readonly CheckStatus[]
  before?: BatchItem<"sqlite">[]
  when?: SQL
  hashes?: string[]
  shared?: string[]
}

/**
 * Refuses a check for good (trust-safety R3): a member's profile is never public and their media are quarantined, or
 * those that show a person depicted; staff are notified first of all. A member receives a statement of reasons that does not say what came
 * of the check, and so does the owner of what a person depicted had agreed to. Whatever else the subject has verified or open ends.
 * `hashes`: all forms of the hash of the document of a minor. `shared`: hashes that people in a member's photos
 * were verified by: they are the member's, and so were the signatures.
 */
export async function refuseCheck(
  ctx: Ctx,
  {
    row,
    subject,
    change,
    details,
    staffId,
    from = openStates,
    before = [],
    when = always,
    hashes = [],
    shared = [],
  }: CheckToRefuse,
): Promise<boolean> {
  const { db } = ctx
  const now = ctx.now()
  const isRefused = queries.isMovedNow(row.id, change.status, now)
  const profile = await queries.findProfileOf(db, subject)
  const id = newId(now)
  const mayMove = allOf(queries.isIn(row.id, from), when)
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
    ...aboutCheck(row.id),
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
  follow.push(queries.endOtherChecks(db, { subject, id: row.id, when: isRefused, now }))
  follow.push(...(await followMinor(ctx, { subject, change, hashes }, isRefused)))
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
      moveOwnProfile(db, { ownerId: subject.userId, from: editableStates, to: "rejected", when: isRefused }, now),
    )
  }
  const { moved, notified } = await batch(db, {
    reported: reportOwn(db, report, mayMove, now),
    decided: decision?.statements ?? [],
    moved: queries.moveCheck(db, row.id, { checkedAt: now, ...change, from, when }, now),
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

/**
 * Returns what follows for others with a document that was refused as a minor's. Where somebody is verified with the document of whom staff
 * found to be a minor, staff look at them: it may be theirs, and lent or stolen.
 */
async function followMinor(
  ctx: Ctx,
  { subject, change, hashes = [] }: Pick<CheckToRefuse, "subject" | "change" | "hashes">,
  when: SQL,
): Promise<BatchItem<"sqlite">[]> {
  if (change.status !== "refused_age" || hashes.length === 0) return []
  const { db } = ctx
  const now = ctx.now()
  const follow: BatchItem<"sqlite">[] = documents.unifyHashes(db, hashes, when)
  if (change.over18 !== false) return follow
  for (const row of await documents.findVerifiedAs(db, subject, hashes)) {
    const other = subjectOf(row)
    if (!other) continue
    const id = newId(now)
    const about = { subject: subjectOfCase(id, other, await queries.findProfileOf(db, other)), ...aboutCheck(row.id) }
    const report: OwnReport = { id, category: "minor", priority: "P0", ...about, details: refusals.verified }
    follow.push(...reportOwn(db, report, when, now))
  }
  return follow
}

const aboutCheck = (id: string) => ({ about: `identity check ${id}` })

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
export async function closeToMinor(ctx: Ctx, userId: string): Promise<void> {
  ctx.enqueueJob({ kind: "renewal_stop", userId })
  await disconnect(ctx, userId)
}
