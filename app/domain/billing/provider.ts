import { AppError, type ErrorCode } from "~/lib/errors"
import type { Ctx } from "../context"
import { isPaymentError, type PaymentProblem, type PaymentProvider } from "../ports/payments"

const codeOf: Record<PaymentProblem, ErrorCode> = {
  unavailable: "billing.unavailable",
  declined: "billing.card_declined",
  confirmation_needed: "billing.confirmation_needed",
  refused: "conflict.changed",
}

/**
 * Runs calls of the payment provider for a reader. Throws `billing.unavailable` without a provider or when it fails,
 * `billing.card_declined`, `billing.confirmation_needed`, and `conflict.changed` for what it refuses.
 */
export async function withPayments<Result>(
  ctx: Pick<Ctx, "payments">,
  act: (payments: PaymentProvider) => Promise<Result>,
): Promise<Result> {
  if (!ctx.payments) throw new AppError("billing.unavailable")
  try {
    return await act(ctx.payments)
  } catch (error) {
    if (!isPaymentError(error)) throw error
    throw new AppError(codeOf[error.problem], { cause: error })
  }
}
