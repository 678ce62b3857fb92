import { requireStaffProof } from "~/domain/actor/guards"
import { auditEntry } from "~/domain/audit/entries.server"
import type { Ctx } from "~/domain/context"
import { AppError } from "~/lib/errors"
import { deleteChallengesOf, deleteSessionsOf, existsUser, selectUserId } from "../queries.server"

/**
 * Ends all sessions and sockets of a member, for staff; `reason` goes to the audit log. Throws what `requireStaffProof` does, and `request.not_found`.
 */
export async function signOutMember(ctx: Ctx, userId: string, reason: string | null = null): Promise<void> {
  requireStaffProof(ctx, "members.sanction")
  const [found] = await ctx.db.batch([
    selectUserId(ctx.db, userId),
    deleteSessionsOf(ctx.db, userId),
    auditEntry(ctx, { action: "member.sign_out", target: { kind: "member", id: userId }, reason }, existsUser(userId)),
    // Also cancels sign-ins that await their second step.
    deleteChallengesOf(ctx.db, userId),
  ])
  if (found.length === 0) throw new AppError("request.not_found")
  await ctx.live(userId).endSockets({})
}
