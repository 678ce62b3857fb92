import { useLocation, useNavigation } from "@remix-run/react"
import type { CurrentPlan, Offer, PlanChange } from "~/domain/billing/schema"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { formatDate } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import type { ErrorCode } from "~/lib/errors"
import { type FormResult, useFormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Button, ButtonLink } from "~/ui/button"
import { Banner } from "~/ui/feedback/banner"
import { Fact, Facts } from "../facts"
import { usePriceLabels } from "../price-labels"

export interface PlanChangeFormProps {
  offer: Offer
  present: CurrentPlan | null
  change: PlanChange
  result: FormResult | undefined
  /** The address of the plans. */
  plans: string
}

/** Cost of a change of plan, and its confirmation. */
export function PlanChangeForm({ offer, present, change, result, plans }: PlanChangeFormProps) {
  const { t } = useTranslation("billing")
  const locale = useLocale()
  const { amount, full } = usePriceLabels()
  useFormResult(result)
  const isBusy = useNavigation().formMethod === "POST"
  const money = (value: number) => amount({ amount: value, currency: change.currency })
  return (
    <div className="max-w-[46rem]">
      {present?.ends_at && <Banner fact={t("change.renews_again")} className="mt-8" />}
      <Facts>
        {present && (
          <Fact name={t("change.from")} hint={present.price && full(present.price)}>
            {present.name ?? t("current.unnamed")}
          </Fact>
        )}
        <Fact name={t("change.to")} hint={full(offer.price)}>
          {offer.plan}
        </Fact>
        {change.unused > 0 && <Fact name={t("change.unused")}>− {money(change.unused)}</Fact>}
        <Fact name={t("change.today")}>
          <span className="font-display text-[1.75rem]/[1.2]">{money(change.due)}</span>
        </Fact>
        {change.credit > 0 && (
          <Fact name={t("change.credit")} hint={t("change.credit_hint")}>
            {money(change.credit)}
          </Fact>
        )}
        <Fact name={t("change.next")} hint={change.credit > 0 && t("change.with_credit")}>
          {amount(offer.price)} {t("change.on", { date: formatDate(change.next_at, locale, "date") })}
        </Fact>
      </Facts>
      <FormNotice result={result} />
      <Form method="post" className="mt-8 flex flex-wrap gap-3 max-sm:*:w-full">
        <input type="hidden" name="price" value={offer.price.id} />
        <input type="hidden" name="at" value={change.at} />
        <ButtonLink to={plans} size="large">
          {t("change.back")}
        </ButtonLink>
        <Button type="submit" variant="primary" size="large" isBusy={isBusy}>
          {change.due > 0 ? t("change.confirm_pay", { amount: money(change.due) }) : t("change.confirm")}
        </Button>
      </Form>
    </div>
  )
}

/** Why there is no preview, and the next step. */
export function ChangeProblem({ message, code, plans }: { message: string; code?: ErrorCode; plans: string }) {
  const { t } = useTranslation("billing")
  const { pathname, search } = useLocation()
  const mayRetry = code === "billing.unavailable" || code === "rate.limited"
  return (
    <div className="max-w-[46rem]">
      <Banner tone="bad" fact={message} className="mt-8" />
      <p className="mt-6 flex flex-wrap gap-3 max-sm:*:w-full">
        {mayRetry ? (
          <ButtonLink to={pathname + search} variant="primary" prefetch="none">
            {t("change.retry")}
          </ButtonLink>
        ) : (
          <ButtonLink to="/profile/billing">{t("change.to_billing")}</ButtonLink>
        )}
        <ButtonLink to={plans}>{t("change.back")}</ButtonLink>
      </p>
    </div>
  )
}
