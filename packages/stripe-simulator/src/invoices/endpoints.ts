import { resolvePaymentMethod } from "../customers/payment-methods.ts"
import { saveAndEmit } from "../events/events.ts"
import { byCustomer, endpoint, findOrFail, listEndpoint, noParams, retrieveEndpoint } from "../http/endpoint.ts"
import { invalidRequest } from "../http/errors.ts"
import { boolean, clearable, ignoring, integer, metadata, oneOf, shape, text } from "../http/schema.ts"
import type { Simulator } from "../simulator.ts"
import { mergeMetadata } from "../store/metadata.ts"
import { collect } from "./collection.ts"
import { finalizeInvoice, voidInvoice } from "./finalization.ts"
import { invoicePaymentEndpoints } from "./invoice-payments.ts"
import type { Invoice } from "./invoices.ts"
import { paymentError } from "./payment-errors.ts"
import { previewInvoice, previewSchema } from "./previews.ts"

/** Pays an open invoice at a caller's request; a failed attempt is recorded and thrown. */
function pay(sim: Simulator, id: string, methodId: string | undefined): Invoice {
  const invoice = findOrFail(sim, "invoice", id)
  if (invoice.status === "paid") throw invalidRequest("Invoice is already paid", { code: "invoice_already_paid" })
  if (invoice.status !== "open" && invoice.status !== "draft")
    throw invalidRequest(`Invoices with status ${invoice.status} cannot be paid.`, { code: "invoice_not_editable" })
  if (invoice.status === "draft") finalizeInvoice(sim, invoice)
  const method = methodId ? resolvePaymentMethod(sim, methodId) : undefined
  const outcome = collect(sim, id, { method })
  if (outcome.status !== "approved") throw paymentError(sim, id, outcome, true)
  return sim.store.get("invoice", id)
}

function requireStatus(invoice: Invoice, ...statuses: string[]): Invoice {
  if (statuses.includes(String(invoice.status))) return invoice
  throw invalidRequest(
    `This invoice is ${invoice.status}: this operation needs an invoice that is ${statuses.join(" or ")}.`,
    {
      code: "invoice_not_editable",
    },
  )
}

const updateSchema = shape(
  {},
  {
    metadata,
    description: clearable(text),
    auto_advance: boolean,
    default_payment_method: clearable(text),
    ...ignoring("footer"),
  },
)

export const invoiceEndpoints = [
  endpoint("POST", "/v1/invoices/create_preview", previewSchema, (sim, { params }) => previewInvoice(sim, params)),
  endpoint(
    "POST",
    "/v1/invoices/:id/pay",
    shape(
      {},
      { payment_method: text, off_session: boolean, ...ignoring("forgive", "paid_out_of_band", "source", "mandate") },
    ),
    (sim, { params, id }) => pay(sim, id, params.payment_method),
  ),
  endpoint("POST", "/v1/invoices/:id/finalize", shape({}, { auto_advance: boolean }), (sim, { id }) =>
    finalizeInvoice(sim, requireStatus(findOrFail(sim, "invoice", id), "draft")),
  ),
  endpoint("POST", "/v1/invoices/:id/void", noParams, (sim, { id }) =>
    voidInvoice(sim, requireStatus(findOrFail(sim, "invoice", id), "open", "uncollectible")),
  ),
  endpoint("POST", "/v1/invoices/:id", updateSchema, (sim, { params, id }) => {
    const { footer, ...given } = params
    const invoice = findOrFail(sim, "invoice", id)
    const changes = { ...given, metadata: mergeMetadata(invoice.metadata, params.metadata) }
    return saveAndEmit(sim, "invoice.updated", invoice, { ...invoice, ...changes })
  }),
  endpoint(
    "GET",
    "/v1/invoices/:id/lines",
    shape({}, { limit: integer, starting_after: text, ending_before: text }),
    (sim, call) => {
      const { limit = 10, starting_after: after } = call.params
      const { lines } = findOrFail(sim, "invoice", call.id)
      const start = after ? lines.data.findIndex(({ id }) => id === after) + 1 : 0
      return { ...lines, data: lines.data.slice(start, start + limit), has_more: lines.data.length > start + limit }
    },
  ),
  retrieveEndpoint("/v1/invoices/:id", "invoice"),
  listEndpoint("/v1/invoices", "invoice", {
    ...byCustomer,
    subscription: { path: "parent.subscription_details.subscription", schema: text },
    status: { path: "status", schema: oneOf("draft", "open", "paid", "uncollectible", "void") },
  }),
  ...invoicePaymentEndpoints,
]
