import { isPermitted, requireOther, requireStaff, requireStaffProof } from "~/domain/core/actor/guards"
import { auditEntry } from "~/domain/core/audit/entries.server"
import type { Ctx } from "~/domain/core/context"
import { AppError } from "~/lib/errors"
import { findIsStaff } from "../impersonation/queries.server"
import { existsUser, selectUserId } from "../queries.server"
import type { MemberSession } from "../schema"
import { toSessions } from "../sessions/own-sessions.server"
import {
  deleteChallengesOf,
  deleteFamilyOfSession,
  deleteSessionsOf,
  selectLiveSessions,
} from "../sessions/queries.server"

/** Returns a member's open sessions for staff who may end them, most recently used first. Throws what `requireStaff` does. */
export async function listMemberSessions(ctx: Ctx, userId: string): Promise<MemberSession[]> {
  requireStaff(ctx, "members.sanction")
  return toSessions(await selectLiveSessions(ctx.db, userId, ctx.now()))
}

/**
 * Ends all sessions and sockets of a member, for staff; `reason` goes to the audit log. Throws what `requireSignOut`
 * does, and `request.not_found`.
 */
export async function signOutMember(ctx: Ctx, userId: string, reason: string | null = null): Promise<void> {
  await requireSignOut(ctx, userId)
  const [found] = await ctx.db.batch([
    selectUserId(ctx.db, userId),
    deleteSessionsOf(ctx.db, userId),
    auditEntry(ctx, { action: "member.sign_out", target: { kind: "member", id: userId }, reason }, existsUser(userId)),
    // Also cancels sign-ins that await their second step.
    deleteChallengesOf(ctx.db, userId),
  ])
  if (found.length === 0) throw new AppError("request.not_found")
  ctx.announceSaved("users", [userId])
  await ctx.live(userId).endSockets({})
}

/**
 * Ends one session of a member on every domain, for staff; `reason` goes to the audit log. Throws what `requireSignOut`
 * does, and `request.not_found`, also for another member's.
 */
export async function endMemberSession(ctx: Ctx, userId: string, id: string, reason: string): Promise<void> {
  await requireSignOut(ctx, userId)
  const [[ended]] = await ctx.db.batch([
    deleteFamilyOfSession(ctx.db, userId, id),
    auditEntry(ctx, {
      action: "member.end_session",
      target: { kind: "member", id: userId },
      reason,
      details: { session: id },
    }),
  ])
  if (!ended) throw new AppError("request.not_found")
  ctx.announceSaved("users", [userId])
  await ctx.live(userId).endSockets({ of: ended.familyId })
}

/**
 * Throws what `requireStaffProof` and `requireOther` do, and `members.staff` for a member of staff, whom only those who
 * may close accounts sign out.
 */
async function requireSignOut(ctx: Ctx, userId: string): Promise<void> {
  const actor = requireStaffProof(ctx, "members.sanction")
  requireOther(actor, userId)
  if (isPermitted(actor, "members.close")) return
  if (await findIsStaff(ctx.db, userId, ctx.now())) throw new AppError("members.staff")
}
