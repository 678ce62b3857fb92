import * as z from "zod"
import { multilineText } from "../../core/shared/text"
import type { Billing, Entitlement, Invoice } from "../schema"

const Reason = multilineText(1_000)

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

/** Result of an action that may take a second person. */
export type ActionResult =
  | { state: "done" }
  /** Nothing has happened yet: a colleague must confirm the request of this id. */
  | { state: "pending"; request_id: string }

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
  /** JSON; `{}` after a week. */
  payload: string
}

export interface DeskAction {
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
  acts: DeskAction[]
}
