import Stripe from "stripe"
import { type Checkout, isPaymentError, PaymentError, type PaymentProvider } from "~/domain/core/ports/payments"
import { customersOf, isMissing } from "./customers"
import { invoicesOf } from "./invoices"
import { idOf, toCheckout, toEvent, toPaymentError, toPreview } from "./objects"

export interface StripeSettings {
  secretKey: string
  webhookSecret: string
  /** Of the simulator; null: Stripe's own. */
  origin: string | null
}

/** Longest wait (ms) for a response, and retries after a connection error, with the same idempotency key. */
const timeout = 10_000
const maxNetworkRetries = 1
/** Age (s) up to which a webhook's signature is accepted (docs.stripe.com/webhooks#verify-events). */
const signatureLifetime = 300
/** Stripe's largest page. */
const listLimit = 100

/** Returns whether a secret key acts on real cards and people. */
export const isLiveKey = (key: string) => /^(sk|rk)_live_/.test(key)

const clients = new Map<string, Stripe>()

/** Returns the library's client, one per isolate and setting. */
export function clientOf({ secretKey, origin }: Omit<StripeSettings, "webhookSecret">): Stripe {
  const key = `${secretKey} ${origin}`
  const known = clients.get(key)
  if (known) return known
  const address = origin ? new URL(origin) : null
  const client = new Stripe(secretKey, {
    httpClient: Stripe.createFetchHttpClient(),
    telemetry: false,
    timeout,
    maxNetworkRetries,
    ...(address && {
      host: address.hostname,
      port: address.port,
      protocol: address.protocol === "https:" ? ("https" as const) : ("http" as const),
    }),
  })
  clients.set(key, client)
  return client
}

/** Creates the payment provider on Stripe, or on whatever speaks its API at `origin`. */
export function createStripe(settings: StripeSettings): PaymentProvider {
  const stripe = clientOf(settings)
  const provider: PaymentProvider = {
    name: "stripe",
    isLive: isLiveKey(settings.secretKey),
    ...customersOf(stripe),
    ...purchasesOf(stripe),
    ...subscriptionsOf(stripe),
    ...invoicesOf(stripe, settings.origin, timeout),
    ...eventsOf(stripe, settings.webhookSecret),
    ...catalogOf(stripe),
  }
  return withPaymentErrors(provider)
}

/** Converts everything that the methods throw to PaymentError. */
function withPaymentErrors(provider: PaymentProvider): PaymentProvider {
  const methods = Object.entries(provider).map(([name, method]) => {
    if (typeof method !== "function") return [name, method]
    const guarded = async (...values: unknown[]) => {
      try {
        return await (method as (...values: unknown[]) => Promise<unknown>)(...values)
      } catch (error) {
        throw isPaymentError(error) ? error : toPaymentError(error)
      }
    }
    return [name, guarded]
  })
  return Object.fromEntries(methods) as PaymentProvider
}

function purchasesOf(
  stripe: Stripe,
): Pick<PaymentProvider, "createCheckout" | "readCheckout" | "expireCheckout" | "openCardPage"> {
  return {
    async createCheckout({ customer, price, type, userId, locale, trialDays, paysFrom, successUrl, cancelUrl, key }) {
      const trial = paysFrom
        ? { trial_end: Math.ceil(paysFrom / 1_000) }
        : trialDays > 0
          ? { trial_period_days: trialDays }
          : {}
      const session = await stripe.checkout.sessions.create(
        {
          mode: "subscription",
          customer,
          client_reference_id: userId,
          locale: locale as Stripe.Checkout.SessionCreateParams.Locale,
          line_items: [{ price, quantity: 1 }],
          allow_promotion_codes: true,
          automatic_tax: { enabled: true },
          billing_address_collection: "auto",
          customer_update: { address: "auto" },
          subscription_data: {
            metadata: { type, user: userId, ...(!paysFrom && trialDays > 0 && { trial: key }) },
            ...trial,
          },
          success_url: successUrl,
          cancel_url: cancelUrl,
        },
        { idempotencyKey: `checkout ${key}` },
      )
      return toCheckout(session)
    },
    readCheckout: (ref) => readCheckout(stripe, ref),
    async expireCheckout(ref) {
      const checkout = await readCheckout(stripe, ref)
      return checkout.state === "open" ? toCheckout(await stripe.checkout.sessions.expire(ref)) : checkout
    },
    openCardPage: (customer, returnUrl, locale) => openCardPage(stripe, customer, returnUrl, locale),
  }
}

/** Reads a checkout; one that the provider does not know any more has expired. */
async function readCheckout(stripe: Stripe, ref: string): Promise<Checkout> {
  try {
    return toCheckout(await stripe.checkout.sessions.retrieve(ref))
  } catch (error) {
    if (isMissing(error)) return { ref, state: "expired", url: null, expiresAt: 0 }
    throw error
  }
}

/**
 * The portal replaces the customer's card, but Checkout stores the first one with the subscription, where it wins: it
 * becomes the customer's first.
 */
async function openCardPage(stripe: Stripe, customer: string, returnUrl: string, locale: string): Promise<string> {
  const { data } = await stripe.subscriptions.list({ customer, limit: listLimit })
  for (const { id, default_payment_method } of data) {
    const method = idOf(default_payment_method)
    if (!method) continue
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: method } })
    await stripe.subscriptions.update(id, { default_payment_method: "" })
  }
  const session = await stripe.billingPortal.sessions.create({
    customer,
    locale: locale as Stripe.BillingPortal.SessionCreateParams.Locale,
    return_url: returnUrl,
    flow_data: {
      type: "payment_method_update",
      after_completion: { type: "redirect", redirect: { return_url: returnUrl } },
    },
  })
  return session.url
}

function subscriptionsOf(
  stripe: Stripe,
): Pick<PaymentProvider, "previewChange" | "changePrice" | "setRenewal" | "endSubscription"> {
  const itemOf = async (ref: string) => {
    const { items } = await stripe.subscriptions.retrieve(ref)
    const [item] = items.data
    if (!item || items.data.length > 1) throw new PaymentError("refused", "The subscription has not one price")
    return item
  }
  return {
    async previewChange(subscription, price) {
      const item = await itemOf(subscription)
      const at = Math.floor(Date.now() / 1_000)
      const preview = await stripe.invoices.createPreview({
        subscription,
        subscription_details: {
          items: [{ id: item.id, price }],
          proration_behavior: "always_invoice",
          proration_date: at,
        },
      })
      return toPreview(preview, at)
    },
    async changePrice(subscription, price, at, key) {
      const item = await itemOf(subscription)
      if (item.price.id === price) return
      await stripe.subscriptions.update(
        subscription,
        {
          items: [{ id: item.id, price }],
          proration_behavior: "always_invoice",
          proration_date: Math.floor(at / 1_000),
          cancel_at_period_end: false,
          payment_behavior: "error_if_incomplete",
        },
        { idempotencyKey: `change ${key}` },
      )
    },
    async setRenewal(subscription, isRenewed, reason) {
      await stripe.subscriptions.update(subscription, {
        cancel_at_period_end: !isRenewed,
        ...(reason && { cancellation_details: { feedback: reason } }),
      })
    },
    async endSubscription(subscription) {
      try {
        const { status } = await stripe.subscriptions.retrieve(subscription)
        if (status === "canceled" || status === "incomplete_expired") return
        await stripe.subscriptions.cancel(subscription, { invoice_now: false, prorate: false })
      } catch (error) {
        // Gone is ended.
        if (!isMissing(error)) throw error
      }
    },
  }
}

function eventsOf(stripe: Stripe, webhookSecret: string): Pick<PaymentProvider, "parseWebhook" | "listEvents"> {
  return {
    async parseWebhook(body, signature) {
      try {
        const event = await stripe.webhooks.constructEventAsync(body, signature, webhookSecret, signatureLifetime)
        // Stripe's library refuses old signatures, but not those of the future.
        const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1])
        if (signedAt > Date.now() / 1_000 + signatureLifetime) throw new Error("Signed in the future")
        return toEvent(event)
      } catch (cause) {
        throw new PaymentError("refused", "The webhook's signature or its body is not Stripe's", { cause })
      }
    },
    async listEvents(since, after) {
      const { data, has_more } = await stripe.events.list({
        created: { gte: Math.floor(since / 1_000) },
        limit: listLimit,
        ...(after && { starting_after: after }),
      })
      return { events: data.map((one) => ({ ...toEvent(one), payload: JSON.stringify(one) })), hasMore: has_more }
    },
  }
}

function catalogOf(
  stripe: Stripe,
): Pick<PaymentProvider, "createProduct" | "updateProduct" | "createPrice" | "setPriceActive"> {
  return {
    async createProduct({ id, name, type }) {
      const product = await stripe.products.create(
        { name, metadata: { plan: id, type } },
        { idempotencyKey: `product ${id}` },
      )
      return product.id
    },
    async updateProduct(ref, { name, isActive }) {
      await stripe.products.update(ref, { name, active: isActive })
    },
    async createPrice({ product, amount, currency, interval, intervalCount, key }) {
      const price = await stripe.prices.create(
        {
          product,
          currency,
          unit_amount: amount,
          tax_behavior: "inclusive",
          recurring: { interval, interval_count: intervalCount },
        },
        { idempotencyKey: `price ${key}` },
      )
      return price.id
    },
    async setPriceActive(ref, isActive) {
      await stripe.prices.update(ref, { active: isActive })
    },
  }
}
