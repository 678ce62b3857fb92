import { HOUR, MINUTE } from "~/lib/time"
import type { Ctx } from "../../core/context"
import { isPaymentError, type PaymentEvent, type PaymentProvider } from "../../core/ports/payments"
import { type Place, placeWhile } from "../../core/shared/lane"
import { syncCheck } from "../../verification/identity/sync.server"
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
    // An endpoint may be sent both modes' events by mistake: the other mode's objects are unknown here.
    if (event.isLive !== payments.isLive) return true
    await storeEvent(ctx, event, { payload: body, source: "webhook" })
    return true
  } catch (error) {
    if (isPaymentError(error) && error.problem === "refused") return false
    throw error
  }
}

/** Stores an event and enqueues its processing; false if it was stored before. */
export async function storeEvent(
  ctx: Ctx,
  event: PaymentEvent,
  { payload, source }: { payload: string; source: queries.EventRow["source"] },
): Promise<boolean> {
  const now = ctx.now()
  const stored = { payload: withoutFingerprints(payload), source, sessionRef: sessionOf(ctx, payload) }
  if (!(await queries.insertEvent(ctx.db, event, stored, { now, nextTryAt: now + patience }))) return false
  ctx.enqueueJob({ kind: "payment_event", eventId: event.id })
  return true
}

/** Removes the fingerprints of cards from an event: nothing here needs more of them than a keyed hash. */
function withoutFingerprints(payload: string): string {
  return JSON.stringify(JSON.parse(payload, (key, value) => (key === "fingerprint" ? undefined : value)))
}

/** Returns the identity check that an authenticated event is about. */
export function sessionOf(ctx: Pick<Ctx, "identity">, payload: string): string | null {
  return ctx.identity?.parseEvent(payload)?.ref ?? null
}

/** How long (ms) the cron leaves an event to its job, which may be lost. */
const patience = 60_000
/** Attempts of an event, over three days, before it is left to finance. */
export const maxAttempts = 20
/** The longest wait (ms) between two attempts. */
const maxWait = 6 * HOUR
/** Returns how long (ms) an event waits after an attempt: twice as long each time. The first retry is the queue's own. */
const waitAfter = (attempts: number) => (attempts === 0 ? 0 : Math.min(50_000 * 2 ** (attempts - 1), maxWait))

/**
 * Processes a stored event: whatever it says, it is a hint that its customer's copy is old. Throws what failed; the
 * event is due again later each time, and failed for good after `maxAttempts`. Returns how many subscriptions the
 * customer has that can be paid; null: the event changed nothing, or is not due.
 */
export async function processEvent(ctx: Ctx, eventId: string): Promise<number | null> {
  const event = await queries.findEvent(ctx.db, eventId)
  if (event?.state !== "received" || !ctx.payments) return null
  if (event.updatedAt + waitAfter(event.attempts) > ctx.now()) return null
  const { payments } = ctx
  let customer = event.stripeCustomer
  try {
    if (!customer && event.chargeRef) customer = await payments.readPayer(event.chargeRef)
    const live = customer ? await syncCustomer(ctx, payments, customer, event.seenVersion) : null
    const isCheck = event.sessionRef !== null && (await syncCheck(ctx, event.sessionRef))
    const state = live === null && !isCheck ? "ignored" : "processed"
    await queries.updateEvent(ctx.db, eventId, { state, error: null, customer }, ctx.now())
    return live
  } catch (error) {
    const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    const attempts = event.attempts + 1
    const isDead = attempts >= maxAttempts
    const now = ctx.now()
    const nextTryAt = now + waitAfter(attempts)
    const state = isDead ? "failed" : "received"
    await queries.updateEvent(ctx.db, eventId, { state, error: text.slice(0, 300), nextTryAt, customer }, now)
    if (!isDead) throw error
    ctx.logError("payment_event.dead", error, { eventId, attempts })
    return null
  }
}

/** Events taken in one statement. */
const atOnce = 100
/** How long (ms) the jobs that a run enqueues may wait in the queue. */
const queueTime = 15 * MINUTE

/** Enqueues events that are due: their job was lost, or they failed a while ago. */
export async function requeueEvents(ctx: Ctx): Promise<Place> {
  const now = ctx.now()
  const due = await queries.takeDue(ctx.db, now, now + queueTime, atOnce)
  for (const eventId of due) ctx.enqueueJob({ kind: "payment_event", eventId })
  return placeWhile(due.length === atOnce)
}
