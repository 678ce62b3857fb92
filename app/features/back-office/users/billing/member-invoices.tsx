import type { MemberBilling } from "~/domain/back-office/members/members"
import { formatDate, formatPrice } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { Badge } from "~/ui/badge"
import { Card } from "~/ui/card"
import { Disclosure } from "~/ui/overlay/disclosure"
import { BillingActionForm } from "./billing-action-form"

type MemberInvoicesProps = Pick<MemberBilling, "invoices" | "mayRefund" | "actKey">

/** Invoices shown at once; the others unfold. */
const shown = 6
const tones = { open: "warn", paid: "ok", void: "neutral", uncollectible: "bad" } as const

/** A member's charges, the latest first, and refunds. */
export function MemberInvoices({ invoices, ...props }: MemberInvoicesProps) {
  const { t } = useTranslation("admin-users")
  const older = invoices.slice(shown)
  return (
    <Card as="section" aria-labelledby="invoices">
      <h2 id="invoices" className="text-card-title">
        {t("invoices.title")}
      </h2>
      {invoices.length === 0 ? (
        <p className="mt-4 text-ui text-ink2">{t("invoices.empty")}</p>
      ) : (
        <InvoiceList invoices={invoices.slice(0, shown)} {...props} />
      )}
      {older.length > 0 && (
        <Disclosure look="group" title={t("invoices.older", { count: older.length })}>
          <InvoiceList invoices={older} {...props} />
        </Disclosure>
      )}
    </Card>
  )
}

function InvoiceList({ invoices, mayRefund, actKey }: MemberInvoicesProps) {
  const { t } = useTranslation("admin-users")
  const locale = useLocale()
  return (
    <ol className="mt-4 divide-y divide-line text-ui">
      {invoices.map(({ id, number, status, currency, total, paid, refunded, issued_at }) => {
        const price = (amount: number) => formatPrice(amount, locale, currency)
        const left = paid - refunded
        return (
          <li key={id} className="py-3">
            <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <span className="font-medium">{number}</span>
              <span className="text-ink2">{formatDate(issued_at, locale, "short")}</span>
              <Badge tone={tones[status]}>{t(`invoices.states.${status}`)}</Badge>
              <span className="ml-auto tabular-nums">{price(total)}</span>
            </div>
            {refunded > 0 && <p className="mt-1 text-ink2">{t("invoices.refunded", { amount: price(refunded) })}</p>}
            {mayRefund && left > 0 && (
              <div className="mt-2">
                <BillingActionForm action="refund" id={id} actionKey={actKey} about={number} left={price(left)} />
              </div>
            )}
          </li>
        )
      })}
    </ol>
  )
}
