import type { Redemption } from "../catalog/discounts.ts"
import { emit } from "../events/events.ts"
import type { Simulator } from "../simulator.ts"
import { randomText } from "../store/ids.ts"
import type { Metadata, Resources } from "../store/stored.ts"
import { schedule } from "../store/tasks.ts"
import type { NewItem } from "../subscriptions/subscriptions.ts"
import { lineItemsOf, type Order, sessionTotals } from "./totals.ts"

export type CheckoutSession = Resources["checkout.session"]

/** Data that a session needs to be completed and does not show in its properties. */
export interface SessionPlan {
  items: NewItem[]
  redemptions: Redemption[]
  trialEnd: number | null
  trialDays: number | null
  missingPaymentMethod: "cancel" | "create_invoice" | "pause"
  subscriptionMetadata: Metadata
  subscriptionDescription: string | null
  /** Whether the customer's address and name are taken from the page. */
  updatesAddress: boolean
  updatesName: boolean
  /** The payment method that waits for 3-D Secure. */
  authenticating: { method: string; details: PayerDetails } | null
}

/** Details that the page asks a payer for besides the card. */
export interface PayerDetails {
  email: string
  name: string
  country: string
}

const planKey = (session: string) => `checkout:${session}`

export function planOf(sim: Simulator, sessionId: string): SessionPlan {
  const plan = sim.store.note<SessionPlan>(planKey(sessionId))
  if (!plan) throw new Error(`There is no plan of ${sessionId}`)
  return plan
}

export function savePlan(sim: Simulator, sessionId: string, plan: SessionPlan): void {
  sim.store.setNote(planKey(sessionId), plan)
}

export function hasTrial({ trialEnd, trialDays }: SessionPlan): boolean {
  return trialEnd !== null || trialDays !== null
}

export function orderOf(session: CheckoutSession, { items, redemptions }: SessionPlan): Order {
  return { items, redemptions, hasTax: session.automatic_tax.enabled }
}

/** Returns whether the page asks for a card: with `if_required` only if there is something to pay. */
export function asksForCard(session: CheckoutSession): boolean {
  return (
    session.mode === "setup" || session.payment_method_collection !== "if_required" || (session.amount_total ?? 0) > 0
  )
}

type SessionProperties = Partial<CheckoutSession> & Pick<CheckoutSession, "mode" | "expires_at">

/** Creates a session and schedules its expiry. */
export function createSession(sim: Simulator, given: SessionProperties, plan: SessionPlan): CheckoutSession {
  const session = sessionObject(sim, given)
  savePlan(sim, session.id, plan)
  schedule(sim.store, session.expires_at, "expire-session", session.id)
  return sim.store.insert(plan.items.length > 0 ? withOrder(sim, session, plan) : session)
}

/** Returns a session with the amounts of its order, and stores its line items. */
export function withOrder(sim: Simulator, session: CheckoutSession, plan: SessionPlan): CheckoutSession {
  const order = orderOf(session, plan)
  sim.store.setNote(`line_items:${session.id}`, lineItemsOf(sim, session.id, order, hasTrial(plan)))
  const discounts = plan.redemptions.map(({ coupon = null, promotion_code = null }) => ({ coupon, promotion_code }))
  return {
    ...session,
    ...sessionTotals(sim, order, hasTrial(plan)),
    discounts: discounts.length > 0 ? discounts : null,
  }
}

/** Properties for what the simulator does not do. */
const unusedFields = {
  after_expiration: null,
  client_secret: null,
  collected_information: null,
  currency_conversion: null,
  customer_account: null,
  integration_identifier: null,
  invoice_creation: null,
  managed_payments: null,
  origin_context: null,
  payment_intent: null,
  payment_link: null,
  permissions: null,
  recovered_from: null,
  saved_payment_method_options: null,
  shipping_address_collection: null,
  shipping_cost: null,
  wallet_options: null,
}

function sessionObject(sim: Simulator, given: SessionProperties): CheckoutSession {
  const id = `cs_test_a1${randomText(56)}`
  return {
    id,
    object: "checkout.session",
    ...unusedFields,
    adaptive_pricing: given.mode === "setup" ? null : { enabled: false },
    allow_promotion_codes: null,
    amount_subtotal: null,
    amount_total: null,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: null,
    client_reference_id: null,
    consent: null,
    consent_collection: null,
    created: sim.clock.now(),
    currency: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: null,
    customer_creation: given.mode === "subscription" && !given.customer ? "always" : null,
    customer_details: null,
    customer_email: null,
    discounts: null,
    invoice: null,
    livemode: false,
    locale: null,
    metadata: {},
    payment_method_collection: given.mode === "subscription" ? "always" : null,
    payment_method_configuration_details: null,
    payment_method_options: { card: { request_three_d_secure: "automatic" } },
    payment_method_types: ["card"],
    payment_status: given.mode === "setup" ? "no_payment_required" : "unpaid",
    phone_number_collection: { enabled: false },
    setup_intent: null,
    shipping_options: [],
    status: "open",
    submit_type: null,
    subscription: null,
    success_url: null,
    total_details: null,
    ui_mode: "hosted_page",
    url: `${sim.url}/c/pay/${id}`,
    ...given,
  }
}

/** Expires an open session: when its time is over (`due`), or at once. */
export function expireSession(sim: Simulator, id: string, due?: number): CheckoutSession | undefined {
  const session = sim.store.find("checkout.session", id)
  if (session?.status !== "open" || (due !== undefined && session.expires_at !== due)) return undefined
  const expired = sim.store.save({ ...session, status: "expired", url: null })
  emit(sim, "checkout.session.expired", expired)
  return expired
}
