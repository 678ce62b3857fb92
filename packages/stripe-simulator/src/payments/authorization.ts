import type { PaymentMethod } from "../customers/payment-methods.ts"
import { cardByFingerprint } from "../customers/test-cards.ts"
import type { Simulator } from "../simulator.ts"

/** The bank's response to a charge. */
export type Authorization =
  | { status: "approved" }
  | { status: "declined"; declineCode: string }
  | { status: "requires_action" }

interface Presence {
  /** Whether the cardholder is there, at a hosted page, and not a renewal. */
  isPresent: boolean
  /** Whether they have passed 3-D Secure for this payment. */
  isAuthenticated?: boolean
}

/** Decides on a charge by the test card that a payment method stands for. */
export function authorize(
  sim: Simulator,
  method: PaymentMethod,
  { isPresent, isAuthenticated }: Presence,
): Authorization {
  const card = cardByFingerprint(method.card?.fingerprint)
  if (isExpired(sim, method)) return { status: "declined", declineCode: "expired_card" }
  if (!card) return { status: "declined", declineCode: "test_mode_live_card" }
  if (card.declines) return { status: "declined", declineCode: card.declines }
  if (card.declinesLater && !isPresent) return { status: "declined", declineCode: "generic_decline" }
  const isAsked = card.authentication === "always" || (card.authentication === "setup" && isPresent)
  return isAsked && !isAuthenticated ? { status: "requires_action" } : { status: "approved" }
}

/** Returns whether the last month of a card has passed. */
function isExpired(sim: Simulator, { card }: PaymentMethod): boolean {
  if (!card) return false
  return Date.UTC(card.exp_year, card.exp_month) / 1000 <= sim.clock.now()
}
