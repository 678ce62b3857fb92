import { checkRedemptions } from "../catalog/discounts.ts"
import { completeAddress, createCustomer } from "../customers/customers.ts"
import type { PaymentMethod } from "../customers/payment-methods.ts"
import { emit, saveAndEmit } from "../events/events.ts"
import { type Authorization, authorize } from "../payments/authorization.ts"
import { completeSetupIntent } from "../payments/setup-intents.ts"
import type { Simulator } from "../simulator.ts"
import { createSubscription } from "../subscriptions/creation.ts"
import { type CheckoutSession, type PayerDetails, planOf, type SessionPlan, savePlan } from "./sessions.ts"

const secondsPerDay = 24 * 3600

interface CheckoutCompletion {
  session: CheckoutSession
  details: PayerDetails
  method: PaymentMethod | null
  isAuthenticated: boolean
}

/** Tries to complete an open session with a card, or without one if none is asked for. */
export function completeSession(
  sim: Simulator,
  { session, details, method, isAuthenticated }: CheckoutCompletion,
): Authorization {
  const plan = planOf(sim, session.id)
  if (method) {
    const outcome = authorize(sim, method, { isPresent: true, isAuthenticated })
    if (outcome.status === "requires_action")
      savePlan(sim, session.id, { ...plan, authenticating: { method: method.id, details } })
    if (outcome.status !== "approved") return outcome
  }
  const customer = customerOf(sim, session, details, plan)
  checkRedemptions(sim, plan.redemptions, customer, session.amount_subtotal ?? 0)
  if (method) attachTo(sim, method, customer)
  const completed: CheckoutSession = {
    ...session,
    ...(session.mode === "setup"
      ? setUp(sim, session, method, customer)
      : subscribe(sim, { session, plan, customer, method })),
    customer,
    customer_details: customerDetails(sim, customer, details),
    status: "complete",
    url: null,
  }
  savePlan(sim, session.id, { ...plan, authenticating: null })
  sim.store.save(completed)
  emit(sim, "checkout.session.completed", completed)
  return { status: "approved" }
}

interface NewSubscription {
  session: CheckoutSession
  plan: SessionPlan
  customer: string
  method: PaymentMethod | null
}

function subscribe(sim: Simulator, { session, plan, customer, method }: NewSubscription): Partial<CheckoutSession> {
  const trialEnd = plan.trialDays === null ? plan.trialEnd : sim.clock.now() + plan.trialDays * secondsPerDay
  const { subscription } = createSubscription(
    sim,
    {
      customer,
      items: plan.items,
      trialEnd,
      automaticTax: session.automatic_tax.enabled,
      defaultPaymentMethod: method?.id ?? null,
      missingPaymentMethod: plan.missingPaymentMethod,
      description: plan.subscriptionDescription,
      metadata: plan.subscriptionMetadata,
      redemptions: plan.redemptions,
      checkoutSession: session.id,
    },
    { method: method ?? undefined, isPresent: true, isAuthenticated: true },
  )
  return {
    invoice: subscription.latest_invoice,
    payment_status: session.amount_total === 0 ? "no_payment_required" : "paid",
    subscription: subscription.id,
  }
}

function setUp(sim: Simulator, session: CheckoutSession, method: PaymentMethod | null, customer: string) {
  if (session.setup_intent && method) completeSetupIntent(sim, session.setup_intent, method.id, customer)
  return {}
}

function attachTo(sim: Simulator, method: PaymentMethod, customer: string): void {
  const attached = sim.store.save({ ...method, customer })
  emit(sim, "payment_method.attached", attached)
}

/** Returns the session's customer, a new one if it has none. */
function customerOf(sim: Simulator, session: CheckoutSession, details: PayerDetails, plan: SessionPlan): string {
  const address = details.country ? completeAddress({ country: details.country }) : null
  if (!session.customer) {
    const preferred_locales = session.locale && session.locale !== "auto" ? [session.locale] : []
    const { email, name } = details
    return createCustomer(sim, { email, name: name || null, address, preferred_locales }).id
  }
  const customer = sim.store.get("customer", session.customer)
  saveAndEmit(sim, "customer.updated", customer, {
    ...customer,
    ...(plan.updatesAddress && address && { address }),
    ...(plan.updatesName && details.name && { name: details.name }),
  })
  return customer.id
}

function customerDetails(
  sim: Simulator,
  customerId: string,
  details: PayerDetails,
): CheckoutSession["customer_details"] {
  const customer = sim.store.get("customer", customerId)
  return {
    address: completeAddress({ country: details.country || null }),
    business_name: null,
    email: customer.email ?? details.email,
    individual_name: null,
    name: details.name || (customer.name ?? null),
    phone: null,
    tax_exempt: "none",
    tax_ids: [],
  }
}
