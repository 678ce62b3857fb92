import type Stripe from "stripe"

/** An object as Stripe sends it without expansion: references are ids, decimals are strings. */
export type Stored<T> = string extends T
  ? [Exclude<T, null | undefined>] extends [object]
    ? T
    : Extract<T, string | null | undefined>
  : T extends Stripe.Decimal
    ? string
    : T extends Array<infer U>
      ? Array<Stored<U>>
      : T extends object
        ? { [K in keyof T]: Stored<T[K]> }
        : T

export type Metadata = Record<string, string>

/** Every type of object in the store, by the name in its property `object`. */
export interface Resources {
  product: Stored<Stripe.Product>
  price: Stored<Stripe.Price>
  coupon: Stored<Stripe.Coupon>
  promotion_code: Stored<Stripe.PromotionCode>
  discount: Stored<Stripe.Discount>
  customer: Stored<Stripe.Customer>
  customer_balance_transaction: Stored<Stripe.CustomerBalanceTransaction>
  payment_method: Stored<Stripe.PaymentMethod>
  setup_intent: Stored<Stripe.SetupIntent>
  payment_intent: Stored<Stripe.PaymentIntent>
  charge: Stored<Stripe.Charge>
  refund: Stored<Stripe.Refund>
  dispute: Stored<Stripe.Dispute>
  subscription: Stored<Stripe.Subscription>
  invoiceitem: Stored<Stripe.InvoiceItem>
  invoice: Stored<Stripe.Invoice>
  invoice_payment: Stored<Stripe.InvoicePayment>
  "checkout.session": Stored<Stripe.Checkout.Session>
  "billing_portal.session": Stored<Stripe.BillingPortal.Session>
  "identity.verification_session": Stored<Stripe.Identity.VerificationSession>
  "identity.verification_report": Stored<Stripe.Identity.VerificationReport>
  event: StoredEvent
  webhook_endpoint: Stored<Stripe.WebhookEndpoint>
}

export type ResourceName = keyof Resources
export type Resource = Resources[ResourceName]

/** An event of any type: `Stripe.Event` is a union by type, of which the simulator needs only what all have. */
export type StoredEvent = Omit<Stored<Stripe.EventBase>, "data" | "type"> & {
  type: string
  data: { object: unknown; previous_attributes?: Record<string, unknown> }
}

export interface StripeList<T> {
  object: "list"
  url: string
  has_more: boolean
  data: T[]
}

/** Wraps all of `data` as a list object. */
export function listOfAll<T>(url: string, data: T[]): StripeList<T> {
  return { object: "list", url, has_more: false, data }
}
