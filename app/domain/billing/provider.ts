import { AppError } from "~/lib/errors"
import type { Ctx } from "../core/context"
import { isPaymentError, type PaymentError, type PaymentProvider } from "../core/ports/payments"

/**
 * Runs calls of the payment provider for a reader. Throws `billing.unavailable` without a provider or when it fails,
 * `billing.card_declined`, `billing.confirmation_needed`, and `conflict.changed` for what it refuses.
 */
export async function withPayments<Result>(
  ctx: Pick<Ctx, "payments">,
  action: (payments: PaymentProvider) => Promise<Result>,
): Promise<Result> {
  if (!ctx.payments) throw new AppError("billing.unavailable")
  try {
    return await action(ctx.payments)
  } catch (error) {
    if (isPaymentError(error)) throwForReader(error)
    throw error
  }
}

function throwForReader(cause: PaymentError): never {
  switch (cause.problem) {
    case "declined":
      throw new AppError("billing.card_declined", { cause })
    case "confirmation_needed":
      throw new AppError("billing.confirmation_needed", { cause })
    case "refused":
      throw new AppError("conflict.changed", { cause })
    case "unavailable":
      throw new AppError("billing.unavailable", { cause })
  }
}
