import { type Redemption, redemptions } from "../catalog/discounts.ts"
import { createCustomer } from "../customers/customers.ts"
import { findOrFail } from "../http/endpoint.ts"
import { ApiError, invalidRequest } from "../http/errors.ts"
import { boolean, clearable, ignoring, integer, oneOf, shape, text, timeOrNow } from "../http/schema.ts"
import type { Simulator } from "../simulator.ts"
import { randomText } from "../store/ids.ts"
import { changeBilling, priceFor } from "../subscriptions/changes.ts"
import { createSubscription } from "../subscriptions/creation.ts"
import { automaticTax, itemChanges, trialEndOf } from "../subscriptions/endpoints.ts"
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
    trial_end: timeOrNow,
    cancel_at_period_end: boolean,
    ...ignoring("default_tax_rates", "start_date", "cancel_at", "cancel_now", "resume_at", "billing_mode"),
  },
)
export const previewSchema = shape(
  {},
  {
    customer: text,
    subscription: text,
    subscription_details: details,
    discounts: clearable(redemptions),
    automatic_tax: automaticTax,
    ...ignoring("currency", "customer_details", "preview_mode", "schedule"),
  },
)
type PreviewParams = ReturnType<typeof previewSchema>

/** Returns the invoice that a change would make, or the next one. Nothing of it is stored. */
export function previewInvoice(sim: Simulator, params: PreviewParams): Invoice {
  const invoice = sim.store.rehearse(() =>
    params.subscription ? previewChange(sim, params.subscription, params) : previewNew(sim, params),
  )
  const id = `upcoming_in_1${randomText(23)}`
  const lines = invoice.lines.data.map((line) => ({ ...line, invoice: id }))
  const url = `/v1/invoices/upcoming/lines`
  return { ...invoice, id, lines: { ...invoice.lines, url, data: lines }, number: null, status: "draft" }
}

function previewChange(sim: Simulator, id: string, params: PreviewParams): Invoice {
  const subscription = findOrFail(sim, "subscription", id, "subscription")
  const { subscription_details: change = {} } = params
  const stays = change.cancel_at_period_end === false || !subscription.cancel_at_period_end
  if (hasEnded(subscription)) throw noUpcomingInvoice(subscription)
  const changed = changeBilling(sim, subscription, {
    items: change.items,
    prorationBehavior: change.proration_behavior,
    prorationDate: change.proration_date,
    resetsAnchor: change.billing_cycle_anchor === "now",
    trialEnd: change.trial_end,
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

/** Previews the first invoice of a subscription that does not exist. */
function previewNew(sim: Simulator, params: PreviewParams): Invoice {
  const { items = [], trial_end } = params.subscription_details ?? {}
  if (items.length === 0)
    throw invalidRequest("Missing required param: subscription_details[items].", {
      param: "subscription_details[items]",
      code: "parameter_missing",
    })
  const customer = params.customer ? findOrFail(sim, "customer", params.customer, "customer") : createCustomer(sim, {})
  const { subscription } = createSubscription(
    sim,
    {
      customer: customer.id,
      items: items.map(({ price = "", quantity = 1 }) => ({
        price: priceFor(sim, price, "subscription_details[items]"),
        quantity,
      })),
      trialEnd: trialEndOf(sim, { trial_end }),
      automaticTax: params.automatic_tax?.enabled,
      redemptions: (params.discounts ?? []) as Redemption[],
    },
    null,
  )
  return sim.store.get("invoice", subscription.latest_invoice ?? "")
}
