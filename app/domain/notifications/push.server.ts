import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { requireSession, requireUser } from "../core/actor/guards"
import type { Ctx } from "../core/context"
import type { Push } from "../core/ports/push"
import { type Place, placeWhile } from "../core/shared/lane"
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
 * minutes. Each endpoint is settled by itself: run again, the job repeats the push only to those that failed. Throws
 * while one of them may be retried.
 */
export async function pushNotification(ctx: Ctx, id: string): Promise<void> {
  const { push } = ctx
  const row = push ? await queries.findNotification(ctx.db, id) : null
  if (!push || !row || row.readAt !== null) return
  const now = ctx.now()
  const isPushed = row.pushedAt !== null && now - row.pushedAt < queries.pushInterval
  const [[settings], endpoints] = await Promise.all([
    queries.selectSettings(ctx.db, row.userId),
    queries.findEndpoints(ctx.db, row.userId, now, isPushed ? row.pushedAt : null),
  ])
  if (endpoints.length === 0) {
    if (!isPushed) await queries.settlePush(ctx.db, id)
    return
  }
  const until = quietUntil(now, toSettings(settings))
  // Postponed, the push would be repeated to the browsers that have had it.
  if (until !== null) return isPushed ? undefined : queries.postponePush(ctx.db, id, until)
  // Before the first one is sent: what interrupts this job must not repeat it to all of them.
  if (!isPushed && !(await queries.claimPush(ctx.db, id, now))) return
  const results = await Promise.all(
    endpoints.map(async ({ endpoint, failures }) => ({ endpoint, failures, ...(await sendTo(push, endpoint)) })),
  )
  const endpointsOf = (outcome: Outcome["outcome"]) =>
    results.filter((result) => result.outcome === outcome).map(({ endpoint }) => endpoint)
  for (const endpoint of endpointsOf("gone")) await queries.deletePushSubscription(ctx.db, endpoint, row.userId)
  const failed = results.filter(({ outcome }) => outcome === "failed")
  const recovered = results.filter(({ outcome, failures }) => outcome === "sent" && failures > 0)
  if (failed.length + recovered.length === 0) return
  const settled = { failed: endpointsOf("failed"), recovered: recovered.map(({ endpoint }) => endpoint) }
  await queries.settleEndpoints(ctx.db, settled, now)
  const retried = failed.find(({ failures }) => failures < queries.maxRetries)
  if (retried) throw retried.error
}

type Outcome = { outcome: "sent" | "gone"; error?: never } | { outcome: "failed"; error: unknown }

/** Sends a push to one endpoint. One that no service would accept any more, such as with a password, is gone. */
async function sendTo(push: Push, endpoint: string): Promise<Outcome> {
  if (!push.isKnownService(endpoint)) return { outcome: "gone" }
  try {
    return { outcome: await push.send(endpoint) }
  } catch (error) {
    return { outcome: "failed", error }
  }
}
