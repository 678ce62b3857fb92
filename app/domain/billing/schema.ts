import * as z from "zod"
import type { InvoiceStatus, PriceInterval } from "~/db/enums"
import type { stripeStatuses } from "~/db/schema/billing"
import { cancellationReasons, type Money } from "../core/ports/payments"

export type { CancellationReason, Money } from "../core/ports/payments"

/** The card that pays. */
interface Card {
  brand: string
  last4: string
  exp_month: number
  exp_year: number
}

/** An amount, tax included, and how often it is paid. */
export interface Price extends Money {
  id: string
  interval: PriceInterval
  /** 3 with `month`: a quarter. */
  interval_count: number
  /** 0: without a trial. */
  trial_days: number
}

/** The price of a month, with its trial in days (0: none). */
export type MonthlyPrice = Pick<Price, "amount" | "currency" | "trial_days">

/** A plan for sale, in the reader's language. */
export interface Plan {
  id: string
  type: string
  name: string
  summary: string
  features: string[]
  /** The shortest interval first. */
  prices: Price[]
}

/** A price as a member would buy it. */
export interface Offer {
  /** The plan's name. */
  plan: string
  /** With the trial that this member can have. */
  price: Price
  /** Epoch ms; null: at once. */
  first_payment_at: number | null
  /** The member has a plan already: they change it instead. */
  is_subscribed: boolean
  /** False where nothing can be paid: no provider is configured. */
  is_available: boolean
}

export type SubscriptionStatus = (typeof stripeStatuses)[number]

/** The member's plan. Times are epoch ms. */
export interface CurrentPlan {
  /** The plan's name; null if it is not in our table. */
  name: string | null
  status: SubscriptionStatus
  price: Price | null
  started_at: number
  period_ends_at: number
  /** Null without a trial that is running. */
  trial_ends_at: number | null
  /** When access ends after a cancellation; null while it renews. */
  ends_at: number | null
  /** The next payment, on `period_ends_at`; null if there will be none. */
  next_payment: Money | null
  /** Until when one can withdraw from the contract; null if that time is over. */
  withdraw_until: number | null
}

/** The member's billing, from our copy. */
export interface Billing {
  plan: CurrentPlan | null
  card: Card | null
  /** Credit that reduces the next payments. */
  credit: Money | null
  /** A payment that failed. */
  overdue: (Money & { invoice: string; next_retry_at: number | null }) | null
  /** The end of access given without a payment, epoch ms. */
  complimentary_until: number | null
  /** False where nothing can be paid: no provider is configured. */
  is_available: boolean
}

/** An invoice. Amounts are minor units of `currency`, times epoch ms. */
export interface Invoice {
  id: string
  number: string
  status: InvoiceStatus
  currency: string
  total: number
  /** The tax within `total`. */
  tax: number
  paid: number
  refunded: number
  due: number
  period_starts_at: number
  period_ends_at: number
  issued_at: number
  paid_at: number | null
}

/** Cost of a change of plan, in minor units of `currency`. */
export interface PlanChange {
  /** Epoch ms: changing with it costs just this (ChangeForm). */
  at: number
  currency: string
  /** Charged at once; 0 if the unused time is worth more. */
  due: number
  /** Value of the unused time of the present price. */
  unused: number
  /** Credit that reduces later payments. */
  credit: number
  /** The next renewal, epoch ms. */
  next_at: number
}

/** Why a right holds or does not. */
export const reasons = [
  "subscription",
  "trial",
  "complimentary",
  "profile",
  "staff",
  "none",
  "past_due",
  "unpaid",
  "paused",
  "incomplete",
  "ended",
] as const
export type Reason = (typeof reasons)[number]

/** A right and its evidence. */
export interface Entitlement {
  /** `premium`, or `price` with the price's id at the provider. */
  rule: "premium" | "price"
  stripe_price: string | null
  holds: boolean
  reason: Reason
  /** Since when, epoch ms; null if unknown. */
  since: number | null
  /** Until when, epoch ms; null: no end is set. */
  until: number | null
  /** When an overdue payment is tried again, epoch ms. */
  next_retry_at: number | null
  /** A sentence in the reader's language. */
  sentence: string
}

const Id = z.string().min(1).max(40)

/** The page before the payment. */
export const CheckoutForm = z.object({
  /** The member asks for the membership to start at once, and knows what a withdrawal then costs. */
  start: z.preprocess((value) => value === true || value === "on" || value === "true", z.literal(true, "required")),
})

export const ChangeForm = z.object({
  price: Id,
  /** The preview's time, epoch ms: what was shown is what is charged. */
  at: z.coerce.number().int().positive(),
})
export type ChangeForm = z.infer<typeof ChangeForm>

export const CancelForm = z.object({
  reason: z.preprocess((value) => (value === "" ? undefined : value), z.enum(cancellationReasons).optional()),
})

export const InvoicesQuery = z.object({
  year: z.coerce.number().int().min(2000).max(2999).optional().catch(undefined),
})

/** Longest age (ms) of a preview that is changed by. */
export const previewLifetime = 30 * 60_000
