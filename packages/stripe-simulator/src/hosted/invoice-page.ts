import { emit } from "../events/events.ts"
import type { Reply } from "../http/messages.ts"
import { collect } from "../invoices/collection.ts"
import { paymentOf } from "../invoices/invoice-payments.ts"
import type { Invoice } from "../invoices/invoices.ts"
import type { Simulator } from "../simulator.ts"
import { cardFields, type FieldErrors, type FormFields, hasErrors, readCard, saveCard } from "./card-form.ts"
import { type Html, html } from "./html.ts"
import { writePdf } from "./invoice-pdf.ts"
import { formatDate, formatMoney } from "./money.ts"
import { errorSummary, notFound, page, redirect } from "./page.ts"
import { type Language, languageOf, textKey, translator } from "./texts.ts"

/** Returns the language of a customer's invoices. */
function languageFor(sim: Simulator, customerId: string | null, acceptLanguage: string): Language {
  const customer = sim.store.find("customer", customerId ?? "")
  return languageOf(customer?.preferred_locales?.[0], acceptLanguage)
}

/** Responds for the page of an invoice, on which an open one can be paid. */
export function invoicePage(sim: Simulator, id: string, acceptLanguage: string, values: FormFields | null): Reply {
  const invoice = sim.store.find("invoice", id)
  const language = languageFor(sim, invoice?.customer ?? null, acceptLanguage)
  if (!invoice?.hosted_invoice_url) return notFound(language)
  if (values && invoice.status === "open") return payInvoice(sim, invoice, language, values)
  return showInvoice(invoice, language, {}, {})
}

/** Returns the rows of an invoice's amounts: label and amount. */
function amountRows(invoice: Invoice, language: Language): [string, string][] {
  const t = translator(language)
  const money = (amount: number) => formatMoney(language, amount, invoice.currency)
  const [tax] = invoice.total_taxes ?? []
  const discount = (invoice.total_discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0)
  const credit = invoice.total - invoice.amount_due
  return [
    ...invoice.lines.data.map((line): [string, string] => [line.description ?? "", money(line.amount)]),
    ...(discount > 0 ? [[t("discount"), money(-discount)] satisfies [string, string]] : []),
    ...(tax
      ? [
          [
            t(tax.tax_behavior === "inclusive" ? "taxIncluded" : "tax", {
              percent: Math.round((100 * tax.amount) / (tax.taxable_amount || 1)),
            }),
            money(tax.amount),
          ] satisfies [string, string],
        ]
      : []),
    [t("total"), money(invoice.total)],
    ...(credit !== 0 && invoice.total > 0 ? [[t("credit"), money(-credit)] satisfies [string, string]] : []),
    [t("amountDue"), money(invoice.amount_due)],
  ]
}

function showInvoice(invoice: Invoice, language: Language, values: FormFields, errors: FieldErrors): Reply {
  const t = translator(language)
  const status = t(textKey(`status_${invoice.status}`, "status_open"))
  const body = html`<p>${t("status")}: <strong>${status}</strong><br>${t("invoiceDate")}: ${formatDate(language, invoice.created)}<br>${t("customer")}: ${invoice.customer_name ?? invoice.customer_email ?? ""}</p>
<dl>${amountRows(invoice, language).map(([label, amount]) => html`<dt>${label}</dt><dd>${amount}</dd>`)}</dl>
<p><a class="button plain" href="/i/${invoice.id}/pdf">${t("downloadPdf")}</a></p>
${invoice.status === "open" && payForm(invoice, language, values, errors)}`
  return page({
    language,
    title: t("invoice", { number: invoice.number ?? "" }),
    body,
    status: hasErrors(errors) ? 402 : 200,
  })
}

function payForm(invoice: Invoice, language: Language, values: FormFields, errors: FieldErrors): Html {
  const t = translator(language)
  const amount = formatMoney(language, invoice.amount_remaining, invoice.currency)
  return html`${errorSummary(t, Object.values(errors))}<form method="post" action="/i/${invoice.id}" novalidate>${cardFields(t, values, errors)}<button class="wide">${t("payInvoice", { amount })}</button></form>`
}

function payInvoice(sim: Simulator, invoice: Invoice, language: Language, values: FormFields): Reply {
  const t = translator(language)
  const read = readCard(sim, t, values)
  if (!read.card) return showInvoice(invoice, language, values, read.errors)
  const method = saveCard(sim, read.card, values, invoice.customer_email)
  if (!method) return showInvoice(invoice, language, values, { number: t("test_mode_live_card") })
  const attached = sim.store.save({ ...method, customer: invoice.customer })
  emit(sim, "payment_method.attached", attached)
  const outcome = collect(sim, invoice.id, { method: attached, isPresent: true })
  if (outcome.status === "requires_action") return redirect(`/3d-secure/${paymentOf(sim, invoice.id)?.intent.id}`)
  if (outcome.status !== "declined") return redirect(`/i/${invoice.id}`)
  const error = t(textKey(outcome.declineCode, "generic_decline"))
  return showInvoice(sim.store.get("invoice", invoice.id), language, values, { number: error })
}

/** Responds with an invoice as a PDF. */
export function invoicePdf(sim: Simulator, id: string, acceptLanguage: string): Reply {
  const invoice = sim.store.find("invoice", id)
  const language = languageFor(sim, invoice?.customer ?? null, acceptLanguage)
  if (!invoice?.invoice_pdf) return notFound(language)
  const t = translator(language)
  const rows = amountRows(invoice, language).map(([label, amount]) => `${label}: ${amount}`)
  const head = [
    invoice.account_name ?? "",
    t("invoice", { number: invoice.number ?? "" }),
    formatDate(language, invoice.created),
    invoice.customer_name ?? invoice.customer_email ?? "",
    t(textKey(`status_${invoice.status}`, "status_open")),
  ]
  const body = writePdf([...head, "", ...rows, "", t("simulator")])
  const disposition = `inline; filename="${invoice.number}.pdf"`
  return { status: 200, body, headers: { "Content-Type": "application/pdf", "Content-Disposition": disposition } }
}

/** Responds with the receipt of a charge. */
export function receiptPage(sim: Simulator, id: string, acceptLanguage: string): Reply {
  const charge = sim.store.find("charge", id)
  const language = languageFor(sim, charge?.customer ?? null, acceptLanguage)
  if (charge?.status !== "succeeded") return notFound(language)
  const t = translator(language)
  const money = (amount: number) => formatMoney(language, amount, charge.currency)
  const body = html`<dl><dt>${formatDate(language, charge.created)}</dt><dd>${money(charge.amount)}</dd>${charge.amount_refunded > 0 && html`<dt>${t("refunded")}</dt><dd>${money(charge.amount_refunded)}</dd>`}</dl>`
  return page({ language, title: t("receipt"), body })
}
