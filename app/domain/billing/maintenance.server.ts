import { hasMore } from "~/db/statements/delete-at-most"
import { DAY, HOUR } from "~/lib/time"
import { publish } from "../chat/live.server"
import type { Ctx } from "../core/context"
import { isPaymentError, type PaymentEvent } from "../core/ports/payments"
import { forEachItem, type Place, placeAfter, placeWhile, readTimePlace, timePlace } from "../core/shared/lane"
import { createMail } from "../mail/outbox.server"
import { createNotification } from "../notifications/service.server"
import { findLiveCustomer } from "./membership.server"
import * as queries from "./notices/notice-queries.server"
import { endLapsedGrants, findStale } from "./queries.server"
import { findUnpaid } from "./returns/issue-queries.server"
import { expireRequests } from "./staff/request-queries.server"
import { deleteEventsBefore, deletePayloadsBefore, findKnown } from "./sync/event-queries.server"
import { sessionOf, storeEvent } from "./sync/events.server"
import { syncCustomer } from "./sync/sync.server"
import { deleteReservationsBefore, deleteTrialUsesBefore } from "./trial-queries.server"

/** Retention of events, of their payloads, which name people, and of the marks of trials (privacy page). */
const eventRetention = 90 * DAY
const payloadRetention = 7 * DAY
const trialRetention = 3 * 365 * DAY
/** How long before a renewal it is announced: a month's or a quarter's, a year's, and a trial's end. */
const noticeTimes = { month: 3 * DAY, year: 15 * DAY, trial: 2 * DAY }
/** How long before a renewal (ms) it is stopped for members who are banned or leave: two nights. */
const stoppedBefore = 2 * DAY
/** The nightly reconciliation reads events since this long ago (ms): two nights, should one fail. */
const reconciledSpan = 2 * DAY
const atOnce = 100

/** Ends the access whose time is over, trials and gifts, and the requests of staff that nobody confirmed in time. */
export async function sweepGrants(ctx: Ctx): Promise<Place> {
  await expireRequests(ctx.db, ctx.now())
  const ended = await endLapsedGrants(ctx.db, ctx.now(), atOnce)
  for (const userId of new Set(ended)) await publish(ctx, userId, { type: "billing" })
  return placeWhile(ended.length === atOnce)
}

/** Enqueues the stops of renewals that are near and unwanted: their jobs may have been lost while the provider was down for long. */
export async function requeueRenewalStops(ctx: Ctx, place: Place = null): Promise<Place> {
  const now = ctx.now()
  const due = await queries.findUnwantedRenewals(ctx.db, {
    now,
    before: now + stoppedBefore,
    after: readTimePlace(place),
    limit: atOnce,
  })
  for (const { user_id: userId } of due) ctx.enqueueJob({ kind: "renewal_stop", userId })
  return placeAfter(due, atOnce, timePlace)
}

/** Enqueues the stops of plans that go on though the bank took the money of their running period back. */
export async function requeueUnpaidStops(ctx: Ctx, place: Place = null): Promise<Place> {
  const unpaid = await findUnpaid(ctx.db, ctx.now(), place ?? "", atOnce)
  for (const userId of unpaid) ctx.enqueueJob({ kind: "renewal_stop", userId })
  return placeAfter(unpaid, atOnce, (userId) => userId)
}

/** Announces the renewals that are near, by a notification and a mail (product-spec 6). */
export async function sendRenewalNotices(ctx: Ctx, place: Place = null): Promise<Place> {
  const now = ctx.now()
  const found = await queries.findToAnnounce(ctx.db, {
    now,
    times: noticeTimes,
    after: readTimePlace(place),
    limit: atOnce,
  })
  await forEachItem(
    ctx,
    found,
    ({ stripe_id }) => stripe_id,
    (due) =>
      sendNotice(ctx, due, {
        subject: `plan:${due.stripe_id}`,
        state: due.stripe_status === "trialing" ? "trial_ending" : "renewing",
        when: queries.isUnannounced(due.stripe_id, due.period_ends_at),
        last: queries.markAnnounced(ctx.db, due.stripe_id, due.period_ends_at),
      }),
  )
  return placeAfter(found, atOnce, ({ period_ends_at: at, stripe_id: id }) => timePlace({ at, id }))
}

/** Announces cards that expire before they are charged again. */
export async function sendCardNotices(ctx: Ctx, place: Place = null): Promise<Place> {
  const next = new Date(ctx.now() + 30 * DAY)
  const expiry = { year: next.getUTCFullYear(), month: next.getUTCMonth() + 1 }
  const found = await queries.findExpiringCards(ctx.db, expiry, place ?? "", atOnce)
  await forEachItem(
    ctx,
    found,
    ({ user_id }) => user_id,
    (due) => {
      const noticed = `${due.year}-${due.month}`
      return sendNotice(ctx, due, {
        subject: "plan:card",
        state: "card_expiring",
        when: queries.isCardUnnoticed(due.user_id, noticed),
        last: queries.markCardNoticed(ctx.db, due.user_id, noticed, ctx.now()),
      })
    },
  )
  return placeAfter(found, atOnce, ({ user_id }) => user_id)
}

/** Deletes payment events, their payloads and the marks of trials past their retention, and reservations of trials that are over. */
export async function sweepBilling(ctx: Pick<Ctx, "db" | "now">): Promise<Place> {
  const now = ctx.now()
  return placeWhile(
    hasMore(
      await ctx.db.batch([
        deleteEventsBefore(ctx.db, now - eventRetention),
        deletePayloadsBefore(ctx.db, now - payloadRetention),
        deleteTrialUsesBefore(ctx.db, now - trialRetention),
        deleteReservationsBefore(ctx.db, now),
      ]),
    ),
  )
}

/** Starts the reading of the provider's events of the last two nights: some may never have come. */
export async function startReconciliation(ctx: Ctx): Promise<Place> {
  if (ctx.payments) ctx.enqueueJob({ kind: "reconciliation", since: ctx.now() - reconciledSpan, after: null, found: 0 })
  return null
}

/** Inserts a notification and a mail while `when` holds, and `last`, after which it does not any more. */
async function sendNotice(
  ctx: Ctx,
  { user_id: userId, email, locale }: queries.NoticedMember,
  {
    subject,
    state,
    when,
    last,
  }: {
    subject: string
    state: "renewing" | "trial_ending" | "card_expiring"
    when: ReturnType<typeof queries.isCardUnnoticed>
    last: ReturnType<typeof queries.markCardNoticed> | ReturnType<typeof queries.markAnnounced>
  },
): Promise<void> {
  const notification = createNotification(ctx, { to: userId, type: "plan", subject, state, reference: "", when })
  const mail = createMail(ctx, { to: email, locale, template: "plan", data: { userId, state, reference: null }, when })
  const [rows, inserted] = await ctx.db.batch([notification.insert, mail.insert, last])
  notification.publish(rows)
  if (inserted.meta.changes > 0) mail.enqueue()
}

/** Counts of a reconciliation so far. */
export interface Reconciled {
  /** Events that never came. */
  found: number
  /** Customers without an event whose plan should have renewed by now. */
  stale: number
  isDone: boolean
}

/**
 * Reads a page of the provider's events since `since` and enqueues those that never came; after the last page, also the
 * customers whose renewal is overdue without an event. Returns what it found. Throws PaymentError: try again.
 */
export async function reconcile(
  ctx: Ctx,
  { since, after, found }: { since: number; after: string | null; found: number },
): Promise<Reconciled> {
  if (!ctx.payments) return { found, stale: 0, isDone: true }
  const { events, hasMore } = await ctx.payments.listEvents(since, after)
  const known = await findKnown(
    ctx.db,
    events.map(({ id }) => id),
  )
  let count = found
  for (const event of events) {
    if (known.has(event.id) || !isOurs(ctx, event)) continue
    if (await storeEvent(ctx, event, { payload: event.payload, source: "reconciliation" })) count += 1
  }
  const last = events.at(-1)
  if (hasMore && last) {
    ctx.enqueueJob({ kind: "reconciliation", since, after: last.id, found: count })
    return { found: count, stale: 0, isDone: false }
  }
  const stale = await findStale(ctx.db, ctx.now() - HOUR, atOnce)
  for (const customer of stale) ctx.enqueueJob({ kind: "payment_sync", customer })
  return { found: count, stale: stale.length, isDone: true }
}

/** Whether an event is about somebody: a customer, a payment or an identity check. */
const isOurs = (ctx: Ctx, event: PaymentEvent & { payload: string }) =>
  event.customer !== null || event.charge !== null || sessionOf(ctx, event.payload) !== null

/** Replaces the copy of a customer without an event. Throws PaymentError, to be tried again. */
export async function runPaymentSync(ctx: Ctx, customer: string): Promise<number | null> {
  return ctx.payments ? syncCustomer(ctx, ctx.payments, customer) : null
}

/**
 * Ends a member's plan and deletes them at the provider, before their account is erased. Idempotent; throws
 * PaymentError, so that the erasure is tried again.
 */
export async function forgetPayments(ctx: Ctx, userId: string): Promise<void> {
  const customer = await findLiveCustomer(ctx, userId)
  if (!customer) return
  if (!ctx.payments) throw new Error("An account with a customer cannot be erased without the payment provider")
  const { payments } = ctx
  for (const subscription of customer.subscriptions) await ignoreGone(payments.endSubscription(subscription))
  await ignoreGone(payments.deleteCustomer(customer.ref))
}

/** Ignores the provider's refusal: what is to be deleted is gone already. */
async function ignoreGone(action: Promise<void>): Promise<void> {
  try {
    await action
  } catch (error) {
    if (!isPaymentError(error) || error.problem !== "refused") throw error
  }
}
