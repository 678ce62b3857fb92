import type { Ctx } from "../../context"
import { syncCheck } from "../../identity/sync.server"
import { isPaymentError, type PaymentProvider } from "../../ports/payments"
import { type Place, placeAfter, readTimePlace, timePlace } from "../../shared/lane"
import * as queries from "./event-queries.server"
import { syncCustomer } from "./sync.server"

/**
 * Stores a webhook's event, once, and enqueues its processing; the same event again changes nothing. Returns false for
 * a forged or stale signature.
 */
export async function receiveEvent(
  ctx: Ctx,
  payments: Pick<PaymentProvider, "parseWebhook" | "isLive">,
  body: string,
  signature: string,
): Promise<boolean> {
  try {
    const event = await payments.parseWebhook(body, signature)
    // One endpoint may be sent both modes' events by mistake: the other mode's objects are unknown here.
    if (event.isLive !== payments.isLive) return true
    const sessionRef = sessionOf(ctx, body)
    if (await queries.insertEvent(ctx.db, event, { payload: body, source: "webhook", sessionRef }, ctx.now()))
      ctx.enqueueJob({ kind: "payment_event", eventId: event.id })
    return true
  } catch (error) {
    if (isPaymentError(error) && error.problem === "refused") return false
    throw error
  }
}

/** Returns the identity check that an authenticated event is about. */
export function sessionOf(ctx: Pick<Ctx, "identity">, payload: string): string | null {
  return ctx.identity?.parseEvent(payload)?.ref ?? null
}

/**
 * Processes a stored event: whatever it says, it is a hint that its customer's copy is old. Throws what failed, to be
 * tried again. Returns how many subscriptions the customer has that can be paid; null: the event changed nothing.
 */
export async function processEvent(ctx: Ctx, eventId: string): Promise<number | null> {
  const event = await queries.findEvent(ctx.db, eventId)
  if (event?.state !== "received" || !ctx.payments) return null
  try {
    const live = event.stripeCustomer
      ? await syncCustomer(ctx, ctx.payments, event.stripeCustomer, event.seenVersion)
      : null
    const isCheck = event.sessionRef !== null && (await syncCheck(ctx, event.sessionRef))
    const state = live === null && !isCheck ? "ignored" : "processed"
    await queries.updateEvent(ctx.db, eventId, { state, error: null }, ctx.now())
    return live
  } catch (error) {
    const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    await queries.updateEvent(ctx.db, eventId, { state: "received", error: text.slice(0, 300) }, ctx.now())
    throw error
  }
}

/** Events wait this long (ms) for their job before the cron enqueues them again. */
const patience = 60_000
const atOnce = 500

/** Enqueues stored events whose jobs were lost. */
export async function requeueEvents(ctx: Ctx, place: Place = null): Promise<Place> {
  const waiting = await queries.findWaiting(ctx.db, ctx.now() - patience, readTimePlace(place), atOnce)
  for (const { id: eventId } of waiting) ctx.enqueueJob({ kind: "payment_event", eventId })
  return placeAfter(waiting, atOnce, timePlace)
}
