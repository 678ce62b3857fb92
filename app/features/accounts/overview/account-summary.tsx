import type { ReactNode } from "react"
import type { Overview } from "~/domain/accounts/overview/schema"
import { formatDate, formatNumber } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { Badge } from "~/ui/badge"
import { AppLink } from "~/ui/navigation/app-link"
import { useLive } from "../../shell/live/live-context"

/** The member's unread messages, as the header counts them, and plan: two facts under a rule of ink. */
export function AccountSummary({ plan, restriction }: Pick<Overview, "plan" | "restriction">) {
  const { unread } = useLive()
  const { t } = useTranslation("member")
  const locale = useLocale()
  const state = planState(plan)
  const restricted =
    restriction?.kind === "suspended"
      ? t("plan.suspended", { date: formatDate(restriction.until, locale, "date") })
      : t("plan.closed")
  const hasPlan = plan.is_premium || plan.status !== null
  return (
    <dl className="grid border-t border-ink sm:grid-cols-2">
      <Fact name={t("messages.title")}>
        {unread > 0 ? (
          <p className="flex flex-wrap items-baseline gap-x-2.5">
            <span className="font-display text-[2.75rem]/none tracking-tight tabular-nums">
              {formatNumber(unread, locale)}
            </span>
            <span className="text-ui text-ink2">{t("messages.unread_label", { count: unread })}</span>
          </p>
        ) : (
          <p className="text-body text-ink2">{t("messages.none")}</p>
        )}
      </Fact>
      <Fact name={t("plan.title")}>
        <p>
          <Badge tone={plan.is_premium && !restriction ? "accent" : "neutral"}>
            {plan.is_premium ? t("plan.premium") : t("plan.standard")}
          </Badge>
        </p>
        <p className="mt-2.5 text-ui text-ink2">
          {restriction ? restricted : t(`plan.why.${plan.source}`)}
          {state && ` ${t(`plan.${state.name}`, { date: state.at ? formatDate(state.at, locale, "date") : "" })}`}
        </p>
        <p className="mt-2.5 text-ui">
          <AppLink to={hasPlan ? "/profile/billing" : "/profile/plans"} className="link touch-target">
            {t(hasPlan ? "plan.manage" : "plan.choose")}
          </AppLink>
        </p>
      </Fact>
    </dl>
  )
}

/** Returns the part of the subscription that needs a sentence. */
function planState({ status, trial_ends_at, ends_at }: Overview["plan"]) {
  if (status === "past_due") return { name: "late", at: null } as const
  if (status === "trialing" && trial_ends_at) return { name: "trial", at: trial_ends_at } as const
  return ends_at ? ({ name: "until", at: ends_at } as const) : null
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="border-b border-line py-6 sm:odd:border-r sm:odd:pr-8 sm:even:pl-8">
      <dt className="mb-3 text-ui font-medium">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
