import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm"
import { challenges, emailChanges, emailTokens, profiles, sessions, users } from "~/db/schema"
import { AppError } from "~/lib/errors"
import { deleteTokensOf } from "../accounts/email-change/change.server"
import type { BanForm } from "../accounts/schema"
import { requireStaffProof } from "../actor/guards"
import { closeConversations } from "../chat/live.server"
import type { Ctx } from "../context"

/**
 * Bans a member, for staff: ends all their sessions and sockets, prevents sign-in and unpublishes their profile.
 * Idempotent: a retry keeps the first reason and completes the clean-up. Throws what `requireStaffProof` does,
 * `request.not_found`, and `members.staff`.
 */
export async function banMember(ctx: Ctx, userId: string, { reason }: BanForm): Promise<void> {
  const { user: staff } = requireStaffProof(ctx)
  const { db } = ctx
  const now = ctx.now()
  const isStaff = sql`EXISTS (SELECT 1 FROM user_groups AS m JOIN "groups" AS g ON g.id = m.group_id
    WHERE m.user_id = ${userId} AND g.root = 1)`
  // Null if the first statement banned nobody and no ban existed.
  const banned = sql`(SELECT id FROM users WHERE id = ${userId} AND banned_at IS NOT NULL)`
  const [, [account]] = await db.batch([
    db
      .update(users)
      .set({ bannedAt: now, bannedBy: staff.id, banReason: reason, updatedAt: now })
      .where(and(eq(users.id, userId), isNull(users.bannedAt), sql`NOT ${isStaff}`)),
    db.select({ bannedAt: users.bannedAt }).from(users).where(eq(users.id, userId)).limit(1),
    db.delete(sessions).where(eq(sessions.userId, banned)),
    // Also cancels sign-ins that await their second step, and mailed links.
    db.delete(challenges).where(eq(challenges.userId, banned)),
    db.delete(emailTokens).where(and(eq(emailTokens.purpose, "reset"), eq(emailTokens.subjectId, banned))),
    deleteTokensOf(ctx, banned),
    db.delete(emailChanges).where(eq(emailChanges.userId, banned)),
    moveProfile(ctx, banned, "published", "banned"),
  ])
  if (!account) throw new AppError("request.not_found")
  if (account.bannedAt === null) throw new AppError("members.staff")
  await ctx.live(userId).endSockets({})
  await closeConversations(ctx, userId)
}

/**
 * Lifts a member's ban, for staff, and republishes their profile if the ban unpublished it. Throws what
 * `requireStaffProof` does, and `request.not_found`.
 */
export async function liftBan(ctx: Ctx, userId: string): Promise<void> {
  requireStaffProof(ctx)
  const { db } = ctx
  const [found] = await db.batch([
    db.select({ id: users.id }).from(users).where(eq(users.id, userId)).limit(1),
    db
      .update(users)
      .set({ bannedAt: null, bannedBy: null, banReason: null, updatedAt: ctx.now() })
      .where(and(eq(users.id, userId), isNotNull(users.bannedAt))),
    moveProfile(ctx, userId, "banned", "published"),
  ])
  if (found.length === 0) throw new AppError("request.not_found")
}

type State = (typeof profiles.$inferSelect)["state"]

function moveProfile({ db, now }: Ctx, owner: string | SQL, from: State, to: State) {
  return db
    .update(profiles)
    .set({ state: to, version: sql`${profiles.version} + 1`, updatedAt: now() })
    .where(and(eq(profiles.ownerId, owner), eq(profiles.state, from)))
}
