import { and, desc, eq, gt, inArray, ne } from "drizzle-orm"
import { challenges, sessions, users } from "~/db/schema"
import { AppError } from "~/lib/errors"
import type { Ctx } from "../context"
import { newMail } from "../mail/service.server"
import { commonPasswords } from "./common-passwords.server"
import { deviceName } from "./device"
import { passwordProblem } from "./passwords"
import { hashPassword, verifyPassword } from "./passwords.server"
import type { OwnSession, SignedIn } from "./schema"
import { openSession, requireSession } from "./service.server"
import { requireStaffProof } from "./staff.server"

/** The actor's live sessions, last used first; a sign-in that was carried to other domains is one. */
export async function listSessions(ctx: Ctx): Promise<OwnSession[]> {
  const actor = requireSession(ctx)
  return toOwnSessions(await liveSessions(ctx, actor.user.id), actor)
}

/** The query of a user's live sessions, for the batch that reads the settings too. */
export function liveSessions(ctx: Pick<Ctx, "db" | "now">, userId: string) {
  return ctx.db
    .select({
      id: sessions.id,
      familyId: sessions.familyId,
      kind: sessions.kind,
      userAgent: sessions.userAgent,
      country: sessions.country,
      lastUsedAt: sessions.lastUsedAt,
      createdAt: sessions.createdAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, ctx.now())))
    .orderBy(desc(sessions.lastUsedAt))
    .limit(200)
}

export function toOwnSessions(rows: Awaited<ReturnType<typeof liveSessions>>, { session }: SignedIn): OwnSession[] {
  const newestOfFamily = rows.filter(
    (row, index) => rows.findIndex((other) => other.familyId === row.familyId) === index,
  )
  return newestOfFamily.map((row) => ({
    id: row.id,
    kind: row.kind,
    device: deviceName(row.userAgent),
    country: row.country,
    last_used_at: row.lastUsedAt,
    created_at: row.createdAt,
    is_current: row.familyId === session.familyId,
  }))
}

/** Ends one of the actor's sessions, on every domain. Throws `request.not_found` for any other's. */
export async function endSession(ctx: Ctx, id: string): Promise<void> {
  const { user } = requireSession(ctx)
  const family = ctx.db
    .select({ id: sessions.familyId })
    .from(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, user.id)))
  const [ended] = await ctx.db
    .delete(sessions)
    .where(and(eq(sessions.userId, user.id), inArray(sessions.familyId, family)))
    .returning({ familyId: sessions.familyId })
  if (!ended) throw new AppError("request.not_found")
  await ctx.live(user.id).endSockets({ of: ended.familyId })
}

/** Ends every session of the actor but this one. */
export async function endOtherSessions(ctx: Ctx): Promise<void> {
  const actor = requireSession(ctx)
  await deleteOthers(ctx, actor)
  await ctx.live(actor.user.id).endSockets({ but: actor.session.familyId })
}

function deleteOthers(ctx: Ctx, { user, session }: SignedIn) {
  return ctx.db.delete(sessions).where(and(eq(sessions.userId, user.id), ne(sessions.familyId, session.familyId)))
}

/** Signs a member out everywhere, sockets too, for staff. Throws what `requireStaffProof` does, and `request.not_found`. */
export async function signOutMember(ctx: Ctx, userId: string): Promise<void> {
  requireStaffProof(ctx)
  const [found] = await ctx.db.batch([
    ctx.db.select({ id: users.id }).from(users).where(eq(users.id, userId)).limit(1),
    ctx.db.delete(sessions).where(eq(sessions.userId, userId)),
    // Nor may they finish a sign-in that waits for its second step.
    ctx.db.delete(challenges).where(eq(challenges.userId, userId)),
  ])
  if (found.length === 0) throw new AppError("request.not_found")
  await ctx.live(userId).endSockets({})
}

/**
 * Changes the actor's password, ends all their sessions and opens a fresh one; gives its token. Throws `validation.failed` and
 * `rate.limited`.
 */
export async function changePassword(ctx: Ctx, present: string, next: string): Promise<string> {
  const { user, session } = requireSession(ctx)
  await ctx.limit("auth.confirm.account", user.id)
  const [account] = await ctx.db
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, user.id))
    .limit(1)
  if (!(await verifyPassword(present, account?.passwordHash ?? null))) {
    throw new AppError("validation.failed", { fields: { present_password: ["password_wrong"] } })
  }
  const problem = passwordProblem(next, user.email, (plain) => commonPasswords.has(plain))
  if (problem) throw new AppError("validation.failed", { fields: { password: [problem] } })

  const mail = newMail(ctx, { to: user.email, locale: user.locale, template: "password-changed" })
  await ctx.db.batch([
    ctx.db
      .update(users)
      .set({ passwordHash: await hashPassword(next), updatedAt: ctx.now() })
      .where(eq(users.id, user.id)),
    ctx.db.delete(sessions).where(eq(sessions.userId, user.id)),
    // A sign-in that waits for its second step knew the old password.
    ctx.db.delete(challenges).where(eq(challenges.userId, user.id)),
    mail.insert,
  ])
  mail.wake()
  await ctx.live(user.id).endSockets({})
  const { confirmedAt, isStrong, startedAt } = session
  return openSession(ctx, user.id, session.kind, { confirmedAt, isStrong, startedAt, isAnnounced: true })
}
