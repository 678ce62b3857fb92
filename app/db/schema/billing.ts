import { sql } from "drizzle-orm"
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import type { Locale } from "~/i18n/locales"
import { billingActionKinds, invoiceStatuses, priceIntervals, saleStates } from "../enums"
import { users } from "./accounts"
import { enumCheck, id, timestamps } from "./columns"

/** Stripe's subscription statuses (docs.stripe.com/billing/subscriptions/overview). */
export const stripeStatuses = [
  "incomplete",
  "incomplete_expired",
  "trialing",
  "active",
  "past_due",
  "canceled",
  "unpaid",
  "paused",
] as const

/** A plan that is sold, with its prices. */
export const plans = sqliteTable(
  "plans",
  {
    id: id(),
    /** The type of its subscriptions: `premium` opens Premium (product-spec 6). */
    type: text().notNull(),
    state: text({ enum: saleStates }).notNull(),
    position: integer().notNull(),
    /** Null until it is published at the provider. */
    stripeProduct: text("stripe_product").unique(),
    /** Read by nothing since a plan's version is the time of its change; columns are not dropped (docs/migrations.md). */
    version: integer()
      .notNull()
      .$default(() => 1),
    ...timestamps,
  },
  (table) => [enumCheck(table.state)],
)

export const planTexts = sqliteTable(
  "plan_texts",
  {
    planId: text("plan_id")
      .notNull()
      .references(() => plans.id, { onDelete: "cascade" }),
    locale: text().$type<Locale>().notNull(),
    name: text().notNull(),
    summary: text().notNull(),
    /** The plan's features, one per line. */
    features: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.planId, table.locale] })],
)

/** Prices. Amount, currency and interval of a published one never change: another price replaces it. */
export const prices = sqliteTable(
  "prices",
  {
    id: id(),
    planId: text("plan_id")
      .notNull()
      .references(() => plans.id),
    state: text({ enum: saleStates }).notNull(),
    /** Null until it is published at the provider. */
    stripePrice: text("stripe_price").unique(),
    /** In minor units of the currency, tax included. */
    amount: integer().notNull(),
    /** ISO 4217, in lower case. */
    currency: text().notNull(),
    interval: text({ enum: priceIntervals }).notNull(),
    intervalCount: integer("interval_count").notNull(),
    /** 0: without a trial. */
    trialDays: integer("trial_days").notNull(),
    ...timestamps,
  },
  (table) => [index("prices_plan").on(table.planId), enumCheck(table.state), enumCheck(table.interval)],
)

/** Members known to the provider, and our copy of what it knows of them (app/domain/billing/sync.server.ts). */
export const billingCustomers = sqliteTable("billing_customers", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  stripeCustomer: text("stripe_customer").notNull().unique(),
  /** Grows with each copy: a copy replaces the one that was current before it was fetched, or is fetched again. */
  version: integer().notNull(),
  /** Epoch ms of the latest copy; null before the first. */
  syncedAt: integer("synced_at"),
  /** Minor units that the next invoices are reduced by, and their currency. */
  credit: integer().notNull(),
  currency: text(),
  cardBrand: text("card_brand"),
  cardLast4: text("card_last4"),
  cardExpMonth: integer("card_exp_month"),
  cardExpYear: integer("card_exp_year"),
  /** The expiry (`2027-03`) that the member was notified of. */
  cardNoticed: text("card_noticed"),
  /** The one checkout that may be open, with the idempotency key of its creation. */
  checkoutKey: text("checkout_key"),
  checkoutPrice: text("checkout_price"),
  checkoutSession: text("checkout_session"),
  checkoutUrl: text("checkout_url"),
  /** Epoch ms; before its session is known, how long the request that opens it may take. */
  checkoutExpiresAt: integer("checkout_expires_at"),
  /** Since when (epoch ms) the provider has deleted the customer; null while it has them. */
  goneAt: integer("gone_at"),
  /** The refund under way, and until when (epoch ms) no other may begin: two would take the same money. */
  refundKey: text("refund_key"),
  refundUntil: integer("refund_until"),
  ...timestamps,
})

/** Customers that the provider deleted and a purchase replaced: their invoices can still be refunded or disputed. */
export const formerCustomers = sqliteTable(
  "former_customers",
  {
    stripeCustomer: text("stripe_customer").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [index("former_customers_user").on(table.userId)],
)

export const subscriptions = sqliteTable(
  "subscriptions",
  {
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    type: text().notNull(),
    /** The provider's id; `trial:` and `grant:` begin those of access that nobody pays for. */
    stripeId: text("stripe_id").notNull().unique(),
    stripeStatus: text("stripe_status", { enum: stripeStatuses }).notNull(),
    /** Null if the subscription has several prices. */
    stripePrice: text("stripe_price"),
    quantity: integer(),
    trialEndsAt: integer("trial_ends_at"),
    endsAt: integer("ends_at"),
    startedAt: integer("started_at"),
    periodStartsAt: integer("period_starts_at"),
    periodEndsAt: integer("period_ends_at"),
    /** Amount of the next payment in minor units, credit and discounts deducted; null without one. */
    nextAmount: integer("next_amount"),
    /** The end of the period whose renewal was announced. */
    announcedFor: integer("announced_for"),
    ...timestamps,
  },
  (table) => [
    index("subscriptions_user").on(table.userId, table.stripeStatus),
    index("subscriptions_active").on(table.userId).where(sql`stripe_status = 'active'`),
    index("subscriptions_period").on(table.periodEndsAt).where(sql`stripe_status IN ('active', 'trialing')`),
    index("subscriptions_end").on(table.endsAt).where(sql`stripe_status = 'active'`),
  ],
)

export const invoices = sqliteTable(
  "invoices",
  {
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    stripeInvoice: text("stripe_invoice").notNull().unique(),
    /** The subscription's provider id. */
    stripeSubscription: text("stripe_subscription"),
    stripePrice: text("stripe_price"),
    /** As printed on it. */
    number: text().notNull(),
    status: text({ enum: invoiceStatuses }).notNull(),
    /** ISO 4217, in lower case; all amounts are in its minor units. */
    currency: text().notNull(),
    total: integer().notNull(),
    /** The tax within `total`. */
    tax: integer().notNull(),
    paid: integer().notNull(),
    refunded: integer().notNull(),
    /** Amount that the cardholder's bank holds or took back in disputes. */
    disputed: integer().notNull().default(0),
    due: integer().notNull(),
    periodStartsAt: integer("period_starts_at").notNull(),
    periodEndsAt: integer("period_ends_at").notNull(),
    issuedAt: integer("issued_at").notNull(),
    paidAt: integer("paid_at"),
    /** When the provider charges the card again; null if it will not. */
    nextRetryAt: integer("next_retry_at"),
    attempts: integer().notNull(),
    ...timestamps,
  },
  (table) => [
    index("invoices_user").on(table.userId, table.issuedAt),
    index("invoices_paid").on(table.paidAt).where(sql`paid_at IS NOT NULL`),
    index("invoices_updated").on(table.updatedAt),
    enumCheck(table.status),
  ],
)

/** How an event of the payment provider reached the app. */
export const paymentEventSources = ["webhook", "reconciliation"] as const

/** States of an event of the payment provider. */
export const paymentEventStates = ["received", "processed", "ignored", "failed"] as const

/** The provider's events, each stored once and before anything else: hints that a customer's copy is old. */
export const paymentEvents = sqliteTable(
  "payment_events",
  {
    /** The provider's id of the event. */
    id: id(),
    type: text().notNull(),
    /** Null for an event of no customer. */
    stripeCustomer: text("stripe_customer"),
    /** The identity check that it is about, by the provider's id; null for any other event. */
    sessionRef: text("session_ref"),
    /** The payment of an event that names no customer, until its customer is known. */
    chargeRef: text("charge_ref"),
    /** As it came, without the fingerprints of cards; `{}` after a week, and of a customer who is not known here. */
    payload: text().notNull(),
    source: text({ enum: paymentEventSources }).notNull(),
    state: text({ enum: paymentEventStates }).notNull(),
    /** The customer's version when the event was stored: a copy two versions later was fetched after it. */
    seenVersion: integer("seen_version"),
    attempts: integer().notNull(),
    /** When the cron enqueues it, epoch ms: later after each failure. */
    nextTryAt: integer("next_try_at").notNull().default(0),
    lastError: text("last_error"),
    happenedAt: integer("happened_at").notNull(),
    ...timestamps,
  },
  (table) => [
    index("payment_events_customer").on(table.stripeCustomer, table.happenedAt),
    index("payment_events_due").on(table.nextTryAt, table.id).where(sql`state = 'received'`),
    index("payment_events_created").on(table.createdAt, table.id),
    // `octet_length` reads the length alone, not the pages of a payload.
    index("payment_events_payload").on(table.createdAt).where(sql`octet_length(payload) > 2`),
    index("payment_events_state").on(table.state, table.createdAt, table.id),
    enumCheck(table.source),
    enumCheck(table.state),
  ],
)

/** Staff's changes of a member's billing, with their reasons. */
export const billingActions = sqliteTable(
  "billing_acts",
  {
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    staffId: text("staff_id").references(() => users.id, { onDelete: "set null" }),
    kind: text({ enum: billingActionKinds }).notNull(),
    /** The invoice, subscription or event that it was about. */
    subject: text().notNull(),
    /** For staff; the member does not read it. */
    reason: text().notNull(),
    /** Minor units refunded, days granted; otherwise null. */
    amount: integer(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    index("billing_acts_user").on(table.userId, table.createdAt),
    index("billing_acts_staff").on(table.staffId),
    enumCheck(table.kind),
  ],
)

/** Refunds and gifts beyond a limit, which a second member of staff must confirm. */
export const billingRequests = sqliteTable(
  "billing_requests",
  {
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: text({ enum: ["refund", "grant"] }).notNull(),
    /** The invoice to refund, or the member to give to. */
    subject: text().notNull(),
    /** The key of the act: the same call asks once. */
    key: text().notNull(),
    /** Minor units to refund, days to give. */
    amount: integer().notNull(),
    /** For staff; the member does not read it. */
    reason: text().notNull(),
    state: text({ enum: ["pending", "confirmed", "refused", "withdrawn", "expired"] }).notNull(),
    staffId: text("staff_id").references(() => users.id, { onDelete: "set null" }),
    /** Who confirmed or refused it. */
    secondStaffId: text("second_staff_id").references(() => users.id, { onDelete: "set null" }),
    expiresAt: integer("expires_at").notNull(),
    ...timestamps,
  },
  (table) => [
    uniqueIndex("billing_requests_key").on(table.kind, table.subject, table.key),
    uniqueIndex("billing_requests_pending").on(table.kind, table.subject).where(sql`state = 'pending'`),
    index("billing_requests_state").on(table.state, table.id),
    index("billing_requests_user").on(table.userId),
    index("billing_requests_staff").on(table.staffId),
    index("billing_requests_second").on(table.secondStaffId),
    enumCheck(table.kind),
    enumCheck(table.state),
  ],
)

/** Withdrawals within 14 days of subscribing: one for each subscription. */
export const withdrawals = sqliteTable(
  "withdrawals",
  {
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    stripeSubscription: text("stripe_subscription").notNull().unique(),
    state: text({ enum: ["requested", "done"] }).notNull(),
    /** Minor units refunded; what the days used cost was deducted. */
    amount: integer().notNull(),
    currency: text().notNull(),
    /** How often the provider refused it. */
    refusals: integer().notNull().default(0),
    /** When it was given up (epoch ms), until finance tries it again; null while it is carried out, and after. */
    failedAt: integer("failed_at"),
    ...timestamps,
  },
  (table) => [index("withdrawals_user").on(table.userId), enumCheck(table.state)],
)

/** Problems that finance must look at: nothing of them settles by itself. */
export const billingIssues = sqliteTable(
  "billing_issues",
  {
    id: id(),
    kind: text({
      enum: ["dispute", "failed_refund", "failed_withdrawal", "unknown_price", "two_subscriptions", "unknown_customer"],
    }).notNull(),
    /** The provider's id of the dispute, refund, subscription or customer; or the id of a withdrawal. */
    subject: text().notNull(),
    /** Null for a customer whom nobody here is. */
    userId: text("user_id").references(() => users.id, { onDelete: "cascade" }),
    /** The provider's id of the invoice; null where none is concerned. */
    stripeInvoice: text("stripe_invoice"),
    amount: integer(),
    currency: text(),
    /** The state at the provider: a change opens the issue again. */
    status: text().notNull(),
    state: text({ enum: ["open", "settled"] }).notNull(),
    ...timestamps,
  },
  (table) => [
    uniqueIndex("billing_issues_subject").on(table.kind, table.subject),
    index("billing_issues_user").on(table.userId, table.kind),
    index("billing_issues_state").on(table.state, table.id),
    enumCheck(table.kind),
    enumCheck(table.state),
  ],
)

/** Who had a trial, or is offered one: keyed hashes of mailboxes and of cards, which outlive the accounts. */
export const trialUses = sqliteTable(
  "trial_uses",
  {
    /** Of a mailbox, or of a card's fingerprint. */
    personHash: text("person_hash").primaryKey(),
    /** The key of the checkout that reserved it; then a keyed hash of the subscription that used it, null of older ones. */
    holder: text(),
    /** The end of a reservation, epoch ms; null once the trial is used. */
    reservedUntil: integer("reserved_until"),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    index("trial_uses_created").on(table.createdAt),
    index("trial_uses_reserved").on(table.holder).where(sql`reserved_until IS NOT NULL`),
  ],
)
