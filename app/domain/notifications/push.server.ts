import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { requireSession, requireUser } from "../actor/guards"
import type { Ctx } from "../context"
import { type Place, placeWhile } from "../shared/lane"
import * as queries from "./queries.server"
import { quietUntil } from "./quiet-hours"
import { toSettings } from "./settings.server"

/**
 * Subscribes this browser to push notifications while it is signed in. Throws `push.off` and `push.unknown_service`.
 */
export async function subscribeToPush(ctx: Ctx, endpoint: string): Promise<void> {
  const { user, session } = requireSession(ctx)
  if (!ctx.push) throw new AppError("push.off")
  if (!ctx.push.isKnownService(endpoint)) throw new AppError("push.unknown_service")
  await ctx.limit("push.subscribe", user.id)
  const row = { id: newId(ctx.now()), userId: user.id, familyId: session.familyId, endpoint }
  await queries.upsertPushSubscription(ctx.db, row, ctx.now())
}

export async function unsubscribeFromPush(ctx: Ctx, endpoint: string): Promise<void> {
  await queries.deletePushSubscription(ctx.db, endpoint, requireUser(ctx).id)
}

const dueAtOnce = 500

/** Enqueues the pushes that waited for the end of quiet hours; runs every five minutes. */
export async function startDuePushes(ctx: Pick<Ctx, "db" | "now" | "push" | "enqueueJob">): Promise<Place> {
  if (!ctx.push) return null
  const claimed = await queries.claimDuePushes(ctx.db, ctx.now(), dueAtOnce)
  for (const notificationId of claimed) ctx.enqueueJob({ kind: "push", notificationId })
  return placeWhile(claimed.length === dueAtOnce)
}

/**
 * Sends a Web Push for an unread notification to the member's browsers: after quiet hours, and at most every ten
 * minutes. Throws a push service's failure.
 */
export async function pushNotification(ctx: Ctx, id: string): Promise<void> {
  const { push } = ctx
  const row = push ? await queries.findNotification(ctx.db, id) : null
  if (!push || !row || row.readAt !== null) return
  const now = ctx.now()
  if (row.pushedAt !== null && now - row.pushedAt < queries.pushInterval) return
  const [[settings], endpoints] = await Promise.all([
    queries.selectSettings(ctx.db, row.userId),
    queries.findEndpoints(ctx.db, row.userId, now),
  ])
  if (endpoints.length === 0) return queries.settlePush(ctx.db, id, null)
  const until = quietUntil(now, toSettings(settings))
  if (until !== null) return queries.postponePush(ctx.db, id, until)
  const results = await Promise.allSettled(
    endpoints.map(async (endpoint) => {
      if ((await push.send(endpoint)) === "gone") await queries.deletePushSubscription(ctx.db, endpoint, row.userId)
    }),
  )
  const failed = results.find((result) => result.status === "rejected")
  if (failed) throw failed.reason
  await queries.settlePush(ctx.db, id, now)
}
