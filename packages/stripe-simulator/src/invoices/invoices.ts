import { activeCoupons } from "../catalog/discounts.ts"
import { emit } from "../events/events.ts"
import type { Simulator } from "../simulator.ts"
import { newId } from "../store/ids.ts"
import { listOfAll, type Resources } from "../store/stored.ts"
import type { Period } from "../subscriptions/periods.ts"
import { takePendingLines } from "./invoice-items.ts"
import type { InvoiceLine } from "./lines.ts"
import { totalLines } from "./totals.ts"

export type Invoice = Resources["invoice"]
type Subscription = Resources["subscription"]
type Customer = Resources["customer"]

interface NewInvoice {
  id?: string
  subscription: Subscription
  reason: NonNullable<Invoice["billing_reason"]>
  lines: InvoiceLine[]
  period: Period
}

/** Drafts an invoice of a subscription with these lines and the pending prorations. */
export function draftInvoice(sim: Simulator, given: NewInvoice): Invoice {
  const id = given.id ?? newId("in")
  const lines = [...takePendingLines(sim, given.subscription.id, id), ...given.lines]
  const invoice = invoiceObject(sim, { ...given, id, lines })
  sim.store.insert(invoice)
  emit(sim, "invoice.created", invoice)
  return invoice
}

/** Returns the amounts of an invoice after the customer's balance: credit is negative. */
export function applyBalance(total: number, balance: number) {
  const amount_due = Math.max(0, total + balance)
  return { amount_due, amount_remaining: amount_due, starting_balance: balance }
}

function invoiceObject(sim: Simulator, given: NewInvoice & { id: string }): Invoice {
  const { id, subscription, period } = given
  const customer = sim.store.get("customer", subscription.customer)
  const hasTax = subscription.automatic_tax.enabled
  const totals = totalLines(given.lines, {
    coupons: activeCoupons(sim, subscription.discounts),
    taxPercent: hasTax ? sim.settings.taxPercent : null,
    taxBehavior: subscription.items.data[0]?.price.tax_behavior === "exclusive" ? "exclusive" : "inclusive",
  })
  const lines = totals.lines.map((line) => ({ ...line, invoice: id }))
  return {
    ...emptyInvoice(sim, id, customer),
    ...applyBalance(totals.total, customer.balance),
    automatic_tax: {
      disabled_reason: null,
      enabled: hasTax,
      liability: hasTax ? { type: "self" } : null,
      provider: hasTax ? "stripe" : null,
      status: hasTax ? "complete" : null,
    },
    billing_reason: given.reason,
    currency: subscription.currency,
    discounts: subscription.discounts,
    lines: listOfAll(`/v1/invoices/${id}/lines`, lines),
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: "subscription_details",
    },
    period_end: period.end,
    period_start: period.start,
    subtotal: totals.subtotal,
    subtotal_excluding_tax: totals.subtotal_excluding_tax,
    total: totals.total,
    total_discount_amounts: totals.total_discount_amounts,
    total_excluding_tax: totals.total_excluding_tax,
    total_taxes: totals.total_taxes,
  }
}

const noAmounts = {
  amount_due: 0,
  amount_overpaid: 0,
  amount_paid: 0,
  amount_remaining: 0,
  amount_shipping: 0,
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
  starting_balance: 0,
  subtotal: 0,
  subtotal_excluding_tax: 0,
  total: 0,
  total_discount_amounts: [],
  total_excluding_tax: 0,
  total_pretax_credit_amounts: [],
  total_taxes: [],
}

function customerFields(customer: Customer) {
  return {
    customer: customer.id,
    customer_account: null,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: customer.tax_exempt ?? "none",
    customer_tax_ids: [],
  }
}

/** Returns a draft without lines. */
function emptyInvoice(sim: Simulator, id: string, customer: Customer): Invoice {
  const now = sim.clock.now()
  return {
    id,
    object: "invoice",
    ...noAmounts,
    ...customerFields(customer),
    account_country: sim.settings.accountCountry,
    account_name: sim.settings.accountName,
    account_tax_ids: null,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: "manual",
    collection_method: "charge_automatically",
    created: now,
    currency: customer.currency ?? "eur",
    custom_fields: null,
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: "self" },
    last_finalization_error: null,
    latest_revision: null,
    lines: listOfAll(`/v1/invoices/${id}/lines`, []),
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent: null,
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: now,
    period_start: now,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    statement_descriptor: null,
    status: "draft",
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    test_clock: null,
    webhooks_delivered_at: now,
  }
}

/** Returns the id of the subscription that an invoice is for. */
export function subscriptionIdOf(invoice: Invoice): string | null {
  return invoice.parent?.subscription_details?.subscription ?? null
}

/** Returns the invoices of a subscription, newest first. */
export function invoicesOf(sim: Simulator, subscription: string): Invoice[] {
  return sim.store.listWhere("invoice", "parent.subscription_details.subscription", subscription)
}
