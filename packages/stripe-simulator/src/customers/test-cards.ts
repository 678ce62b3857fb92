import { createHash } from "node:crypto"

/** How a card behaves when it is charged. */
export interface TestCard {
  number: string
  brand: string
  funding: "credit" | "debit"
  country: string
  /** The payment method with which API requests name the card: `pm_card_visa`. */
  method: string
  /** The decline code of every charge. */
  declines?: string
  /** Set if the card can be saved but every later charge is declined. */
  declinesLater?: true
  /** `always`: each payment needs 3-D Secure; `setup`: only the first one, with the customer present. */
  authentication?: "always" | "setup"
}

const visa = { brand: "visa", funding: "credit", country: "US" } as const

/** https://docs.stripe.com/testing */
const testCards: TestCard[] = [
  { ...visa, number: "4242424242424242", method: "pm_card_visa" },
  { ...visa, number: "4000056655665556", method: "pm_card_visa_debit", funding: "debit" },
  { ...visa, number: "4000002500001001", method: "pm_card_fr", country: "FR" },
  { ...visa, brand: "mastercard", number: "5555555555554444", method: "pm_card_mastercard" },
  { ...visa, brand: "mastercard", number: "5200828282828210", method: "pm_card_mastercard_debit", funding: "debit" },
  { ...visa, brand: "amex", number: "378282246310005", method: "pm_card_amex" },
  { ...visa, number: "4000000000000002", method: "pm_card_chargeDeclined", declines: "generic_decline" },
  {
    ...visa,
    number: "4000000000009995",
    method: "pm_card_chargeDeclinedInsufficientFunds",
    declines: "insufficient_funds",
  },
  { ...visa, number: "4000000000009987", method: "pm_card_chargeDeclinedLostCard", declines: "lost_card" },
  { ...visa, number: "4000000000009979", method: "pm_card_chargeDeclinedStolenCard", declines: "stolen_card" },
  { ...visa, number: "4000000000000069", method: "pm_card_chargeDeclinedExpiredCard", declines: "expired_card" },
  { ...visa, number: "4000000000000127", method: "pm_card_chargeDeclinedIncorrectCvc", declines: "incorrect_cvc" },
  {
    ...visa,
    number: "4000000000000119",
    method: "pm_card_chargeDeclinedProcessingError",
    declines: "processing_error",
  },
  { ...visa, number: "4000000000000341", method: "pm_card_chargeCustomerFail", declinesLater: true },
  { ...visa, number: "4000002760003184", method: "pm_card_authenticationRequired", authentication: "always" },
  { ...visa, number: "4000002500003155", method: "pm_card_authenticationRequiredOnSetup", authentication: "setup" },
]

export function cardByNumber(number: string): TestCard | null {
  return testCards.find((card) => card.number === number) ?? null
}

/** Finds the card of a test id: `pm_card_visa`, also the longer `pm_card_visa_chargeDeclined`. */
export function cardByMethod(id: string): TestCard | null {
  const method = id.replace(/^pm_card_visa_charge/, "pm_card_charge")
  return testCards.find((card) => card.method === method) ?? null
}

/**
 * Returns the fingerprint of a card, by which a payment method's card is found again: 16 letters and digits, the same
 * for each customer who has the card, from which its number cannot be read.
 */
export function fingerprintOf({ number }: TestCard): string {
  return createHash("sha256").update(number).digest("base64").replace(/\W/g, "").slice(0, 16)
}

const cards = new Map(testCards.map((card) => [fingerprintOf(card), card]))

export function cardByFingerprint(fingerprint: string | null | undefined): TestCard | null {
  return cards.get(fingerprint ?? "") ?? null
}

/** Returns whether a number of a card has a valid check digit. */
export function passesLuhn(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false
  const digits = [...number].reverse().map(Number)
  const sum = digits.reduce((total, digit, index) => {
    const value = index % 2 === 0 ? digit : digit * 2
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
