import { type MemberBilling as Billing, billingActionKinds } from "~/domain/back-office/members/members"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { useTranslation } from "~/i18n/use-translation"
import { useFormResults } from "~/remix/form"
import { useActionToast } from "~/remix/use-action-toast"
import { Badge } from "~/ui/badge"
import { type Fact, FactList } from "../fact-list"
import { useMoment } from "../use-moment"
import { BillingActionForm } from "./billing-action-form"
import { BillingHistory } from "./billing-history"
import { MemberInvoices } from "./member-invoices"
import { PaymentEvents } from "./payment-events"

/** Their plan, what it gives them and why, what they paid, what the payment provider reported, and what staff did. */
export function MemberBilling(props: Billing) {
  const { billing, entitlements, invoices, events, acts, mayRefund, actKey } = props
  const { t } = useTranslation("admin-users")
  const moment = useMoment()
  const resultOf = useFormResults()
  // The form of an act that is done may be gone.
  const done = billingActionKinds.map(resultOf).find((one) => one && !one.isError)
  useActionToast(done)
  const { plan, complimentary_until } = billing
  const facts: Fact[] = [[t("plan.name"), plan ? (plan.name ?? t("plan.unknown")) : t("plan.none")]]
  if (plan) {
    const { status, started_at, period_ends_at, ends_at } = plan
    facts.push([t("plan.status"), t(`plan.states.${status}`)], [t("plan.started"), moment(started_at)])
    facts.push(ends_at === null ? [t("plan.renews"), moment(period_ends_at)] : [t("plan.ends"), moment(ends_at)])
  }
  if (complimentary_until !== null) facts.push([t("plan.given"), moment(complimentary_until)])
  return (
    <>
      <FormNotice result={done} />
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-2">
        <FactList id="plan" title={t("plan.title")} facts={facts}>
          <h3 className="mt-5 text-meta font-medium">{t("entitlements.title")}</h3>
          <ul className="mt-2 space-y-2 text-ui">
            {entitlements.map(({ rule, stripe_price, holds, sentence }) => (
              <li key={`${rule} ${stripe_price}`} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <Badge tone={holds ? "ok" : "outlined"}>{t(holds ? "entitlements.yes" : "entitlements.no")}</Badge>
                <span className="min-w-0 wrap-anywhere">{sentence}</span>
              </li>
            ))}
          </ul>
          {mayRefund && (
            <div className="mt-5 space-y-3 border-t border-line pt-4">
              <BillingActionForm action="grant" actionKey={actKey} />
              {complimentary_until !== null && <BillingActionForm action="grant_end" actionKey={actKey} />}
            </div>
          )}
        </FactList>
        <MemberInvoices invoices={invoices} mayRefund={mayRefund} actKey={actKey} />
        <PaymentEvents events={events} mayReplay={mayRefund} />
        <BillingHistory acts={acts} />
      </div>
    </>
  )
}
