import type { SQL } from "drizzle-orm"
import { batch } from "~/db/statements/batch"
import { allOf, always } from "~/db/statements/conditions"
import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { DAY, HOUR } from "~/lib/time"
import { addressOf, existsUser } from "../../accounts/queries.server"
import { banAccount, revokeAccess, unbanAccount } from "../../accounts/staff/queries.server"
import { disconnect, shareBan } from "../../chat/live.server"
import { isPermitted, requireStaffProof } from "../../core/actor/guards"
import { auditEntry } from "../../core/audit/entries.server"
import type { Ctx } from "../../core/context"
import { isLaunched } from "../../core/readiness/gate.server"
import type { Place } from "../../core/shared/lane"
import { planDecision } from "../../decisions/decisions.server"
import type { PolicySlug } from "../../decisions/kinds"
import { strikeLifetime } from "../../decisions/strikes"
import { createMail } from "../../mail/outbox.server"
import { moveProfile, publishedAgain, selectProfileState } from "../../profiles/state-queries.server"
import { bannedId, isBanned, selectBan } from "../queries.server"
import * as queries from "./queries.server"
import { type ClosureForm, longest, type RestoreForm, type SuspensionForm, type WarningForm } from "./schema"

/** How long a closure waits for a second person (trust-safety R17), in ms. */
const proposalLifetime = 7 * DAY

const target = (id: string) => ({ kind: "member", id })

/** Warns a member, who reads `reason` in a mail. Throws what `requireStaffProof` does, `request.not_found`, and `members.staff`. */
export async function warnMember(ctx: Ctx, userId: string, { reason, policy }: WarningForm): Promise<void> {
  const { user: staff } = requireStaffProof(ctx, "members.sanction")
  const now = ctx.now()
  const id = newId(now)
  const expiresAt = now + strikeLifetime
  const decision = stateReasons(ctx, {
    id,
    userId,
    kind: "warn",
    policy,
    reason,
    expiresAt,
    staffId: staff.id,
    now,
    when: queries.isSanctionable(userId, "warn", now),
  })
  const row = { id, userId, staffId: staff.id, reason, kind: "warn", state: "active", expiresAt } as const
  const { warned, notified } = await batch(ctx.db, {
    decided: decision.statements,
    notified: decision.notification,
    warned: queries.insertSanction(ctx.db, row, now),
    audited: auditEntry(ctx, { action: "member.warn", target: target(userId), reason }),
  })
  if (warned.meta.changes === 0) throw await refusalOf(ctx, userId)
  decision.deliver(notified)
}

/**
 * Suspends a member for some hours, 30 days at most without `members.close`: their profile is paused, their sockets
 * close, and they use nothing but what page-policy.ts allows them; they read why in a mail. Throws what
 * `requireStaffProof` does, `request.not_found`, `members.staff`, `validation.failed`, and `conflict.changed` for a
 * member who is suspended or banned.
 */
export async function suspendMember(
  ctx: Ctx,
  userId: string,
  { hours, reason, policy }: SuspensionForm,
): Promise<void> {
  const actor = requireStaffProof(ctx, "members.sanction")
  if (hours > longest.byModerator && !isPermitted(actor, "members.close"))
    throw new AppError("validation.failed", { fields: { hours: ["too_long"] } })
  const { db } = ctx
  const now = ctx.now()
  const id = newId(now)
  const isSuspended = queries.isRecorded(id)
  const expiresAt = now + hours * HOUR
  const decision = stateReasons(ctx, {
    id,
    userId,
    kind: "suspend",
    policy,
    reason,
    expiresAt,
    staffId: actor.user.id,
    now,
    when: queries.isSanctionable(userId, "suspend", now),
  })
  const row = { id, userId, staffId: actor.user.id, reason, kind: "suspend", state: "active", expiresAt } as const
  const { suspended } = await batch(db, {
    ended: queries.endExpired(db, now, userId),
    decided: decision.statements,
    suspended: queries.insertSanction(db, row, now),
    audited: auditEntry(ctx, { action: "member.suspend", target: target(userId), reason, details: { hours } }),
    paused: moveProfile(db, { owner: userId, from: "published", to: "paused", when: isSuspended }, now),
  })
  if (suspended.meta.changes === 0) throw await refusalOf(ctx, userId)
  decision.deliver(null)
  await disconnect(ctx, userId)
}

/**
 * Ends a member's suspension, which a mail announces, and a closure that awaits a second person. What a moderator could
 * not have given takes `members.close`. Idempotent. Throws what `requireStaffProof` does, `request.not_found`, and
 * `members.of_lead`.
 */
export async function restoreMember(ctx: Ctx, userId: string, { reason }: RestoreForm): Promise<void> {
  const actor = requireStaffProof(ctx, "members.sanction")
  const now = ctx.now()
  const mayLift = isPermitted(actor, "members.close") ? always : queries.isOfModerator(userId, now)
  const isSuspended = allOf(queries.isSuspended(userId, now), mayLift)
  const mail = noticeOfEnd(ctx, userId, "suspend", isSuspended)
  // The entry goes before the act: afterwards nothing says whose the sanction was.
  const [mailed, recorded] = await ctx.db.batch([
    mail.insert,
    auditEntry(ctx, { action: "member.restore", target: target(userId), reason }, allOf(existsUser(userId), mayLift)),
    queries.liftSanctions(ctx.db, userId, mayLift, now),
  ])
  if (recorded.meta.changes === 0) {
    const found = await queries.findMemberState(ctx.db, userId, now)
    throw new AppError(found?.isOfLead ? "members.of_lead" : "request.not_found")
  }
  if (mailed.meta.changes > 0) mail.enqueue()
}

/**
 * Closes an account for good: the first call proposes it, and that of a second person within seven days closes it. That
 * bans the member: it ends all their sessions and sockets, prevents sign-in, unpublishes their profile and stops the
 * renewal of their plan; a mail gives them the reason. For a closed account it completes the clean-up. Throws what
 * `requireStaffProof` does, `request.not_found`, `members.staff`, `members.second_person` for the first one's second
 * call, and `conflict.changed`.
 */
export async function closeAccount(
  ctx: Ctx,
  userId: string,
  { reason, policy }: ClosureForm,
): Promise<{ state: "pending" | "closed" }> {
  const { user: staff } = requireStaffProof(ctx, "members.close")
  const { db } = ctx
  const now = ctx.now()
  const found = await queries.findMemberState(db, userId, now)
  if (!found) throw new AppError("request.not_found")
  if (found.bannedAt !== null) {
    await auditEntry(ctx, { action: "member.close", target: target(userId), reason }, always)
    await disconnect(ctx, userId)
    return { state: "closed" }
  }
  if (found.closureBy === staff.id) throw new AppError("members.second_person")
  if (!found.closureId) {
    const row = { id: newId(now), userId, staffId: staff.id, reason, kind: "close", state: "pending" } as const
    const [, proposed] = await db.batch([
      queries.endExpired(db, now, userId),
      queries.insertSanction(db, { ...row, expiresAt: now + proposalLifetime }, now),
      auditEntry(ctx, { action: "member.propose_closure", target: target(userId), reason }),
    ])
    if (proposed.meta.changes === 0) throw await refusalOf(ctx, userId)
    return { state: "pending" }
  }
  const isClosed = queries.isClosedBy(userId, staff.id)
  const banned = bannedId(userId)
  // The member reads the reasons of who proposed it; who confirms it states theirs in the audit log.
  const decision = stateReasons(ctx, {
    id: found.closureId,
    userId,
    kind: "close",
    policy,
    reason: found.closureReason ?? reason,
    expiresAt: null,
    staffId: found.closureBy,
    now,
    when: queries.isConfirmable(userId, staff.id, now),
  })
  const { closed, account } = await batch(db, {
    decided: decision.statements,
    closed: queries.confirmClosure(db, userId, staff.id, now),
    audited: auditEntry(ctx, { action: "member.close", target: target(userId), reason }),
    banned: banAccount(db, { userId, by: { staffId: staff.id, reason }, now, when: isClosed }),
    account: selectBan(db, userId),
    revoked: revokeAccess(db, banned),
    unpublished: moveProfile(db, { owner: banned, from: "published", to: "banned" }, now),
  })
  if (closed.meta.changes === 0) throw new AppError("conflict.changed")
  decision.deliver(null)
  // Nobody pays for what they cannot enter.
  if (account[0]?.hasPlan) ctx.enqueueJob({ kind: "renewal_stop", userId })
  await disconnect(ctx, userId)
  return { state: "closed" }
}

/**
 * Opens a closed account again, and republishes its profile if the closure unpublished it and nothing is missing; else
 * it is paused. A mail announces it to the member. `reason` goes to the audit log. Idempotent. Throws what `requireStaffProof`
 * does, and `request.not_found`.
 */
export async function liftClosure(ctx: Ctx, userId: string, { reason }: RestoreForm): Promise<void> {
  requireStaffProof(ctx, "members.close")
  const { db } = ctx
  const now = ctx.now()
  const mail = noticeOfEnd(ctx, userId, "close", isBanned(userId))
  const [mailed, , , recorded] = await db.batch([
    mail.insert,
    queries.liftClosures(db, userId, now),
    unbanAccount(db, userId, now),
    auditEntry(ctx, { action: "member.reopen", target: target(userId), reason }, existsUser(userId)),
    moveProfile(db, { owner: userId, from: "banned", to: publishedAgain(await isLaunched(ctx)) }, now),
  ])
  if (recorded.meta.changes === 0) throw new AppError("request.not_found")
  if (mailed.meta.changes > 0) mail.enqueue()
  await shareBan(ctx, userId)
}

/** Ends sanctions that are over: run it every few minutes. */
export async function endSanctions(ctx: Pick<Ctx, "db" | "now">): Promise<Place> {
  await queries.endExpired(ctx.db, ctx.now())
  return null
}

interface StatedSanction {
  /** The sanction's. */
  id: string
  userId: string
  kind: "warn" | "suspend" | "close"
  policy: PolicySlug
  reason: string
  expiresAt: number | null
  staffId: string | null
  now: number
  when: SQL
}

const decisionOf = { warn: "member_warned", suspend: "member_suspended", close: "member_closed" } as const

/** Plans the statement of reasons of a sanction that is about to be recorded, or confirmed, under the same id. */
function stateReasons(ctx: Ctx, { id, userId, kind, policy, reason, expiresAt, staffId, now, when }: StatedSanction) {
  return planDecision(
    ctx,
    {
      id,
      kind: decisionOf[kind],
      userId,
      subjectId: id,
      field: null,
      // A suspension pauses a published profile.
      priorState: kind === "suspend" ? selectProfileState(userId) : null,
      policy,
      facts: reason,
      source: "staff",
      isAutomatic: false,
      endsAt: expiresAt,
      staffId,
      now,
    },
    when,
  )
}

/** Creates the mail that says that a suspension or a closure was lifted. */
function noticeOfEnd(ctx: Ctx, userId: string, kind: "suspend" | "close", when: SQL) {
  return createMail(ctx, { ...addressOf(userId), template: "sanction-lifted", data: { kind }, when })
}

async function refusalOf(ctx: Ctx, userId: string): Promise<AppError> {
  const found = await queries.findMemberState(ctx.db, userId, ctx.now())
  if (!found) return new AppError("request.not_found")
  return new AppError(found.isStaff ? "members.staff" : "conflict.changed")
}
