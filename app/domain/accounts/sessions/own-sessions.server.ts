import { and, desc, eq, gt, inArray, ne } from "drizzle-orm"
import { sessions } from "~/db/schema"
import type { SignedIn } from "~/domain/actor/actor"
import { requireSession } from "~/domain/actor/guards"
import type { Ctx } from "~/domain/context"
import { AppError } from "~/lib/errors"
import type { OwnSession } from "../schema"
import { deviceName } from "./device"

/** Returns the actor's active sessions, most recently used first; a sign-in carried to other domains counts as one. */
export async function listSessions(ctx: Ctx): Promise<OwnSession[]> {
  const actor = requireSession(ctx)
  return toOwnSessions(await liveSessions(ctx, actor.user.id), actor)
}

/** Query for a user's active sessions; the settings page runs it in its own batch. */
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

/** Ends one of the actor's sessions, on every domain. Throws `request.not_found`, also for another user's. */
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

/** Ends every session of the actor except this one. */
export async function endOtherSessions(ctx: Ctx): Promise<void> {
  const actor = requireSession(ctx)
  await deleteOthers(ctx, actor)
  await ctx.live(actor.user.id).endSockets({ but: actor.session.familyId })
}

function deleteOthers(ctx: Ctx, { user, session }: SignedIn) {
  return ctx.db.delete(sessions).where(and(eq(sessions.userId, user.id), ne(sessions.familyId, session.familyId)))
}
