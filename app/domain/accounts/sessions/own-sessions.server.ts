import type { SignedIn } from "~/domain/core/actor/actor"
import { requireSession } from "~/domain/core/actor/guards"
import type { Ctx } from "~/domain/core/context"
import { AppError } from "~/lib/errors"
import type { MemberSession, OwnSession } from "../schema"
import { deviceName } from "./device"
import * as queries from "./queries.server"
import { deleteOtherSessions } from "./queries.server"

/** Returns the actor's active sessions, most recently used first; a sign-in carried to other domains counts as one. */
export async function listSessions(ctx: Ctx): Promise<OwnSession[]> {
  const actor = requireSession(ctx)
  return toOwnSessions(await queries.selectLiveSessions(ctx.db, actor.user.id, ctx.now()), actor)
}

function toOwnSessions(rows: queries.LiveSession[], { session }: SignedIn): OwnSession[] {
  return newestOfFamilies(rows).map((row) => ({ ...toSession(row), is_current: row.familyId === session.familyId }))
}

export function toSessions(rows: queries.LiveSession[]): MemberSession[] {
  return newestOfFamilies(rows).map(toSession)
}

function newestOfFamilies(rows: queries.LiveSession[]): queries.LiveSession[] {
  return rows.filter((row, index) => rows.findIndex((other) => other.familyId === row.familyId) === index)
}

function toSession({ id, kind, userAgent, country, lastUsedAt, createdAt }: queries.LiveSession): MemberSession {
  return { id, kind, device: deviceName(userAgent), country, last_used_at: lastUsedAt, created_at: createdAt }
}

/** Ends one of the actor's sessions, on every domain. Throws `request.not_found`, also for another user's. */
export async function endSession(ctx: Ctx, id: string): Promise<void> {
  const { user } = requireSession(ctx)
  const [ended] = await queries.deleteFamilyOfSession(ctx.db, user.id, id)
  if (!ended) throw new AppError("request.not_found")
  await ctx.live(user.id).endSockets({ of: ended.familyId })
}

/** Ends every session of the actor except this one. */
export async function endOtherSessions(ctx: Ctx): Promise<void> {
  const { user, session } = requireSession(ctx)
  await deleteOtherSessions(ctx.db, user.id, session.familyId)
  await ctx.live(user.id).endSockets({ but: session.familyId })
}
