import { translator } from "~/i18n/i18n.server"
import { AppError } from "~/lib/errors"
import { requireUser } from "../core/actor/guards"
import type { Ctx } from "../core/context"
import { csvAmount, csvOf } from "../core/shared/csv"
import { withPayments } from "./provider"
import { findInvoice } from "./queries.server"
import type { Invoice } from "./schema"

/**
 * Returns one of the actor's invoices as a PDF, and its file name. Throws `auth.required`, `request.not_found` and what
 * `withPayments` does.
 */
export async function getInvoicePdf(ctx: Ctx, id: string): Promise<{ body: ReadableStream; name: string }> {
  const invoice = await findInvoice(ctx.db, requireUser(ctx).id, id)
  if (!invoice) throw new AppError("request.not_found")
  const body = await withPayments(ctx, (payments) => payments.readInvoicePdf(invoice.ref))
  return { body, name: `${invoice.number.replace(/[^\w-]/g, "-")}.pdf` }
}

/** The years in which invoices were issued, the latest first. Days are those of Paris, as on every page. */
export function yearsOf(invoices: Invoice[]): number[] {
  return [...new Set(invoices.map(({ issued_at }) => yearOf(issued_at)))].toSorted((a, b) => b - a)
}

export const yearOf = (at: number) => Number(dayOf(at).slice(0, 4))

const days = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Paris" })
const dayOf = (at: number) => days.format(at)

/** Writes invoices as CSV: amounts with two decimals, days as ISO 8601. */
export function toCsv(ctx: Pick<Ctx, "locale">, invoices: Invoice[]): string {
  const t = translator(ctx.locale, "billing")
  const header = [
    t("invoices.number"),
    t("invoices.issued"),
    t("invoices.period_start"),
    t("invoices.period_end"),
    t("invoices.total"),
    t("invoices.tax"),
    t("invoices.refunded"),
    t("invoices.currency"),
    t("invoices.state"),
  ]
  const rows = invoices.map((one) => [
    one.number,
    dayOf(one.issued_at),
    dayOf(one.period_starts_at),
    dayOf(one.period_ends_at),
    ...[one.total, one.tax, one.refunded].map((amount) => csvAmount(amount, ctx.locale)),
    one.currency.toUpperCase(),
    t(`invoices.states.${one.status}`),
  ])
  return csvOf([header, ...rows], ctx.locale)
}
