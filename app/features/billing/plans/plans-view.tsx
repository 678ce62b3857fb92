import type { ReactNode } from "react"
import type { Billing, Plan, Price } from "~/domain/billing/schema"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import { EmptyState } from "~/ui/feedback/empty-state"
import { LinkedText } from "~/ui/linked-text"
import { currentPlan } from "../plan-state"
import { priceFor } from "../price-labels"
import { IntervalSwitch } from "./interval-switch"
import { FreeCard, PlanCard } from "./plan-card"
import type { PlanChoice } from "./plan-choice"
import { MoneyQuestions, PlanComparison } from "./plan-details"

const titles = { 1: "duo", 2: "trio" } as const

/** Returns the title over so many plans for sale; without any, the page's name. */
export function usePlansTitle(plans: readonly Plan[]): string {
  const { t } = useTranslation("billing")
  return plans.length === 0 ? t("plans.page") : t(`plans.titles.${titles[plans.length as 1 | 2] ?? "any"}`)
}

type PlansViewProps = {
  choice: PlanChoice
  /** Null for somebody without an account. */
  billing: Billing | null
  /** The page's own address. */
  path: string
  /** The notice that a member reads before they choose. */
  banner?: ReactNode
}

/** The plans side by side, what they open, and questions about money. */
export function PlansView({ choice: { plans, intervals, chosen, next }, billing, path, banner }: PlansViewProps) {
  const { t } = useTranslation("billing")
  const held = billing && currentPlan(billing)
  const shown = plans.flatMap((plan): { plan: Plan; price: Price }[] => {
    const price = priceFor(plan, chosen)
    return price ? [{ plan, price }] : []
  })
  const [first] = shown
  if (!first)
    return (
      <EmptyState isBoxed title={t("plans.none")} className="mt-10">
        {t("plans.none_hint")}
      </EmptyState>
    )
  const trial = held ? undefined : shown.find(({ price }) => price.trial_days > 0)
  return (
    <>
      <div className="mt-4 flex flex-wrap items-end justify-between gap-x-10 gap-y-6">
        <p className="max-w-[34rem] text-lead text-ink2">
          {trial ? t("plans.lead_trial", { plan: trial.plan.name, count: trial.price.trial_days }) : t("plans.lead")}
        </p>
        <IntervalSwitch path={path} plans={plans} intervals={intervals} chosen={chosen} next={next} />
      </div>
      {banner}
      <ul
        aria-label={t("plans.choices")}
        className={classNames("mt-8 grid gap-6 md:grid-cols-2", plans.length > 1 && "lg:grid-cols-3")}
      >
        <FreeCard isCurrent={billing !== null && !held} isJoined={billing !== null} currency={first.price.currency} />
        {shown.map(({ plan, price }) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            price={price}
            billing={billing}
            next={next}
            isFirst={plan.id === first.plan.id}
          />
        ))}
      </ul>
      <p className="measure mt-6 text-meta text-mute">
        <LinkedText text={t("print.text")} links={{ terms: "/legal/terms" }} />
      </p>
      <PlanComparison plans={plans} />
      <MoneyQuestions />
    </>
  )
}
