import * as z from "zod"
import { priceIntervals, type SaleState } from "~/db/enums"
import type { Billing, Entitlement, Invoice, Price } from "../schema"

const Line = z.string().trim().min(1).max(120)

const PlanText = z.object({
  name: Line,
  summary: z.string().trim().min(1).max(300),
  /** What it gives. */
  features: z.array(Line).min(1).max(20),
})

/** A plan's texts in both languages, and its place on the page. */
export const PlanForm = z.object({
  /** The type of its subscriptions: `premium` opens Premium. */
  type: z.string().regex(/^[a-z][a-z-]{0,30}$/),
  position: z.number().int().min(1).max(1_000),
  texts: z.object({ en: PlanText, fr: PlanText }),
})
export type PlanForm = z.infer<typeof PlanForm>

/** A price: its amount never changes once it is for sale. */
export const PriceForm = z.object({
  /** Minor units, tax included. */
  amount: z.number().int().min(50).max(10_000_000),
  currency: z.literal("eur"),
  interval: z.enum(priceIntervals),
  interval_count: z.number().int().min(1).max(12),
  trial_days: z.number().int().min(0).max(90),
})
export type PriceForm = z.infer<typeof PriceForm>

export interface DeskPlan {
  id: string
  type: string
  state: SaleState
  position: number
  version: number
  stripe_product: string | null
  texts: Record<string, { name: string; summary: string; features: string[] }>
  prices: (Price & { state: SaleState; stripe_price: string | null })[]
}

const Reason = z.string().trim().min(1).max(1_000)

export const RefundForm = z.object({
  /** Minor units; left out: all that is left. */
  amount: z.number().int().positive().optional(),
  reason: Reason,
  /** Calls with the same key refund once. */
  key: z.string().min(8).max(64),
})
export type RefundForm = z.infer<typeof RefundForm>

export const GrantForm = z.object({
  days: z.number().int().min(1).max(730),
  reason: Reason,
  /** Calls with the same key grant once. */
  key: z.string().min(8).max(64),
})
export type GrantForm = z.infer<typeof GrantForm>

export const ReasonForm = z.object({ reason: Reason })

/** An event of the payment provider, as it came. */
export interface DeskEvent {
  id: string
  type: string
  source: "webhook" | "reconciliation"
  state: "received" | "processed" | "ignored" | "failed"
  attempts: number
  last_error: string | null
  /** Epoch ms. */
  happened_at: number
  /** JSON. */
  payload: string
}

export interface DeskAct {
  kind: "refund" | "grant" | "grant_end" | "replay"
  subject: string
  reason: string
  amount: number | null
  staff_id: string | null
  /** Epoch ms. */
  created_at: number
}

/** A member's billing, for staff. */
export interface DeskBilling {
  billing: Billing
  stripe_customer: string | null
  entitlements: Entitlement[]
  invoices: Invoice[]
  /** The latest hundred. */
  events: DeskEvent[]
  acts: DeskAct[]
}
