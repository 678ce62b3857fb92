import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { requireSession, requireUser } from "../core/actor/guards"
import type { Ctx } from "../core/context"
import type { Push } from "../core/ports/push"
import { type Place, placeWhile } from "../core/shared/lane"
import { pushInterval } from "./policy"
import * as queries from "./queries.server"
import { postponedUntil } from "./quiet-hours"
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

/** A notification to push, and what happens to its push where it is kept. */
interface PushSource {
  userId: string
  /** The last push since it became unread, epoch ms. */
  pushedAt: number | null
  /** Records that it is pushed now (epoch ms); false if another job did so within the interval. */
  claim(now: number): Promise<boolean>
  /** Postpones it to the end of quiet hours (epoch ms), or gives it up (null). */
  postpone(until: number | null): Promise<void>
}

/** Sends a Web Push for a notification of the database. Throws while it may be retried. */
export async function pushNotification(ctx: Ctx, id: string): Promise<void> {
  const row = ctx.push ? await queries.findNotification(ctx.db, id) : null
  if (!row || row.readAt !== null) return
  await pushFrom(ctx, {
    userId: row.userId,
    pushedAt: row.pushedAt,
    claim: (now) => queries.claimPush(ctx.db, id, now),
    postpone: (until) => (until === null ? queries.settlePush(ctx.db, id) : queries.postponePush(ctx.db, id, until)),
  })
}

/** Sends a Web Push for a notification of a member's inbox. Throws while it may be retried. */
export async function pushChatNotification(ctx: Ctx, userId: string, id: string): Promise<void> {
  const inbox = ctx.live(userId)
  const found = await inbox.findNotification(id)
  if (!found || found.readAt !== null) return
  if (!ctx.push) return inbox.postponePush(id, null)
  await pushFrom(ctx, {
    userId,
    pushedAt: found.pushedAt,
    claim: (now) => inbox.claimPush(id, now),
    postpone: (until) => inbox.postponePush(id, until),
  })
}

/**
 * Pushes to the member's browsers: after quiet hours, and at most every ten minutes. Each endpoint is settled by itself:
 * run again, the job repeats the push only to those that failed.
 */
async function pushFrom(ctx: Ctx, { userId, pushedAt, claim, postpone }: PushSource): Promise<void> {
  const { push } = ctx
  if (!push) return
  const now = ctx.now()
  const isPushed = pushedAt !== null && now - pushedAt < pushInterval
  const [[settings], endpoints] = await Promise.all([
    queries.selectSettings(ctx.db, userId),
    queries.findEndpoints(ctx.db, userId, now, isPushed ? pushedAt : null),
  ])
  if (endpoints.length === 0) return isPushed ? undefined : postpone(null)
  const until = postponedUntil(now, { userId, settings: toSettings(settings) })
  // Postponed, the push would be repeated to the browsers that have had it.
  if (until !== null) return isPushed ? undefined : postpone(until)
  // Before the first one is sent: what interrupts this job must not repeat it to all of them.
  if (!isPushed && !(await claim(now))) return
  const results = await Promise.all(
    endpoints.map(async ({ endpoint, failures }) => ({ endpoint, failures, ...(await sendTo(push, endpoint)) })),
  )
  const endpointsOf = (outcome: Outcome["outcome"]) =>
    results.filter((result) => result.outcome === outcome).map(({ endpoint }) => endpoint)
  for (const endpoint of endpointsOf("gone")) await queries.deletePushSubscription(ctx.db, endpoint, userId)
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
