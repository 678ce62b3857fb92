import { findOrFail } from "../http/endpoint.ts"
import { ApiError } from "../http/errors.ts"
import { boolean, ignoring, integer, oneOf, shape, text } from "../http/schema.ts"
import type { Simulator } from "../simulator.ts"
import { randomText } from "../store/ids.ts"
import { changeBilling } from "../subscriptions/changes.ts"
import { itemChanges } from "../subscriptions/endpoints.ts"
import { startNextPeriod } from "../subscriptions/renewal.ts"
import { currentPeriod, hasEnded, type Subscription } from "../subscriptions/subscriptions.ts"
import type { Invoice } from "./invoices.ts"

const details = shape(
  {},
  {
    items: itemChanges,
    proration_behavior: oneOf("always_invoice", "create_prorations", "none"),
    proration_date: integer,
    billing_cycle_anchor: oneOf("now", "unchanged"),
    cancel_at_period_end: boolean,
    ...ignoring("default_tax_rates", "start_date", "cancel_at", "cancel_now", "resume_at", "billing_mode"),
  },
)
export const previewSchema = shape(
  { subscription: text },
  { subscription_details: details, ...ignoring("currency", "customer_details", "preview_mode", "schedule") },
)
type PreviewParams = ReturnType<typeof previewSchema>

/** Returns the invoice that a change of a subscription would make, or its next one. Nothing of it is stored. */
export function previewInvoice(sim: Simulator, params: PreviewParams): Invoice {
  const invoice = sim.store.rehearse(() => previewChange(sim, params))
  const id = `upcoming_in_1${randomText(23)}`
  const lines = invoice.lines.data.map((line) => ({ ...line, invoice: id }))
  const url = `/v1/invoices/upcoming/lines`
  return { ...invoice, id, lines: { ...invoice.lines, url, data: lines }, number: null, status: "draft" }
}

function previewChange(
  sim: Simulator,
  { subscription: id, subscription_details: change = {} }: PreviewParams,
): Invoice {
  const subscription = findOrFail(sim, "subscription", id, "subscription")
  const stays = change.cancel_at_period_end === false || !subscription.cancel_at_period_end
  if (hasEnded(subscription)) throw noUpcomingInvoice(subscription)
  const changed = changeBilling(sim, subscription, {
    items: change.items,
    prorationBehavior: change.proration_behavior,
    prorationDate: change.proration_date,
    resetsAnchor: change.billing_cycle_anchor === "now",
  })
  if (changed.invoice) return changed.invoice
  if (!stays || change.cancel_at_period_end === true) throw noUpcomingInvoice(subscription)
  const next = changed.subscription
  return sim.clock.at(currentPeriod(next).end, () => startNextPeriod(sim, next).invoice)
}

function noUpcomingInvoice({ customer }: Subscription): ApiError {
  const message = `No upcoming invoices for customer: ${customer}`
  return new ApiError(404, { type: "invalid_request_error", code: "invoice_upcoming_none", message })
}
