import { eq } from "drizzle-orm"
import { challenges, sessions, users } from "~/db/schema"
import { requireStaffProof } from "~/domain/actor/guards"
import type { Ctx } from "~/domain/context"
import { AppError } from "~/lib/errors"

/**
 * Ends all sessions and sockets of a member, for staff. Throws what `requireStaffProof` does, and `request.not_found`.
 */
export async function signOutMember(ctx: Ctx, userId: string): Promise<void> {
  requireStaffProof(ctx)
  const [found] = await ctx.db.batch([
    ctx.db.select({ id: users.id }).from(users).where(eq(users.id, userId)).limit(1),
    ctx.db.delete(sessions).where(eq(sessions.userId, userId)),
    // Also cancels sign-ins that await their second step.
    ctx.db.delete(challenges).where(eq(challenges.userId, userId)),
  ])
  if (found.length === 0) throw new AppError("request.not_found")
  await ctx.live(userId).endSockets({})
}
