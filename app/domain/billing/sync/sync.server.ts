import type { SQL } from "drizzle-orm"
import { batch } from "~/db/statements/batch"
import { publish } from "../../chat/live.server"
import type { Ctx } from "../../core/context"
import type { PaymentProvider, ProvidedCustomer, ProvidedInvoice } from "../../core/ports/payments"
import { createMail } from "../../mail/outbox.server"
import { createNotification } from "../../notifications/service.server"
import * as queries from "../queries.server"
import { insertTrialUse } from "../trial-queries.server"
import { findRepeatedTrials, hashPerson } from "../trials.server"
import { findIssues, isNews } from "./issues"
import { findPlanNews, type PlanNews } from "./plan-news"
import { isLive, reduceSubscriptions, type SubscriptionState, withTypes } from "./subscription-rows"

/** Copies of one customer that other copies overtook, before it is left to the next attempt. */
const maxTries = 5

/** Thrown when copies of a customer overtake each other all the time: try again. */
class CopyConflict extends Error {
  override readonly name = "CopyConflict"
}

/**
 * Replaces our copy of a customer by what the provider knows now. A copy is written only if no other was written since
 * before it was fetched, so that copies never go back in time, in whatever order events come. `seenVersion`: the
 * customer's version when the event was stored; a copy two versions later was fetched after it, and is enough. A trial
 * that its person or card had before is ended first, and never shows in a copy. Throws PaymentError and CopyConflict. Returns how many subscriptions the customer has that can be paid, of which purchases
 * allow one; null for a customer who is not ours.
 */
export async function syncCustomer(
  ctx: Ctx,
  payments: Pick<PaymentProvider, "readCustomer" | "endSubscription">,
  ref: string,
  seenVersion: number | null = null,
): Promise<number | null> {
  for (let tries = 0; tries < maxTries; tries++) {
    const stored = await queries.findStoredCustomer(ctx.db, ref)
    if (!stored) return null
    const isCovered = seenVersion !== null && stored.customer.version >= seenVersion + 2
    if (isCovered) return stored.subscriptions.filter(isLive).length
    const provided = await readAll(payments, stored)
    const repeated = await findRepeatedTrials(ctx, stored, provided.subscriptions)
    const running = provided.subscriptions.filter(({ ref, status }) => status === "trialing" && repeated.has(ref))
    for (const { ref } of running) await payments.endSubscription(ref)
    if (running.length > 0) continue
    const rows = await replaceCopy(ctx, stored, provided, repeated)
    if (rows) return rows.filter(isLive).length
  }
  throw new CopyConflict(`Other copies of ${ref} were always first`)
}

/** Reads a customer, and what the provider still knows of the deleted ones whom they replaced. */
async function readAll(
  payments: Pick<PaymentProvider, "readCustomer">,
  { customer, former }: queries.StoredCustomer,
): Promise<ProvidedCustomer> {
  const [present, ...past] = await Promise.all(
    [customer.stripeCustomer, ...former].map((ref) => payments.readCustomer(ref)),
  )
  if (!present) throw new Error("Nothing was read")
  return {
    ...present,
    subscriptions: [present, ...past].flatMap(({ subscriptions }) => subscriptions),
    invoices: [present, ...past].flatMap(({ invoices }) => invoices),
    disputes: [present, ...past].flatMap(({ disputes }) => disputes),
    failedRefunds: [present, ...past].flatMap(({ failedRefunds }) => failedRefunds),
  }
}

/** Returns the rows that it wrote; null if another copy was first. `repeated`: subscriptions whose trial was refused. */
async function replaceCopy(
  ctx: Ctx,
  stored: queries.StoredCustomer,
  provided: ProvidedCustomer,
  repeated: ReadonlySet<string>,
): Promise<SubscriptionState[] | null> {
  const { db } = ctx
  const now = ctx.now()
  const { userId, version } = stored.customer
  const isCurrent = queries.isVersion(userId, version)
  const next = reduceSubscriptions(withTypes(provided.subscriptions, stored.types), stored.subscriptions, now)
  const issues = findIssues(stored.customer.stripeCustomer, provided, next, stored.types).filter((one) =>
    isNews(one, stored.issues),
  )
  const changed = next.filter((row) => !isStored(row, stored.subscriptions))
  const invoices = provided.invoices.filter((invoice) => !isStoredInvoice(invoice, stored.invoices))
  const billed = provided.invoices.map(queries.toInvoiceColumns)
  const news = findPlanNews(stored, { subscriptions: next, invoices: billed }, repeated)
  const hadTrial = provided.subscriptions.some(({ trialEndsAt }) => trialEndsAt !== null)
  const messages = news.map((one) => createMessages(ctx, stored, one, isCurrent))
  const { copied, notified } = await batch(db, {
    others: queries.deleteOtherSubscriptions(
      db,
      userId,
      next.map(({ stripeId }) => stripeId),
      isCurrent,
    ),
    changed: changed.map((row) => queries.upsertSubscription(db, { userId, state: row, when: isCurrent, now })),
    invoices: invoices.map((invoice) => queries.upsertInvoice(db, { userId, invoice, when: isCurrent, now })),
    issues: issues.map((issue) => queries.upsertIssue(db, { userId, issue, when: isCurrent, now })),
    trial: hadTrial ? insertTrialUse(db, await hashPerson(ctx, stored.email), isCurrent, now) : null,
    mailed: messages.map(({ mail }) => mail.insert),
    notified: messages.map(({ notification }) => notification.insert),
    copied: queries.updateCopied(db, { userId, version, provided, now }),
  })
  if (copied.meta.changes === 0) return null
  for (const [index, { notification, mail }] of messages.entries()) {
    notification.publish(notified[index] ?? [])
    mail.enqueue()
  }
  if (issues.some(({ kind, status }) => kind === "dispute" && (status === "open" || status === "lost")))
    ctx.enqueueJob({ kind: "renewal_stop", userId })
  const isChanged = !isSame(queries.toCustomerColumns(provided), stored.customer)
  if (isChanged || changed.length > 0 || invoices.length > 0 || news.length > 0)
    await publish(ctx, userId, { type: "billing" })
  return next
}

/** Creates the notification and the mail of a change; both are inserted while `when` holds. */
function createMessages(ctx: Ctx, { customer, email, locale }: queries.StoredCustomer, news: PlanNews, when: SQL) {
  const { subject, state, reference } = news
  const { userId } = customer
  return {
    notification: createNotification(ctx, {
      to: userId,
      type: "plan",
      subject,
      state,
      reference: reference ?? "",
      when,
    }),
    mail: createMail(ctx, { to: email, locale, template: "plan", data: { userId, state, reference }, when }),
  }
}

function isStored(row: SubscriptionState, stored: SubscriptionState[]): boolean {
  const old = stored.find(({ stripeId }) => stripeId === row.stripeId)
  return old !== undefined && isSame(row, old)
}

function isStoredInvoice(invoice: ProvidedInvoice, stored: queries.InvoiceRow[]): boolean {
  const columns = queries.toInvoiceColumns(invoice)
  const old = stored.find(({ stripeInvoice }) => stripeInvoice === columns.stripeInvoice)
  return old !== undefined && isSame(columns, old)
}

/** Whether every property of `next` is the same in `old`, which may have more. */
function isSame<Next extends object>(next: Next, old: Next): boolean {
  return Object.entries(next).every(([key, value]) => (old as Record<string, unknown>)[key] === value)
}
