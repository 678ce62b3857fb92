import type { SignedIn } from "~/domain/actor/actor"
import { requireSession } from "~/domain/actor/guards"
import type { Ctx } from "~/domain/context"
import { AppError } from "~/lib/errors"
import { deleteOtherSessions } from "../queries.server"
import type { OwnSession } from "../schema"
import { deviceName } from "./device"
import * as queries from "./queries.server"

/** Returns the actor's active sessions, most recently used first; a sign-in carried to other domains counts as one. */
export async function listSessions(ctx: Ctx): Promise<OwnSession[]> {
  const actor = requireSession(ctx)
  return toOwnSessions(await queries.selectLiveSessions(ctx.db, actor.user.id, ctx.now()), actor)
}

export function toOwnSessions(rows: queries.LiveSession[], { session }: SignedIn): OwnSession[] {
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
  const ended = await queries.deleteFamilyOfSession(ctx.db, user.id, id)
  if (ended === null) throw new AppError("request.not_found")
  await ctx.live(user.id).endSockets({ of: ended })
}

/** Ends every session of the actor except this one. */
export async function endOtherSessions(ctx: Ctx): Promise<void> {
  const { user, session } = requireSession(ctx)
  await deleteOtherSessions(ctx.db, user.id, session.familyId)
  await ctx.live(user.id).endSockets({ but: session.familyId })
}
