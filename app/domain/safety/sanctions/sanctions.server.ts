import type { SQL } from "drizzle-orm"
import type { DecisionSource } from "~/db/enums"
import { batch } from "~/db/statements/batch"
import { allOf, always } from "~/db/statements/conditions"
import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { DAY, HOUR } from "~/lib/time"
import { addressOf, existsUser } from "../../accounts/queries.server"
import { banAccount, revokeAccess, unbanAccount } from "../../accounts/staff/queries.server"
import { disconnect, shareBan } from "../../chat/live.server"
import type { SignedIn } from "../../core/actor/actor"
import { isPermitted, requireStaffProof, requireUser } from "../../core/actor/guards"
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
import {
  type ClosureForm,
  type LimitForm,
  longest,
  type RestoreForm,
  type SuspensionForm,
  type WarningForm,
} from "./schema"

/** How long a closure waits for a second person (trust-safety R17), in ms. */
const proposalLifetime = 7 * DAY

const target = (id: string) => ({ kind: "member", id })

/** Warns a member, who reads `reason` in a mail. Throws what `requireStaffProof` does, `request.not_found`, and `members.staff`. */
export async function warnMember(ctx: Ctx, userId: string, form: WarningForm): Promise<void> {
  requireStaffProof(ctx, "members.sanction")
  await sanction(ctx, planSanction(ctx, { ...form, userId, kind: "warn", hours: null }))
}

/**
 * Lets a member open no conversation for some hours, 30 days at most without `members.close`: those that they have go on. They read
 * why in a mail. Throws what `suspendMember` does, `conflict.changed` for a member who is limited or banned.
 */
export async function limitMember(ctx: Ctx, userId: string, form: LimitForm): Promise<void> {
  const actor = requireStaffProof(ctx, "members.sanction")
  requireDuration(actor, form.hours)
  await sanction(ctx, planSanction(ctx, { ...form, userId, kind: "limit" }))
}

/**
 * Suspends a member for some hours, 30 days at most without `members.close`: their profile is paused, their sockets
 * close, and they use nothing but what page-policy.ts allows them; they read why in a mail. Throws what
 * `requireStaffProof` does, `request.not_found`, `members.staff`, `validation.failed`, and `conflict.changed` for a
 * member who is suspended or banned.
 */
export async function suspendMember(ctx: Ctx, userId: string, form: SuspensionForm): Promise<void> {
  const actor = requireStaffProof(ctx, "members.sanction")
  requireDuration(actor, form.hours)
  await sanction(ctx, planSanction(ctx, { ...form, userId, kind: "suspend" }))
}

/** Throws `validation.failed` for a limit or suspension that takes `members.close`. */
export function requireDuration(actor: SignedIn, hours: number): void {
  if (hours > longest.byModerator && !isPermitted(actor, "members.close"))
    throw new AppError("validation.failed", { fields: { hours: ["too_long"] } })
}

async function sanction(ctx: Ctx, plan: ReturnType<typeof planSanction>): Promise<void> {
  const { sanctioned, notified } = await batch(ctx.db, plan.statements)
  if (sanctioned.meta.changes === 0) throw await refusalOf(ctx, plan.userId)
  await plan.deliver(notified)
}

/**
 * Ends a member's limit and suspension, which mails announce, and a closure that awaits a second person. What a moderator could
 * not have given takes `members.close`. Idempotent. Throws what `requireStaffProof` does, `request.not_found`, and
 * `members.of_lead`.
 */
export async function restoreMember(ctx: Ctx, userId: string, { reason }: RestoreForm): Promise<void> {
  const actor = requireStaffProof(ctx, "members.sanction")
  const now = ctx.now()
  const mayLift = isPermitted(actor, "members.close") ? always : queries.isOfModerator(userId, now)
  const noticeOf = (kind: "limit" | "suspend") =>
    noticeOfEnd(ctx, userId, kind, allOf(queries.isUnder(userId, kind, now), mayLift))
  const [limit, suspension] = [noticeOf("limit"), noticeOf("suspend")]
  // The entry goes before the act: afterwards nothing says whose the sanction was.
  const { unlimited, resumed, recorded } = await batch(ctx.db, {
    unlimited: limit.insert,
    resumed: suspension.insert,
    recorded: auditEntry(
      ctx,
      { action: "member.restore", target: target(userId), reason },
      allOf(existsUser(userId), mayLift),
    ),
    lifted: queries.liftSanctions(ctx.db, userId, mayLift, now),
  })
  if (recorded.meta.changes === 0) {
    const found = await queries.findMemberState(ctx.db, userId, now)
    throw new AppError(found?.isOfLead ? "members.of_lead" : "request.not_found")
  }
  if (unlimited.meta.changes > 0) limit.enqueue()
  if (resumed.meta.changes > 0) suspension.enqueue()
}

/**
 * Closes an account for good: the first call proposes it, and that of a second person within seven days closes it. That
 * bans the member: it ends all their sessions and sockets, prevents sign-in, unpublishes their profile and stops the
 * renewal of their plan; a mail gives them the reason. For a closed account it completes the clean-up. Throws what
 * `requireStaffProof` does, `request.not_found`, `members.staff`, `members.second_person` for the first one's second
 * call, and `conflict.changed`, also where `proposal` is not the one that waits.
 */
export async function closeAccount(
  ctx: Ctx,
  userId: string,
  { reason, policy, proposal }: ClosureForm,
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
  if (proposal !== undefined && proposal !== found.closureId) throw new AppError("conflict.changed")
  if (found.closureBy === staff.id) throw new AppError("members.second_person")
  if (!found.closureId) {
    await sanction(ctx, planProposal(ctx, { userId, reason, policy }))
    return { state: "pending" }
  }
  const confirmation = { id: found.closureId, userId, staffId: staff.id }
  const isClosed = queries.isClosedBy(userId, staff.id)
  const banned = bannedId(userId)
  // The member reads the rule and the reasons of the proposal; those of its confirmation go to the audit log.
  const decision = stateReasons(ctx, {
    id: found.closureId,
    userId,
    kind: "close",
    policy: found.closurePolicy ?? policy,
    reason: found.closureReason ?? reason,
    source: found.closureReport === null || found.isOwnReport === 1 ? "staff" : "notice",
    expiresAt: null,
    reportId: found.closureReport,
    staffId: found.closureBy,
    now,
    when: queries.isConfirmable(confirmation, now),
  })
  const { closed, account } = await batch(db, {
    decided: decision.statements,
    closed: queries.confirmClosure(db, confirmation, now),
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

interface NewSanction {
  userId: string
  kind: "warn" | "limit" | "suspend"
  /** Of a limit or suspension. */
  hours: number | null
  policy: PolicySlug
  reason: string
  source?: DecisionSource
  /** The report of the case in which it is given. */
  reportId?: SQL | null
  /** Only if this holds, at its place in the batch. */
  when?: SQL
}

/**
 * Plans a sanction by the actor with its statement of reasons, against a member who may get one (`isAllowed`): `statements` of
 * a batch, in their order, and `deliver`, to be called after it if `sanctioned` changed a row.
 */
export function planSanction(
  ctx: Ctx,
  { userId, kind, hours, policy, reason, source = "staff", reportId = null, when = always }: NewSanction,
) {
  const { db } = ctx
  const now = ctx.now()
  const id = newId(now)
  const staffId = requireUser(ctx).id
  const expiresAt = now + (hours === null ? strikeLifetime : hours * HOUR)
  const isAllowed = allOf(queries.isSanctionable(userId, kind, now), when)
  const decision = stateReasons(ctx, {
    id,
    userId,
    kind,
    policy,
    reason,
    source,
    expiresAt,
    reportId,
    staffId,
    now,
    when: isAllowed,
  })
  const isRecorded = queries.isRecorded(id)
  const row = { id, userId, staffId, reason, reportId, kind, state: "active", expiresAt } as const
  const details = hours === null ? {} : { details: { hours } }
  return {
    userId,
    isAllowed,
    isRecorded,
    statements: {
      expired: queries.endExpired(db, now, userId),
      decided: decision.statements,
      notified: decision.notification,
      sanctioned: queries.insertSanction(db, row, isAllowed, now),
      recorded: auditEntry(ctx, { action: `member.${kind}`, target: target(userId), reason, ...details }),
      paused:
        kind === "suspend"
          ? moveProfile(db, { owner: userId, from: "published", to: "paused", when: isRecorded }, now)
          : null,
    },
    deliver: async (notified: { id: string }[] | null) => {
      decision.deliver(notified)
      if (kind === "suspend") await disconnect(ctx, userId)
    },
  }
}

/** Plans the proposal by the actor to close an account, as `planSanction` does a sanction. */
export function planProposal(
  ctx: Ctx,
  { userId, reason, policy, reportId = null, when = always }: Omit<NewSanction, "kind" | "hours">,
) {
  const { db } = ctx
  const now = ctx.now()
  const id = newId(now)
  const isAllowed = allOf(queries.isSanctionable(userId, "close", now), when)
  const staffId = requireUser(ctx).id
  const row = { id, userId, staffId, reason, policy, reportId, kind: "close", state: "pending" } as const
  return {
    userId,
    isAllowed,
    isRecorded: queries.isRecorded(id),
    statements: {
      expired: queries.endExpired(db, now, userId),
      decided: [],
      notified: null,
      sanctioned: queries.insertSanction(db, { ...row, expiresAt: now + proposalLifetime }, isAllowed, now),
      recorded: auditEntry(ctx, { action: "member.propose_closure", target: target(userId), reason }),
      paused: null,
    },
    deliver: async () => {},
  }
}

interface StatedSanction {
  /** The sanction's. */
  id: string
  userId: string
  kind: queries.SanctionKind
  policy: PolicySlug
  reason: string
  source: DecisionSource
  expiresAt: number | null
  reportId: string | SQL | null
  staffId: string | null
  now: number
  when: SQL
}

const decisionOf = {
  warn: "member_warned",
  limit: "member_limited",
  suspend: "member_suspended",
  close: "member_closed",
} as const

/** Plans the statement of reasons of a sanction that is about to be recorded, or confirmed, under the same id. */
function stateReasons(ctx: Ctx, { kind, policy, reason, expiresAt, when, ...sanction }: StatedSanction) {
  return planDecision(
    ctx,
    {
      ...sanction,
      kind: decisionOf[kind],
      subjectId: sanction.id,
      field: null,
      // A suspension pauses a published profile.
      priorState: kind === "suspend" ? selectProfileState(sanction.userId) : null,
      policy,
      facts: reason,
      isAutomatic: false,
      endsAt: expiresAt,
    },
    when,
  )
}

/** Creates the mail that says that a limit, a suspension or a closure was lifted. */
function noticeOfEnd(ctx: Ctx, userId: string, kind: "limit" | "suspend" | "close", when: SQL) {
  return createMail(ctx, { ...addressOf(userId), template: "sanction-lifted", data: { kind }, when })
}

/** Returns why a member could not be sanctioned. */
export async function refusalOf(ctx: Ctx, userId: string): Promise<AppError> {
  const found = await queries.findMemberState(ctx.db, userId, ctx.now())
  if (!found) return new AppError("request.not_found")
  return new AppError(found.isStaff ? "members.staff" : "conflict.changed")
}
