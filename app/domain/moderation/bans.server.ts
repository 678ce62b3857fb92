import { AppError } from "~/lib/errors"
import { existsUser, selectUserId } from "../accounts/queries.server"
import type { BanForm } from "../accounts/schema"
import { banAccount, revokeAccess, unbanAccount } from "../accounts/staff/queries.server"
import { requireStaffProof } from "../actor/guards"
import { auditEntry } from "../audit/entries.server"
import { closeConversations } from "../chat/live.server"
import type { Ctx } from "../context"
import { moveProfile, publishedAgain } from "../profiles/queries.server"
import { bannedId, isBanned, selectBan } from "./queries.server"

/**
 * Bans a member, for staff: ends all their sessions and sockets, prevents sign-in, unpublishes their profile and stops
 * the renewal of their plan.
 * Idempotent: a retry keeps the first reason and completes the clean-up. Throws what `requireStaffProof` does,
 * `request.not_found`, and `members.staff`.
 */
export async function banMember(ctx: Ctx, userId: string, { reason }: BanForm): Promise<void> {
  const { user: staff } = requireStaffProof(ctx, "members.close")
  const { db } = ctx
  const now = ctx.now()
  // Null if the first statement banned nobody and no ban existed.
  const banned = bannedId(userId)
  const [, , [account]] = await db.batch([
    banAccount(db, userId, { staffId: staff.id, reason }, now),
    auditEntry(ctx, { action: "member.ban", target: { kind: "member", id: userId }, reason }, isBanned(userId)),
    selectBan(db, userId),
    ...revokeAccess(db, banned),
    moveProfile(db, { owner: banned, from: "published", to: "banned" }, now),
  ])
  if (!account) throw new AppError("request.not_found")
  if (account.bannedAt === null) throw new AppError("members.staff")
  // Nobody pays for what they cannot enter.
  if (account.hasPlan) ctx.enqueueJob({ kind: "renewal_stop", userId })
  await ctx.live(userId).endSockets({})
  await closeConversations(ctx, userId)
}

/**
 * Lifts a member's ban, for staff, and republishes their profile if the ban unpublished it and nothing is missing; else
 * it is paused. `reason` goes to the audit log. Throws what `requireStaffProof` does, and `request.not_found`.
 */
export async function liftBan(ctx: Ctx, userId: string, reason: string | null = null): Promise<void> {
  requireStaffProof(ctx, "members.close")
  const { db } = ctx
  const [found] = await db.batch([
    selectUserId(db, userId),
    unbanAccount(db, userId, ctx.now()),
    auditEntry(ctx, { action: "member.unban", target: { kind: "member", id: userId }, reason }, existsUser(userId)),
    moveProfile(db, { owner: userId, from: "banned", to: publishedAgain }, ctx.now()),
  ])
  if (found.length === 0) throw new AppError("request.not_found")
}
