import type { Overview } from "~/domain/accounts/overview/schema"
import { formatDate } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { Badge } from "~/ui/badge"
import { Card } from "~/ui/card"
import { AppLink } from "~/ui/navigation/app-link"

/** The member's plan: what it opens, and what happens to it next. */
export function AccountSummary({ plan, restriction }: Pick<Overview, "plan" | "restriction">) {
  const { t } = useTranslation("member")
  const locale = useLocale()
  const state = planState(plan)
  const restricted =
    restriction?.kind === "suspended"
      ? t("plan.suspended", { date: formatDate(restriction.until, locale, "date") })
      : t("plan.closed")
  const hasPlan = plan.is_premium || plan.status !== null
  return (
    <Card as="section" aria-labelledby="plan">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="plan" className="text-card-title">
          {t("plan.title")}
        </h2>
        <Badge tone={plan.is_premium && !restriction ? "accent" : "neutral"}>
          {plan.is_premium ? t("plan.premium") : t("plan.standard")}
        </Badge>
      </div>
      <p className="mt-3 text-ui text-ink2">
        {restriction ? restricted : t(`plan.why.${plan.source}`)}
        {state && ` ${t(`plan.${state.name}`, { date: state.at ? formatDate(state.at, locale, "date") : "" })}`}
      </p>
      <p className="mt-3 text-ui">
        <AppLink to={hasPlan ? "/profile/billing" : "/profile/plans"} className="link touch-target">
          {t(hasPlan ? "plan.manage" : "plan.choose")}
        </AppLink>
      </p>
    </Card>
  )
}

/** Returns the part of the subscription that needs a sentence. */
function planState({ status, trial_ends_at, ends_at }: Overview["plan"]) {
  if (status === "past_due") return { name: "late", at: null } as const
  if (status === "trialing" && trial_ends_at) return { name: "trial", at: trial_ends_at } as const
  return ends_at ? ({ name: "until", at: ends_at } as const) : null
}
