import { and, eq, type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import {
  billingCustomers,
  billingIssues,
  formerCustomers,
  invoices,
  plans,
  prices,
  subscriptions,
  trialUses,
  users,
} from "~/db/schema"
import { insertSelect } from "~/db/statements/insert-select"
import type { Locale } from "~/i18n/locales"
import { newId } from "~/lib/id"
import { HOUR } from "~/lib/time"
import type { ProvidedCustomer, ProvidedInvoice } from "../core/ports/payments"
import type { IssueState } from "./sync/issues"
import type { SubscriptionState } from "./sync/subscription-rows"
import { isTrialTaken } from "./trial-queries.server"

export type CustomerRow = typeof billingCustomers.$inferSelect
export type InvoiceRow = typeof invoices.$inferSelect

/** A customer's copy, as it is stored. */
export interface StoredCustomer {
  customer: CustomerRow
  /** Deleted customers whom this one replaced, by their ids at the provider. */
  former: string[]
  email: string
  locale: Locale
  subscriptions: SubscriptionState[]
  invoices: InvoiceRow[]
  issues: IssueState[]
  /** The types of our plans, by the provider's id of their prices. */
  types: Map<string, string>
}

/** SQL expression: the member who is this customer at the provider, or was. */
export const ownerOf = (ref: SQL | string | null) =>
  sql`coalesce((SELECT user_id FROM billing_customers WHERE stripe_customer = ${ref}),
    (SELECT user_id FROM former_customers WHERE stripe_customer = ${ref}))`

/** Returns a customer by their id at the provider, present or former, with their rows: one round trip. */
export async function findStoredCustomer(db: Database, ref: string): Promise<StoredCustomer | null> {
  const isTheirs = (column: SQL) => sql`${column} = ${ownerOf(ref)}`
  const [customers, former, people, held, billed, issues, types] = await db.batch([
    db.select().from(billingCustomers).where(isTheirs(sql`user_id`)),
    db.select({ ref: formerCustomers.stripeCustomer }).from(formerCustomers).where(isTheirs(sql`user_id`)),
    db.select({ email: users.email, locale: users.locale }).from(users).where(isTheirs(sql`id`)),
    db.select().from(subscriptions).where(isTheirs(sql`user_id`)),
    db.select().from(invoices).where(isTheirs(sql`user_id`)),
    db.select().from(billingIssues).where(isTheirs(sql`user_id`)),
    db
      .select({ price: prices.stripePrice, type: plans.type })
      .from(prices)
      .innerJoin(plans, eq(plans.id, prices.planId)),
  ])
  const [customer] = customers
  const [person] = people
  if (!customer || !person) return null
  return {
    customer,
    former: former.map(({ ref }) => ref),
    ...person,
    subscriptions: held,
    invoices: billed,
    issues,
    types: new Map(types.flatMap(({ price, type }) => (price ? [[price, type] as const] : []))),
  }
}

export async function findCustomer(db: Database, userId: string): Promise<CustomerRow | null> {
  const [row] = await db.select().from(billingCustomers).where(eq(billingCustomers.userId, userId))
  return row ?? null
}

/** Inserts a customer, unless the member has one already: two requests may create one at once. */
export async function insertCustomer(db: Database, userId: string, ref: string, now: number): Promise<void> {
  await insertSelect(
    db,
    billingCustomers,
    { userId: sql`id`, stripeCustomer: ref, version: 0, credit: 0, createdAt: now, updatedAt: now },
    sql`FROM users WHERE id = ${userId}`,
  ).onConflictDoNothing()
}

/**
 * Replaces a member's deleted customer by a new one, unless another request did. The old one's invoices remain theirs.
 */
export async function replaceCustomer(
  db: Database,
  userId: string,
  { previous, ref }: { previous: string; ref: string },
  now: number,
): Promise<void> {
  const isPrevious = and(eq(billingCustomers.userId, userId), eq(billingCustomers.stripeCustomer, previous))
  await db.batch([
    insertSelect(
      db,
      formerCustomers,
      { stripeCustomer: previous, userId, createdAt: now },
      sql`FROM billing_customers WHERE ${isPrevious}`,
    ).onConflictDoNothing(),
    db
      .update(billingCustomers)
      .set({
        stripeCustomer: ref,
        goneAt: null,
        version: sql`version + 1`,
        updatedAt: now,
        checkoutKey: null,
        checkoutPrice: null,
        checkoutSession: null,
        checkoutUrl: null,
        checkoutExpiresAt: null,
      })
      .where(isPrevious),
  ])
}

/** SQL condition: the customer's copy is still the one of this version. */
export const isVersion = (userId: string, version: number) =>
  sql`EXISTS (SELECT 1 FROM billing_customers WHERE user_id = ${userId} AND version = ${version})`

/** Returns the statement that writes a subscription's row while `when` holds. */
export function upsertSubscription(
  db: Database,
  { userId, state, when, now }: { userId: string; state: SubscriptionState; when: SQL; now: number },
) {
  return insertSelect(
    db,
    subscriptions,
    { ...state, id: newId(now), userId, createdAt: now, updatedAt: now },
    sql`WHERE ${when}`,
  ).onConflictDoUpdate({ target: subscriptions.stripeId, set: { ...state, updatedAt: now } })
}

/** Returns the statement that deletes a member's subscriptions at the provider but these, while `when` holds. */
export function deleteOtherSubscriptions(db: Database, userId: string, stripeIds: string[], when: SQL) {
  return db
    .delete(subscriptions)
    .where(
      and(
        eq(subscriptions.userId, userId),
        sql`${subscriptions.stripeId} NOT LIKE 'grant:%'`,
        sql`${subscriptions.stripeId} NOT IN (SELECT value FROM json_each(${JSON.stringify(stripeIds)}))`,
        when,
      ),
    )
}

/** An invoice's columns as the provider's object sets them. */
export function toInvoiceColumns({ ref, subscription, price, ...rest }: ProvidedInvoice) {
  return { ...rest, stripeInvoice: ref, stripeSubscription: subscription, stripePrice: price }
}

export function upsertInvoice(
  db: Database,
  { userId, invoice, when, now }: { userId: string; invoice: ProvidedInvoice; when: SQL; now: number },
) {
  const columns = toInvoiceColumns(invoice)
  return insertSelect(
    db,
    invoices,
    { ...columns, id: newId(invoice.issuedAt), userId, createdAt: now, updatedAt: now },
    sql`WHERE ${when}`,
  ).onConflictDoUpdate({ target: invoices.stripeInvoice, set: { ...columns, updatedAt: now } })
}

/** Returns the statement that writes an issue for finance while `when` holds; a change opens it again. */
export function upsertIssue(
  db: Database,
  { userId, issue, when, now }: { userId: string | null; issue: IssueState; when: SQL; now: number },
) {
  return insertSelect(
    db,
    billingIssues,
    { ...issue, id: newId(now), userId, createdAt: now, updatedAt: now },
    sql`WHERE ${when}`,
  ).onConflictDoUpdate({
    target: [billingIssues.kind, billingIssues.subject],
    set: { ...issue, updatedAt: now },
  })
}

/** A customer's columns as the provider's object sets them. */
export function toCustomerColumns({ card, credit }: Pick<ProvidedCustomer, "card" | "credit">) {
  return {
    credit: credit?.amount ?? 0,
    currency: credit?.currency ?? null,
    cardBrand: card?.brand ?? null,
    cardLast4: card?.last4 ?? null,
    cardExpMonth: card?.expMonth ?? null,
    cardExpYear: card?.expYear ?? null,
  }
}

interface CopiedCustomer {
  userId: string
  version: number
  provided: Pick<ProvidedCustomer, "card" | "credit" | "isDeleted">
  now: number
}

/** Returns the last statement of a copy: the customer's next version. It changes no row if another copy was first. */
export function updateCopied(db: Database, { userId, version, provided, now }: CopiedCustomer) {
  const goneAt = provided.isDeleted ? sql`coalesce(gone_at, ${now})` : null
  return db
    .update(billingCustomers)
    .set({ ...toCustomerColumns(provided), goneAt, version: version + 1, syncedAt: now, updatedAt: now })
    .where(and(eq(billingCustomers.userId, userId), eq(billingCustomers.version, version)))
}

/** Facts that decide whether, and how, a member can buy a price. */
export interface Purchase {
  price: { id: string; stripePrice: string; type: string; trialDays: number } | null
  customer: CustomerRow | null
  subscriptions: SubscriptionState[]
  /** The mark of the person's trial, if they cannot have it any more. */
  trialUses: object[]
}

/** Returns what decides a purchase: one round trip. */
export async function findPurchase(
  db: Database,
  { userId, priceId, personHash }: { userId: string; priceId: string; personHash: string },
  now: number,
): Promise<Purchase> {
  const [customers, held, [price], uses] = await db.batch([
    db.select().from(billingCustomers).where(eq(billingCustomers.userId, userId)),
    db.select().from(subscriptions).where(eq(subscriptions.userId, userId)),
    db
      .select({ id: prices.id, stripePrice: prices.stripePrice, type: plans.type, trialDays: prices.trialDays })
      .from(prices)
      .innerJoin(plans, eq(plans.id, prices.planId))
      .where(and(eq(prices.id, priceId), eq(prices.state, "active"), eq(plans.state, "active"))),
    db
      .select({ at: trialUses.createdAt })
      .from(trialUses)
      .where(isTrialTaken(userId, personHash, now)),
  ])
  return {
    price: price?.stripePrice ? { ...price, stripePrice: price.stripePrice } : null,
    customer: customers[0] ?? null,
    subscriptions: held,
    trialUses: uses,
  }
}

/**
 * Reserves a member's checkout for a price until a time (epoch ms); false if another request was first. `previous` is
 * the key it replaces.
 */
export async function reserveCheckout(
  db: Database,
  userId: string,
  { key, price, previous, until }: { key: string; price: string; previous: string | null; until: number },
  now: number,
): Promise<boolean> {
  const { meta } = await db
    .update(billingCustomers)
    .set({
      checkoutKey: key,
      checkoutPrice: price,
      checkoutSession: null,
      checkoutUrl: null,
      checkoutExpiresAt: until,
      updatedAt: now,
    })
    .where(and(eq(billingCustomers.userId, userId), sql`checkout_key IS ${previous}`))
  return meta.changes > 0
}

interface StartedCheckout {
  userId: string
  key: string
  checkout: { ref: string; url: string | null; expiresAt: number }
  now: number
}

export async function updateCheckout(
  db: Database,
  { userId, key, checkout: { ref, url, expiresAt }, now }: StartedCheckout,
): Promise<void> {
  await db
    .update(billingCustomers)
    .set({ checkoutSession: ref, checkoutUrl: url, checkoutExpiresAt: expiresAt, updatedAt: now })
    .where(and(eq(billingCustomers.userId, userId), eq(billingCustomers.checkoutKey, key)))
}

/** Returns whether a trial that the member began within the hour was ended at once, without their asking. */
export async function hasRefusedTrial(db: Database, userId: string, now: number): Promise<boolean> {
  const [[row]] = await read(
    db,
    sql<{ is_refused: number }>`SELECT EXISTS (SELECT 1 FROM subscriptions AS s
      WHERE s.user_id = ${userId} AND s.stripe_status = 'canceled' AND s.started_at > ${now - HOUR}
        AND s.trial_ends_at > ${now} AND s.ends_at < s.trial_ends_at
        AND NOT EXISTS (SELECT 1 FROM withdrawals AS w WHERE w.stripe_subscription = s.stripe_id)) AS is_refused`,
  )
  return row?.is_refused === 1
}

/** Reserves a member's refunds for one of this key, for `duration` (ms); false while another one is under way. */
export async function reserveRefund(
  db: Database,
  { userId, key, now, duration }: { userId: string; key: string; now: number; duration: number },
): Promise<boolean> {
  const { meta } = await db
    .update(billingCustomers)
    .set({ refundKey: key, refundUntil: now + duration })
    .where(
      and(
        eq(billingCustomers.userId, userId),
        sql`(refund_key IS NULL OR refund_key = ${key} OR refund_until <= ${now})`,
      ),
    )
  return meta.changes > 0
}

export async function releaseRefund(db: Database, userId: string, key: string): Promise<void> {
  await db
    .update(billingCustomers)
    .set({ refundKey: null, refundUntil: null })
    .where(and(eq(billingCustomers.userId, userId), eq(billingCustomers.refundKey, key)))
}

/** Ends access whose time is over; returns whose, of each one. */
export async function endLapsedGrants(db: Database, now: number, limit: number): Promise<string[]> {
  const lapsed = sql`SELECT id FROM subscriptions WHERE stripe_status = 'active' AND ends_at <= ${now}
    AND (stripe_id LIKE 'grant:%' OR stripe_id LIKE 'trial:%') LIMIT ${limit}`
  const rows = await db
    .update(subscriptions)
    .set({ stripeStatus: "canceled", updatedAt: now })
    .where(sql`id IN (${lapsed})`)
    .returning({ userId: subscriptions.userId })
  return rows.map(({ userId }) => userId)
}

/** Customers whose subscription should have renewed or ended by now, without an event that says so. */
export async function findStale(db: Database, before: number, limit: number): Promise<string[]> {
  const [rows] = await read(
    db,
    sql<{ ref: string }>`SELECT DISTINCT c.stripe_customer AS ref FROM subscriptions AS s
      JOIN billing_customers AS c ON c.user_id = s.user_id
      WHERE s.stripe_status IN ('active', 'trialing') AND s.period_ends_at < ${before}
        AND coalesce(c.synced_at, 0) < ${before} LIMIT ${limit}`,
  )
  return rows.map(({ ref }) => ref)
}

/** SQL condition of an invoice: it is not paid, and its plan, which goes on, waits for it. Nobody is asked to pay for one that ended. */
export const isAwaited =
  sql.raw(`invoices.status = 'open' AND invoices.due > 0 AND EXISTS (SELECT 1 FROM subscriptions AS s
  WHERE s.stripe_id = invoices.stripe_subscription AND s.stripe_status <> 'canceled')`)

/** Returns the provider's id of a price for sale, or null. */
export async function findPriceForSale(db: Database, id: string): Promise<string | null> {
  const [row] = await db
    .select({ stripePrice: prices.stripePrice })
    .from(prices)
    .innerJoin(plans, eq(plans.id, prices.planId))
    .where(and(eq(prices.id, id), eq(prices.state, "active"), eq(plans.state, "active")))
  return row?.stripePrice ?? null
}

/** Returns the provider's id of the oldest invoice that a member's plan waits for, or null. */
export async function findOverdueInvoice(db: Database, userId: string): Promise<string | null> {
  const [row] = await db
    .select({ ref: invoices.stripeInvoice })
    .from(invoices)
    .where(sql`${invoices.userId} = ${userId} AND ${isAwaited}`)
    .orderBy(invoices.issuedAt)
    .limit(1)
  return row?.ref ?? null
}

/** Returns the provider's id of one of the member's invoices, and its number; null if it is not theirs. */
export async function findInvoice(db: Database, userId: string, id: string) {
  const [row] = await db
    .select({ ref: invoices.stripeInvoice, number: invoices.number })
    .from(invoices)
    .where(and(eq(invoices.userId, userId), eq(invoices.id, id)))
  return row ?? null
}
