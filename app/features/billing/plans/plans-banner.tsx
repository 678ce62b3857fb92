import type { Billing } from "~/domain/billing/schema"
import { useTranslation } from "~/i18n/use-translation"
import { useRootData } from "~/remix/root-data"
import { Banner } from "~/ui/feedback/banner"
import { currentPlan, grantsAccess } from "../plan-state"

/** The most important notice before a member chooses a plan. */
export function PlansBanner({ billing }: { billing: Billing }) {
  const { t } = useTranslation("billing")
  const isPremium = useRootData()?.user?.isPremium
  const link = (label: string) => ({ to: "/profile/billing", label })
  const plan = currentPlan(billing)
  if (!billing.is_available)
    return (
      <Banner fact={t("plans.closed")} className="mt-8">
        {t("plans.closed_hint")}
      </Banner>
    )
  if (plan && !grantsAccess(plan))
    return (
      <Banner tone="warn" fact={t("plans.unsettled")} link={link(t("plans.unsettled_link"))} className="mt-8">
        {t("plans.unsettled_hint")}
      </Banner>
    )
  if (!plan && isPremium)
    return <Banner fact={t("plans.open_already")} link={link(t("plans.open_why"))} className="mt-8" />
  return null
}
