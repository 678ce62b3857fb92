import * as z from "zod"
import { invoiceStatuses, priceIntervals } from "~/db/enums"
import { stripeStatuses } from "~/db/schema/billing"
import { reasons } from "~/domain/billing/schema"
import { epochMs } from "../openapi/schemas"

const minor = z.number().int().meta({ description: "Minor units of `currency`" })
const currency = z.string().meta({ description: "ISO 4217, in lower case" })

/** Errors that every call of the payment provider can throw (domain/billing/provider.ts). */
export const providerErrors = [
  "billing.unavailable",
  "billing.card_declined",
  "billing.confirmation_needed",
  "conflict.changed",
] as const

export const Money = z.object({ amount: minor, currency }).meta({ id: "Money" })

const Price = z
  .object({
    id: z.string(),
    amount: minor.meta({ description: "Minor units of `currency`, tax included" }),
    currency,
    interval: z.enum(priceIntervals),
    interval_count: z.number().int().meta({ description: "`month` with 3 is a quarter" }),
    trial_days: z.number().int().meta({ description: "0 without a trial. A person has one trial" }),
  })
  .meta({ id: "Price" })

export const Plan = z
  .object({
    id: z.string(),
    type: z.string().meta({ description: "The type of its subscriptions; `premium` opens Premium" }),
    name: z.string(),
    summary: z.string(),
    features: z.array(z.string()),
    prices: z.array(Price),
  })
  .meta({ id: "Plan" })

export const Billing = z
  .object({
    plan: z
      .object({
        name: z.string().nullable(),
        status: z.enum(stripeStatuses),
        price: Price.nullable(),
        started_at: epochMs,
        period_ends_at: epochMs,
        trial_ends_at: epochMs.nullable(),
        ends_at: epochMs
          .nullable()
          .meta({ description: "When access ends after a cancellation; null while it renews" }),
        next_payment: Money.nullable().meta({ description: "Due at `period_ends_at`; null if there will be none" }),
        withdraw_until: epochMs.nullable().meta({ description: "Null once the 14 days of withdrawal are over" }),
      })
      .nullable(),
    card: z
      .object({ brand: z.string(), last4: z.string(), exp_month: z.number().int(), exp_year: z.number().int() })
      .nullable(),
    credit: Money.nullable().meta({ description: "What the next payments are reduced by" }),
    overdue: Money.extend({ invoice: z.string(), next_retry_at: epochMs.nullable() })
      .nullable()
      .meta({ description: "The oldest payment that failed" }),
    complimentary_until: epochMs.nullable(),
    is_available: z.boolean().meta({ description: "False where no payment provider is configured" }),
  })
  .meta({ id: "Billing" })

export const Invoice = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(invoiceStatuses),
    currency,
    total: minor,
    tax: minor.meta({ description: "The tax within `total`" }),
    paid: minor,
    refunded: minor,
    due: minor,
    period_starts_at: epochMs,
    period_ends_at: epochMs,
    issued_at: epochMs,
    paid_at: epochMs.nullable(),
  })
  .meta({ id: "Invoice" })

export const Entitlement = z
  .object({
    rule: z.enum(["premium", "price"]),
    stripe_price: z.string().nullable().meta({ description: "The price of the rule `price`" }),
    holds: z.boolean(),
    reason: z.enum(reasons),
    since: epochMs.nullable(),
    until: epochMs.nullable(),
    next_retry_at: epochMs.nullable(),
    sentence: z.string().meta({ description: "The evidence in the user's language" }),
  })
  .meta({ id: "Entitlement" })
