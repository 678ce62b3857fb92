import CircleCheck from "lucide-react/icons/circle-check"
import type { Billing, Entitlement } from "~/domain/billing/schema"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { useTranslation } from "~/i18n/use-translation"
import { Form } from "~/remix/idempotency/single-form"
import { Button, ButtonLink } from "~/ui/button"
import { Banner } from "~/ui/feedback/banner"
import { EmptyState } from "~/ui/feedback/empty-state"
import { LeaveForPayment } from "../leave-for-payment"
import { OverdueBanner } from "./overdue-banner"
import { PlanFacts } from "./plan-facts"
import { CancelSection, ResumeSection, WithdrawSection } from "./renewal-section"
import { Rights } from "./rights"
import { useActionForms, useLastResult } from "./use-act-form"

export interface BillingViewProps {
  billing: Billing
  entitlements: Entitlement[]
  /** A sentence about the member's last action. */
  notice: string | null
}

/** The member's plan, and everything that they can do with it. */
export function BillingView({ billing, entitlements, notice }: BillingViewProps) {
  const { t } = useTranslation("billing")
  const result = useLastResult()
  const act = useActionForms()
  const resultOf = (...intents: string[]) => (intents.includes(result?.intent ?? "") ? result : undefined)
  const { plan, overdue, card, complimentary_until: givenUntil } = billing
  const isEmpty = !plan && !overdue && !card && !givenUntil
  const cardForm = act("card")
  if (result?.leave) return <LeaveForPayment to={result.leave} text={t("leave.card")} />
  return (
    <>
      {notice && <Banner icon={<CircleCheck className="text-ok" />} fact={notice} className="mt-8" />}
      <FormNotice result={resultOf("pay", "card")} />
      {overdue && <OverdueBanner overdue={overdue} pay={act("pay")} card={cardForm} />}
      {!plan && (
        <EmptyState
          isBoxed
          title={t("current.none")}
          className="mt-8"
          button={<ButtonLink to="/profile/plans">{t("current.to_plans")}</ButtonLink>}
        >
          {t("current.none_hint")}
        </EmptyState>
      )}
      <div className="grid items-start gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div>
          {!isEmpty && (
            <PlanFacts
              billing={billing}
              cardForm={
                !overdue && (
                  <Form method="post" action={cardForm.action}>
                    <Button {...cardForm.button} size="small" isBusy={cardForm.isBusy}>
                      {t("current.replace_card")}
                    </Button>
                  </Form>
                )
              }
            />
          )}
          <p className="mt-6 flex flex-wrap gap-3 max-sm:*:w-full">
            {plan && <ButtonLink to="/profile/plans">{t("current.change")}</ButtonLink>}
            <ButtonLink to="/profile/invoices">{t("current.invoices")}</ButtonLink>
          </p>
        </div>
        <div className="lg:mt-8">
          <Rights entitlements={entitlements} />
        </div>
      </div>
      {plan && plan.status !== "incomplete" && (
        <div className="mt-12 space-y-12">
          {plan.ends_at ? (
            <ResumeSection endsAt={plan.ends_at} form={act("resume")} result={resultOf("resume")} />
          ) : (
            <CancelSection plan={plan} form={act("cancel")} result={resultOf("cancel")} />
          )}
          {plan.withdraw_until && <WithdrawSection until={plan.withdraw_until} />}
        </div>
      )}
    </>
  )
}
