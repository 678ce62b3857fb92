import type { ErrorBody } from "../http/errors.ts"

/** Decline codes with the error code and the message that cardholders are shown: https://docs.stripe.com/declines/codes */
const declines: Record<string, { code: string; message: string }> = {
  generic_decline: { code: "card_declined", message: "Your card was declined." },
  insufficient_funds: { code: "card_declined", message: "Your card has insufficient funds." },
  lost_card: { code: "card_declined", message: "Your card was declined." },
  stolen_card: { code: "card_declined", message: "Your card was declined." },
  test_mode_live_card: {
    code: "card_declined",
    message: "Your card was declined. Your request was in test mode, but used a non test card.",
  },
  expired_card: { code: "expired_card", message: "Your card has expired." },
  incorrect_cvc: { code: "incorrect_cvc", message: "Your card's security code is incorrect." },
  processing_error: {
    code: "processing_error",
    message: "An error occurred while processing your card. Try again in a little bit.",
  },
  authentication_required: {
    code: "authentication_required",
    message: "Your card was declined. This transaction requires authentication.",
  },
}

/** Returns the error object of a declined card. */
export function declineError(declineCode: string): ErrorBody {
  const { code, message } = declines[declineCode] ?? { code: "card_declined", message: "Your card was declined." }
  return { type: "card_error", code, decline_code: declineCode, message }
}
