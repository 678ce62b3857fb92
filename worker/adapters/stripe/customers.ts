import type Stripe from "stripe"
import type {
  PaymentProvider,
  ProvidedCustomer,
  ProvidedDispute,
  ProvidedRefund,
  ProvidedSubscription,
} from "~/domain/core/ports/payments"
import {
  addUp,
  ended,
  idOf,
  isFailed,
  methodOf,
  type Returned,
  renews,
  toCard,
  toDispute,
  toInvoice,
  toSubscription,
} from "./objects"

/** Objects of a kind that a copy of a customer holds: with monthly payments and three tries each, decades. */
const maxListed = 1_000
const all = { limit: maxListed }
/** Stripe's largest page. */
const limit = 100

const codeOf = (error: unknown) => (error as Partial<Stripe.errors.StripeError> | null)?.code

/** Stripe's word for an object that does not exist, or does not any more. */
export function isMissing(error: unknown): boolean {
  return codeOf(error) === "resource_missing"
}

/** Returns what a read gives, or `nothing` if its object is gone. */
async function orNone<Found, Nothing>(read: Promise<Found>, nothing: Nothing): Promise<Found | Nothing> {
  try {
    return await read
  } catch (error) {
    if (isMissing(error)) return nothing
    throw error
  }
}

export function customersOf(
  stripe: Stripe,
): Pick<PaymentProvider, "createCustomer" | "readCustomer" | "readPayer" | "clearCredit" | "deleteCustomer"> {
  return {
    async createCustomer({ userId, email, locale, previous }) {
      const customer = await stripe.customers.create(
        { email, preferred_locales: [locale], metadata: { user: userId } },
        { idempotencyKey: previous ? `customer ${userId} after ${previous}` : `customer ${userId}` },
      )
      return customer.id
    },
    readCustomer: (ref) => readCustomer(stripe, ref),
    async readPayer(charge) {
      const found = await orNone(stripe.charges.retrieve(charge), null)
      return idOf(found?.customer)
    },
    async clearCredit(ref) {
      const customer = await orNone(stripe.customers.retrieve(ref), null)
      if (customer && !customer.deleted) await stripe.customers.update(ref, { balance: 0 })
    },
    async deleteCustomer(ref) {
      const customer = await orNone(stripe.customers.retrieve(ref), null)
      if (customer && !customer.deleted) await stripe.customers.del(ref)
    },
  }
}

/**
 * Reads a customer, once more if one of their subscriptions ended between the list and the preview of its next invoice
 * (`invoice_upcoming_none`, https://docs.stripe.com/error-codes#invoice-upcoming-none).
 */
async function readCustomer(stripe: Stripe, ref: string): Promise<ProvidedCustomer> {
  try {
    return await readCustomerOnce(stripe, ref)
  } catch (error) {
    if (codeOf(error) !== "invoice_upcoming_none") throw error
    return readCustomerOnce(stripe, ref)
  }
}

/**
 * Reads a customer without expansion: the stub of a deleted one has nothing to expand. Their subscriptions have ended,
 * whatever a list says, and their invoices can still be refunded or disputed.
 */
async function readCustomerOnce(stripe: Stripe, ref: string): Promise<ProvidedCustomer> {
  const [found, subscriptions, invoices, charges] = await Promise.all([
    orNone(stripe.customers.retrieve(ref), null),
    orNone(
      stripe.subscriptions
        .list({ customer: ref, status: "all", limit, expand: ["data.default_payment_method"] })
        .autoPagingToArray(all),
      [],
    ),
    orNone(stripe.invoices.list({ customer: ref, limit, expand: ["data.payments"] }).autoPagingToArray(all), []),
    orNone(stripe.charges.list({ customer: ref, limit, expand: ["data.refunds"] }).autoPagingToArray(all), []),
  ])
  const customer = found && !found.deleted ? found : null
  const method = customer ? await readMethod(stripe, subscriptions, customer) : null
  const [provided, paid] = await Promise.all([
    Promise.all(
      subscriptions.map(async (one) =>
        customer ? toSubscription(one, renews(one) ? await nextOf(stripe, one.id) : null, method) : ended(one),
      ),
    ),
    readPayments(stripe, charges, invoices),
  ])
  return {
    isDeleted: customer === null,
    subscriptions: provided,
    invoices: invoices.flatMap((one) => toInvoice(one, paid.of) ?? []),
    disputes: paid.disputes,
    failedRefunds: paid.failedRefunds,
    card: toCard(method),
    credit: customer ? creditOf(customer) : null,
  }
}

function creditOf({ balance, currency }: Stripe.Customer): ProvidedCustomer["credit"] {
  return balance < 0 && currency ? { amount: -balance, currency } : null
}

/** Reads what pays a customer's plan: the subscription's payment method, or the customer's. */
async function readMethod(
  stripe: Stripe,
  subscriptions: Stripe.Subscription[],
  customer: Stripe.Customer,
): Promise<Stripe.PaymentMethod | null> {
  const ofSubscription = methodOf(subscriptions)
  const method = idOf(customer.invoice_settings.default_payment_method)
  if (ofSubscription?.card || !method) return ofSubscription
  return orNone(stripe.paymentMethods.retrieve(method), null)
}

async function nextOf(stripe: Stripe, subscription: string): Promise<ProvidedSubscription["next"]> {
  const { amount_due, currency } = await stripe.invoices.createPreview({ subscription })
  return { amount: amount_due, currency }
}

/** Payments by their intent, of which each try is a charge, the latest first. */
interface Payments {
  of: (paymentIntent: string) => Returned
  disputes: ProvidedDispute[]
  failedRefunds: ProvidedRefund[]
}

async function readPayments(stripe: Stripe, charges: Stripe.Charge[], invoices: Stripe.Invoice[]): Promise<Payments> {
  const invoiceOf = new Map(
    invoices.flatMap(({ id, payments }) =>
      (payments?.data ?? []).map(({ payment }) => [idOf(payment.payment_intent), id ?? null] as const),
    ),
  )
  const tries = await Promise.all(
    charges.map(async (charge) => {
      const intent = idOf(charge.payment_intent)
      const invoice = invoiceOf.get(intent) ?? null
      const disputes = (await disputesOf(stripe, charge)).map((one) => toDispute(one, invoice))
      const held = disputes.reduce((sum, { held }) => sum + held, 0)
      return { intent, invoice, refunds: await refundsOf(stripe, charge), disputes, held }
    }),
  )
  return {
    of: addUp(tries),
    disputes: tries.flatMap(({ disputes }) => disputes),
    failedRefunds: tries.flatMap(({ refunds, invoice }) =>
      refunds.filter(isFailed).map(({ id, amount, currency }) => ({ ref: id, invoice, amount, currency })),
    ),
  }
}

/** Returns the disputes of a charge, for most without a call. */
async function disputesOf(stripe: Stripe, { id, disputed }: Stripe.Charge): Promise<Stripe.Dispute[]> {
  return disputed ? stripe.disputes.list({ charge: id, limit }).autoPagingToArray(all) : []
}

/** Returns all refunds of a charge; the expanded list holds the latest ten. */
export async function refundsOf(stripe: Stripe, { id, refunds }: Stripe.Charge): Promise<Stripe.Refund[]> {
  if (refunds && !refunds.has_more) return refunds.data
  return stripe.refunds.list({ charge: id, limit }).autoPagingToArray(all)
}
