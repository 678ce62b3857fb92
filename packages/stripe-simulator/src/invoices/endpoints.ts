import { resolvePaymentMethod } from "../customers/payment-methods.ts"
import { byCustomer, endpoint, findOrFail, listEndpoint, retrieveEndpoint } from "../http/endpoint.ts"
import { invalidRequest } from "../http/errors.ts"
import { boolean, ignoring, oneOf, shape, text } from "../http/schema.ts"
import type { Simulator } from "../simulator.ts"
import { collect } from "./collection.ts"
import { finalizeInvoice } from "./finalization.ts"
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
  retrieveEndpoint("/v1/invoices/:id", "invoice"),
  listEndpoint("/v1/invoices", "invoice", {
    ...byCustomer,
    subscription: { path: "parent.subscription_details.subscription", schema: text },
    status: { path: "status", schema: oneOf("draft", "open", "paid", "uncollectible", "void") },
  }),
  ...invoicePaymentEndpoints,
]
