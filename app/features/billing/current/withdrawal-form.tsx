import { useNavigation } from "@remix-run/react"
import type { Money } from "~/domain/billing/schema"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { formatDate, formatTime } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Button, ButtonLink } from "~/ui/button"
import { Fact, Facts } from "../facts"
import { usePriceLabels } from "../price-labels"

export interface WithdrawalFormProps {
  /** The refund, and the last moment (epoch ms). */
  offer: Money & { until: number }
  result: FormResult | undefined
}

/** Refund and consequences of a withdrawal, and its confirmation. */
export function WithdrawalForm({ offer, result }: WithdrawalFormProps) {
  const { t } = useTranslation("billing")
  const locale = useLocale()
  const { amount } = usePriceLabels()
  useFormResult(result)
  const isBusy = useNavigation().formMethod === "POST"
  const until = { date: formatDate(offer.until, locale, "date"), time: formatTime(offer.until, locale) }
  return (
    <div className="max-w-[46rem]">
      <p className="mt-3 text-lead text-ink2">{t("withdraw.lead", until)}</p>
      <Facts>
        <Fact name={t("withdraw.amount")} hint={t(offer.amount > 0 ? "withdraw.amount_hint" : "withdraw.nothing")}>
          {amount(offer)}
        </Fact>
        <Fact isText name={t("withdraw.effect")}>
          {t("withdraw.effect_text")}
        </Fact>
      </Facts>
      <FormNotice result={result} />
      <Form method="post" className="mt-8 flex flex-wrap gap-3 max-sm:*:w-full">
        <ButtonLink to="/profile/billing" size="large">
          {t("withdraw.back")}
        </ButtonLink>
        <Button type="submit" variant="danger" size="large" isBusy={isBusy}>
          {t("withdraw.confirm")}
        </Button>
      </Form>
    </div>
  )
}
