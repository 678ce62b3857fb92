import Download from "lucide-react/icons/download"
import type { Invoice } from "~/domain/billing/schema"
import { formatDate, formatPrice } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { Badge, type BadgeTone } from "~/ui/badge"
import { buttonClass } from "~/ui/button"
import { Cell, HeadCell, Row, Table } from "~/ui/table"

/** The invoices of a year: a table, and on smaller windows a list. */
export function InvoiceList({ year, invoices }: { year: number; invoices: Invoice[] }) {
  const { t } = useTranslation("billing")
  const head = [t("invoices.number"), t("invoices.issued"), t("invoices.period")]
  return (
    <section aria-labelledby={`year-${year}`} className="mt-10">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id={`year-${year}`} className="text-subsection">
          {year}
        </h2>
        <a
          href={`/profile/invoices/csv?year=${year}`}
          aria-label={t("invoices.csv_named", { year })}
          className={buttonClass({ size: "small" })}
        >
          <Download />
          {t("invoices.csv")}
        </a>
      </div>
      <Table
        isPlain
        label={t("invoices.of_year", { year })}
        className="mt-4 max-lg:hidden [&_td]:h-14! [&_th]:h-12! [&_th:first-child]:pl-0! [&_td:last-child]:pr-0!"
        head={
          <>
            {head.map((name) => (
              <HeadCell key={name}>{name}</HeadCell>
            ))}
            <HeadCell isNumeric>{t("invoices.total")}</HeadCell>
            <HeadCell>{t("invoices.state")}</HeadCell>
            <HeadCell>
              <span className="sr-only">{t("invoices.file")}</span>
            </HeadCell>
          </>
        }
      >
        {invoices.map((invoice) => (
          <InvoiceRow key={invoice.id} invoice={invoice} />
        ))}
      </Table>
      <ul className="mt-4 border-t border-ink lg:hidden">
        {invoices.map((invoice) => (
          <InvoiceItem key={invoice.id} invoice={invoice} />
        ))}
      </ul>
    </section>
  )
}

function InvoiceRow({ invoice }: { invoice: Invoice }) {
  const { date, period, total, tax } = useInvoiceLabels(invoice)
  return (
    <Row>
      <Cell isRowHeader className="whitespace-nowrap">
        {invoice.number}
      </Cell>
      <Cell className="whitespace-nowrap">{date}</Cell>
      <Cell>{period}</Cell>
      <Cell isNumeric>
        <span className="text-ui font-semibold">{total}</span>
        <span className="block text-badge font-normal text-mute">{tax}</span>
      </Cell>
      <Cell>
        <InvoiceState invoice={invoice} />
      </Cell>
      <Cell isNumeric>
        <PdfLink invoice={invoice} />
      </Cell>
    </Row>
  )
}

function InvoiceItem({ invoice }: { invoice: Invoice }) {
  const { date, period, total, tax } = useInvoiceLabels(invoice)
  return (
    <li className="border-b border-line py-4">
      <div className="flex items-baseline justify-between gap-4">
        <p className="text-body font-medium">{date}</p>
        <p className="text-body font-semibold whitespace-nowrap">{total}</p>
      </div>
      <div className="mt-0.5 flex flex-wrap items-baseline justify-between gap-x-4 text-meta text-mute">
        <p>{invoice.number}</p>
        <p>{tax}</p>
      </div>
      <p className="mt-1 text-meta text-ink2">{period}</p>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
        <InvoiceState invoice={invoice} />
        <PdfLink invoice={invoice} />
      </div>
    </li>
  )
}

/** A file, not a page: no router, no prefetch. */
function PdfLink({ invoice: { id, number } }: { invoice: Invoice }) {
  const { t } = useTranslation("billing")
  return (
    <a
      href={`/profile/invoices/${id}/pdf`}
      aria-label={t("invoices.pdf_named", { number })}
      className={buttonClass({ size: "small" })}
    >
      <Download />
      {t("invoices.pdf")}
    </a>
  )
}

const tones: Record<Invoice["status"], BadgeTone> = { open: "warn", paid: "ok", void: "neutral", uncollectible: "bad" }

function InvoiceState({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation("billing")
  const locale = useLocale()
  const { status, refunded, paid, currency } = invoice
  if (refunded === 0) return <Badge tone={tones[status]}>{t(`invoices.states.${status}`)}</Badge>
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <Badge>{t(refunded >= paid ? "invoices.refunded_all" : "invoices.refunded_part")}</Badge>
      <span className="text-meta whitespace-nowrap text-mute">
        {t("invoices.refund_of", { amount: formatPrice(refunded, locale, currency) })}
      </span>
    </span>
  )
}

function useInvoiceLabels({ issued_at, period_starts_at, period_ends_at, total, tax, currency }: Invoice) {
  const { t } = useTranslation("billing")
  const locale = useLocale()
  const date = (at: number) => formatDate(at, locale, "date")
  return {
    date: date(issued_at),
    period: t("invoices.from_to", { from: date(period_starts_at), to: date(period_ends_at) }),
    total: formatPrice(total, locale, currency),
    tax: t("invoices.with_tax", { tax: formatPrice(tax, locale, currency) }),
  }
}
