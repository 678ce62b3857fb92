import Stripe from "stripe"
import { describe, expect, test } from "vitest"
import { withPayments } from "~/domain/billing/provider"
import type { PaymentProvider } from "~/domain/core/ports/payments"
import type { AppError } from "~/lib/errors"
import { toPaymentError } from "../../../worker/adapters/stripe/objects"

const { errors } = Stripe

describe("an error of the payment provider", () => {
  test("never names a person: the provider's message may repeat what it was sent", () => {
    const message = "Invalid email address: ada@example.org"
    const raw = { message, type: "invalid_request_error" as const, code: "email_invalid", param: "email" }
    const error = toPaymentError(new errors.StripeInvalidRequestError(raw as never))
    expect(error.problem).toBe("refused")
    expect(error.message).toBe("StripeInvalidRequestError email_invalid email")
  })

  test("is a decline, or a wish for a confirmation, of a card", () => {
    const card = { type: "card_error" as const, message: "" }
    const problemOf = (code: string) => toPaymentError(new errors.StripeCardError({ ...card, code } as never)).problem
    expect(problemOf("card_declined")).toBe("declined")
    expect(problemOf("authentication_required")).toBe("confirmation_needed")
  })

  test("is said to the reader by the code of its problem", async () => {
    const codeOf = async (code: string) => {
      const failing = () => {
        throw toPaymentError(new errors.StripeCardError({ type: "card_error", message: "", code } as never))
      }
      return withPayments({ payments: {} as PaymentProvider }, failing).catch((error: AppError) => error.code)
    }
    expect(await codeOf("authentication_required")).toBe("billing.confirmation_needed")
    expect(await codeOf("card_declined")).toBe("billing.card_declined")
  })

  test("is an outage when the provider cannot be reached, or limits its callers", () => {
    expect(toPaymentError(new errors.StripeConnectionError({ message: "x" } as never)).problem).toBe("unavailable")
    expect(toPaymentError(new Error("x")).problem).toBe("unavailable")
  })
})
