import type { InvoiceStatus, PriceInterval } from "~/db/enums"
import type { stripeStatuses } from "~/db/schema/billing"

/** Why a call of the provider failed. */
export type PaymentProblem =
  /** The provider did not respond, or with an error of its own: try again later. */
  | "unavailable"
  /** The card was refused. */
  | "declined"
  /** The bank wants the cardholder to confirm the payment. */
  | "confirmation_needed"
  /** The object does not exist (any more), or its state forbids the act. */
  | "refused"

/** A failed call of the payment provider. `message` is for the log. */
export class PaymentError extends Error {
  override readonly name = "PaymentError"
  constructor(
    readonly problem: PaymentProblem,
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options)
  }
}

/** Compares by name, so that an error of the adapter's own class counts too. */
export function isPaymentError(error: unknown): error is PaymentError {
  return error instanceof Error && error.name === "PaymentError"
}

/** An amount in minor units of `currency` (ISO 4217, lower case). */
export interface Money {
  amount: number
  currency: string
}

/** A subscription at the provider. Times are epoch ms. */
export interface ProvidedSubscription {
  ref: string
  /** Our plan's type when it was bought: `premium`. Null for a subscription that was made at the provider. */
  type: string | null
  status: (typeof stripeStatuses)[number]
  /** Null if it has several prices. */
  price: string | null
  quantity: number | null
  createdAt: number
  periodStartsAt: number
  periodEndsAt: number
  trialEndsAt: number | null
  /** When it ended, or will end as it was cancelled; null while it renews. */
  endsAt: number | null
  /** The next payment; null if there will be none. */
  next: Money | null
  /**
   * The trial that a checkout of ours gave, by the checkout's key; null for any other subscription. `fingerprint`: the
   * provider's identifier of the card's number, the same for every customer; only its keyed hash is stored.
   */
  trial: { key: string; fingerprint: string | null } | null
}

export interface ProvidedInvoice {
  ref: string
  subscription: string | null
  price: string | null
  number: string
  status: InvoiceStatus
  currency: string
  total: number
  tax: number
  paid: number
  refunded: number
  /** Held by the cardholder's bank, or lost to it. */
  disputed: number
  due: number
  periodStartsAt: number
  periodEndsAt: number
  issuedAt: number
  paidAt: number | null
  nextRetryAt: number | null
  attempts: number
}

export interface Card {
  brand: string
  last4: string
  expMonth: number
  expYear: number
}

/** A payment that the cardholder disputes with their bank. */
export interface ProvidedDispute {
  ref: string
  /** The invoice that was paid; null for a payment of none. */
  invoice: string | null
  amount: number
  currency: string
  /** `inquiry`: the bank asks, and holds nothing yet. `over`: the money is ours. */
  state: "inquiry" | "open" | "lost" | "over"
  /** Amount that the bank holds or took, in minor units. */
  held: number
}

/** A refund that the bank sent back. */
export interface ProvidedRefund extends Money {
  ref: string
  invoice: string | null
}

/** Everything that the provider knows of a customer, read at once. */
export interface ProvidedCustomer {
  /** The provider deleted them, or never had them: their subscriptions have ended. */
  isDeleted: boolean
  /** The latest first. */
  subscriptions: ProvidedSubscription[]
  invoices: ProvidedInvoice[]
  disputes: ProvidedDispute[]
  failedRefunds: ProvidedRefund[]
  card: Card | null
  /** Minor units that the next invoices are reduced by. */
  credit: Money | null
}

/** An event of the provider: a hint that something of a customer changed. */
export interface PaymentEvent {
  id: string
  type: string
  customer: string | null
  /** The payment that it is about, of an event that names no customer: that of a dispute. */
  charge: string | null
  /** The prices of a subscription that began; none of any other event. */
  startedPrices: string[]
  /** Epoch ms. */
  happenedAt: number
  isLive: boolean
}

interface NewCheckout {
  customer: string
  price: string
  /** Stored with the subscription: its type, and whose it is. */
  type: string
  userId: string
  locale: string
  /** The subscription names the key as its trial's (`ProvidedSubscription.trial`), unless `paysFrom` replaces the trial. */
  trialDays: number
  /** When the first payment is (epoch ms), at least two days ahead; null: now. */
  paysFrom: number | null
  successUrl: string
  cancelUrl: string
  /** Creating twice with the same key creates one. */
  key: string
}

export interface Checkout {
  ref: string
  state: "open" | "complete" | "expired"
  /** The provider's page; null once it is not open. */
  url: string | null
  /** Epoch ms. */
  expiresAt: number
}

/** Cost of a change of price, now and from then on. */
export interface ChangePreview {
  /** The time (epoch ms) that the amounts were computed for: changing with it costs just this. */
  at: number
  currency: string
  /** Charged at once; 0 if the unused time is worth more. */
  due: number
  /** Unused time of the present price. */
  unused: number
  /** Credit that remains for later payments. */
  credit: number
  /** From then on at each renewal. */
  nextAt: number
}

interface NewPrice {
  product: string
  amount: number
  currency: string
  interval: PriceInterval
  intervalCount: number
  key: string
}

/** Why members cancel: Stripe's `cancellation_details.feedback`. */
export const cancellationReasons = [
  "too_expensive",
  "unused",
  "missing_features",
  "low_quality",
  "switched_service",
  "other",
] as const
export type CancellationReason = (typeof cancellationReasons)[number]

/** The payment provider (trust-safety R27). Every method throws PaymentError. `key`: calls with the same key act once. */
export interface PaymentProvider {
  readonly name: string
  /** False in test mode and at the simulator. */
  readonly isLive: boolean
  /** `previous`: the deleted customer whom the new one replaces. Creating twice for the same member creates one. */
  createCustomer(member: { userId: string; email: string; locale: string; previous: string | null }): Promise<string>
  /** Reads all of a customer; one who is unknown reads as deleted. */
  readCustomer(ref: string): Promise<ProvidedCustomer>
  /** Returns the customer of a payment, or null. */
  readPayer(charge: string): Promise<string | null>
  /** Forfeits what the customer's next payments would be reduced by. Idempotent. */
  clearCredit(ref: string): Promise<void>
  /** Deletes the customer's personal data and ends their subscriptions at once. Idempotent. */
  deleteCustomer(ref: string): Promise<void>
  createCheckout(checkout: NewCheckout): Promise<Checkout>
  /** Reads a checkout; one that the provider does not know any more has expired. */
  readCheckout(ref: string): Promise<Checkout>
  /** Idempotent; a completed one remains completed. */
  expireCheckout(ref: string): Promise<Checkout>
  /** Returns the address of a page of the provider on which the customer replaces their card. */
  openCardPage(customer: string, returnUrl: string, locale: string): Promise<string>
  previewChange(subscription: string, price: string): Promise<ChangePreview>
  changePrice(subscription: string, price: string, at: number, key: string): Promise<void>
  /** Ends the subscription with its period, or lets it renew again. Idempotent. */
  setRenewal(subscription: string, renews: boolean, reason?: CancellationReason): Promise<void>
  /** Ends the subscription at once, without a refund. Idempotent. */
  endSubscription(subscription: string): Promise<void>
  /** Charges the card for an open invoice now. */
  payInvoice(invoice: string): Promise<void>
  /**
   * Reads what can be refunded of an invoice (minor units; 0 of an unknown one), and what was refunded with this key;
   * null: nothing yet.
   */
  readRefundable(invoice: string, key: string): Promise<{ left: number; done: number | null }>
  /** Refunds an invoice's payment, in part or whole. Throws `refused` for more than is left. */
  refund(invoice: string, amount: number, reason: string, key: string): Promise<void>
  /** Returns the invoice as a PDF. */
  readInvoicePdf(invoice: string): Promise<ReadableStream>
  /** Parses a webhook call. Throws PaymentError `refused` for a forged or stale signature. */
  parseWebhook(body: string, signature: string): Promise<PaymentEvent>
  /** Returns a page of the events since a time (epoch ms), newest first, as they would have been sent. */
  listEvents(
    since: number,
    after: string | null,
  ): Promise<{ events: (PaymentEvent & { payload: string })[]; hasMore: boolean }>
  createProduct(product: { id: string; name: string; type: string }): Promise<string>
  updateProduct(ref: string, product: { name: string; isActive: boolean }): Promise<void>
  createPrice(price: NewPrice): Promise<string>
  setPriceActive(ref: string, isActive: boolean): Promise<void>
}
