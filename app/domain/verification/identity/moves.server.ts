import type { SQL } from "drizzle-orm"
import type { BatchItem } from "drizzle-orm/batch"
import type { CheckStatus, checkActions } from "~/db/schema/profiles/identity"
import { allOf, always } from "~/db/statements/conditions"
import { newId } from "~/lib/id"
import { auditEntry } from "../../core/audit/entries.server"
import type { Ctx } from "../../core/context"
import { findColors } from "../../media/service.server"
import { summarizeMedia } from "../../media/summary-queries.server"
import { setVerified } from "../../profiles/queries.server"
import { moveOwnProfile } from "../../profiles/state-queries.server"
import { planWithdrawal } from "../consent/decisions.server"
import { forgetHolder, liftBar } from "./document-queries.server"
import { refusedStates } from "./policy"
import * as queries from "./queries.server"
import { type Subject, subjectOf } from "./schema"

/** An act of staff on a check, with its reason. */
export interface StaffAct {
  id: string
  kind: (typeof checkActions)[number]
  reason: string
  staffId: string
}

/** Returns the entry of an act in the audit log, for right after the move of its check. */
export function audited(ctx: Ctx, { id, kind, reason }: StaffAct) {
  return auditEntry(ctx, { action: `identity.${kind}`, target: { kind: "identity_check", id }, reason })
}

/** Returns the statement that records an act of staff, if `when` holds. */
export function record(ctx: Ctx, { id: checkId, ...act }: StaffAct, when: SQL) {
  const createdAt = ctx.now()
  return queries.insertAction(ctx.db, { id: newId(createdAt), checkId, ...act, createdAt }, when)
}

interface Move {
  from: readonly CheckStatus[]
  to: "revoked" | "expired"
  when: SQL
}

/**
 * Plans a move of a check by staff if `when` holds: `before`, `moved`, `audited` and `follow` are to run in this order. A person depicted
 * whose check is revoked agrees to nothing any more, which is a decision about their pictures' owner (trust-safety R7).
 */
async function planMove(ctx: Ctx, subject: Subject, act: StaffAct, { from, to, when }: Move) {
  const { db } = ctx
  const now = ctx.now()
  const { id, kind, staffId } = act
  const isRevoked = kind === "revoke"
  const isMoved = queries.isMovedNow(id, to, now)
  const hasPaused = isRevoked && "userId" in subject ? { hasPaused: queries.isPublished(subject.userId) } : {}
  // Neither a reopened check nor those before it name the person, so that the right one may follow, also under a new name.
  const forgotten = isRevoked ? {} : { personHash: null, over18: null, documentMonth: null }
  const change = { status: to, reason: "staff" as const, ...forgotten, ...hasPaused }
  const mayMove = allOf(queries.isIn(id, from), when)
  const profile = "personId" in subject ? await queries.findProfileOf(db, subject) : null
  const withdrawal =
    isRevoked && "personId" in subject && profile
      ? planWithdrawal(
          ctx,
          { personId: subject.personId, mediaId: null, ownerId: profile.ownerId, reportId: null, staffId, now },
          mayMove,
        )
      : null
  const follow: BatchItem<"sqlite">[] = [record(ctx, act, isMoved)]
  if ("userId" in subject) {
    const [shown, hidden] = isRevoked ? (["published", "paused"] as const) : (["rejected", "withdrawn"] as const)
    const move = { ownerId: subject.userId, from: [shown], to: hidden, when: isMoved }
    follow.push(setVerified(db, subject.userId, null, isMoved), moveOwnProfile(db, move, now))
  }
  // The consents of a person depicted may be withdrawn.
  if (profile) follow.push(summarizeMedia(db, profile.id, await findColors(ctx, profile.id), now))
  return {
    isMoved,
    before: isRevoked ? (withdrawal?.statements ?? []) : [liftBar(db, id, mayMove), forgetHolder(db, subject, mayMove)],
    moved: queries.moveCheck(db, id, { ...change, from, when }, now),
    audited: audited(ctx, act),
    follow,
    deliver: () => withdrawal?.deliver(null),
  }
}

export type PlannedMove = Awaited<ReturnType<typeof planMove>>

/** Plans the end of a verified check. */
export function planRevocation(ctx: Ctx, subject: Subject, act: Omit<StaffAct, "kind">) {
  return planMove(ctx, subject, { ...act, kind: "revoke" }, { from: ["verified"], to: "revoked", when: always })
}

/** Plans that the subject of a refused check may be checked again, if `when` holds: also with a document that it kept out as a minor's. */
export function planReopening(ctx: Ctx, subject: Subject, act: Omit<StaffAct, "kind">, when: SQL = always) {
  return planMove(ctx, subject, { ...act, kind: "reopen" }, { from: refusedStates, to: "expired", when })
}

/** Returns the statements that reopen a refused check if `when` holds: those of an appeal; none for one whose subject is erased. */
export async function reopenRefused(ctx: Ctx, act: Omit<StaffAct, "kind">, when: SQL): Promise<BatchItem<"sqlite">[]> {
  const row = await queries.findCheck(ctx.db, { id: act.id })
  const subject = row && subjectOf(row)
  if (!subject) return []
  const { before, moved, audited: entry, follow } = await planReopening(ctx, subject, act, when)
  return [...before, moved, entry, ...follow]
}
