import type { Ctx } from "../../core/context"
import { isPaymentError, type PaymentProvider } from "../../core/ports/payments"
import { findStoredCustomer } from "../queries.server"
import { syncCustomer } from "./sync.server"

/**
 * Returns whether the provider refused a call because it has deleted the customer; our copy then says so. Every other
 * error is none of it.
 */
export async function isGone(ctx: Ctx, payments: PaymentProvider, ref: string, error: unknown): Promise<boolean> {
  if (!isPaymentError(error) || error.problem !== "refused") return false
  await syncCustomer(ctx, payments, ref)
  const stored = await findStoredCustomer(ctx.db, ref)
  if (!stored) return false
  // Another request may have replaced them meanwhile.
  return stored.customer.stripeCustomer !== ref || stored.customer.goneAt !== null
}
