import type { Billing } from "~/domain/billing/schema"
import { formatDate } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { Form } from "~/remix/idempotency/single-form"
import { Button } from "~/ui/button"
import { Banner } from "~/ui/feedback/banner"
import { usePriceLabels } from "../price-labels"
import type { ActionForm } from "./use-action-form"

/** A payment that failed, when it is tried again, and what the member can do now. */
export function OverdueBanner({ overdue, pay, card }: OverdueBannerProps) {
  const { t } = useTranslation("billing")
  const locale = useLocale()
  const { amount } = usePriceLabels()
  const retryAt = overdue.next_retry_at
  return (
    <section aria-label={t("current.states.past_due")} className="mt-8">
      <Banner tone="bad" fact={t("overdue.fact", { amount: amount(overdue) })}>
        {retryAt ? t("overdue.retry", { date: formatDate(retryAt, locale, "date") }) : t("overdue.last")}
      </Banner>
      <Form method="post" action={pay.action} className="mt-4 flex flex-wrap gap-3 max-sm:*:w-full">
        <Button {...pay.button} variant="primary" isBusy={pay.isBusy}>
          {t("overdue.pay")}
        </Button>
        <Button {...card.button} isBusy={card.isBusy}>
          {t("current.replace_card")}
        </Button>
      </Form>
    </section>
  )
}

export interface OverdueBannerProps {
  overdue: NonNullable<Billing["overdue"]>
  pay: ActionForm
  card: ActionForm
}
