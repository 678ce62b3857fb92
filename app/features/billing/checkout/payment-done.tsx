import Check from "lucide-react/icons/check"
import type { CurrentPlan } from "~/domain/billing/schema"
import { formatDate } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { ButtonLink } from "~/ui/button"

const opens = ["private", "first"] as const

/** Features that the plan opens, and the way back. */
export function PaymentDone({ plan, next }: { plan: CurrentPlan; next: string | null }) {
  const { t } = useTranslation("billing")
  const locale = useLocale()
  const { trial_ends_at: trialEnd, period_ends_at: periodEnd, next_payment: payment } = plan
  const date = formatDate(trialEnd ?? periodEnd, locale, "date")
  return (
    <>
      <p className="mt-3 text-lead text-ink2">{t("success.done_lead", { plan: plan.name ?? t("current.unnamed") })}</p>
      <ul className="mt-6 space-y-3 border-t border-ink pt-5 text-body">
        {opens.map((name) => (
          <li key={name} className="flex items-start gap-3">
            <Check aria-hidden className="mt-0.5 size-4.5 text-ok" />
            {t(`success.opens.${name}`)}
          </li>
        ))}
      </ul>
      <p className="mt-6 text-ui text-ink2">
        {trialEnd ? t("success.trial", { date }) : payment && t("success.next_payment", { date })}
      </p>
      <p className="mt-8 flex flex-wrap gap-3 max-sm:*:w-full">
        <ButtonLink to={next ?? "/profile"} variant="primary" size="large">
          {t(next ? "success.go_on" : "success.account")}
        </ButtonLink>
        <ButtonLink to="/profile/billing" size="large">
          {t("success.manage")}
        </ButtonLink>
      </p>
    </>
  )
}
