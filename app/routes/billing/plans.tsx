import type { MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import { getPlansAndBilling } from "~/domain/billing/billing.server"
import { nextOf } from "~/features/billing/billing-paths"
import { MembershipFrame } from "~/features/billing/membership-frame"
import { currentPlan } from "~/features/billing/plan-state"
import { IntervalSwitch } from "~/features/billing/plans/interval-switch"
import { FreeCard, PlanCard } from "~/features/billing/plans/plan-card"
import { MoneyQuestions, PlanComparison } from "~/features/billing/plans/plan-details"
import { PlansBanner } from "~/features/billing/plans/plans-banner"
import { monthsOf, priceFor } from "~/features/billing/price-labels"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"
import { EmptyState } from "~/ui/feedback/empty-state"
import { LinkedText } from "~/ui/linked-text"

export const handle = { i18n: ["billing"] }

export const loader = withContext(async ({ ctx, request }) => {
  const { plans, billing } = await getPlansAndBilling(ctx)
  const forSale = plans.filter(({ prices }) => prices.length > 0)
  const months = forSale.flatMap(({ prices }) => prices.map(monthsOf))
  const intervals = [...new Set(months)].toSorted((a, b) => a - b)
  const asked = Number(new URL(request.url).searchParams.get("interval"))
  const present = billing.plan?.price ? monthsOf(billing.plan.price) : 0
  const chosen = [asked, present].find((one) => intervals.includes(one)) ?? intervals[0] ?? 1
  const title = translator(ctx.locale, "billing")("plans.page")
  return { plans: forSale, billing, intervals, chosen, next: nextOf(request), title }
})

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function PlansPage() {
  const { t } = useTranslation("billing")
  const { plans, billing, intervals, chosen, next } = useLoaderData<typeof loader>()
  const held = currentPlan(billing)
  const shown = plans.flatMap((plan) => {
    const price = priceFor(plan, chosen)
    return price ? [{ plan, price }] : []
  })
  const [first] = shown
  if (!first)
    return (
      <MembershipFrame current="plans" title={t("plans.page")}>
        <EmptyState isBoxed title={t("plans.none")} className="mt-10">
          {t("plans.none_hint")}
        </EmptyState>
      </MembershipFrame>
    )
  const trial = held ? undefined : shown.find(({ price }) => price.trial_days > 0)
  const titles = { 1: "duo", 2: "trio" } as const
  return (
    <MembershipFrame current="plans" title={t(`plans.titles.${titles[plans.length as 1 | 2] ?? "any"}`)}>
      <div className="mt-4 flex flex-wrap items-end justify-between gap-x-10 gap-y-6">
        <p className="max-w-[34rem] text-lead text-ink2">
          {trial ? t("plans.lead_trial", { plan: trial.plan.name, count: trial.price.trial_days }) : t("plans.lead")}
        </p>
        <IntervalSwitch plans={plans} intervals={intervals} chosen={chosen} next={next} />
      </div>
      <PlansBanner billing={billing} />
      <ul
        aria-label={t("plans.choices")}
        className={classNames("mt-8 grid gap-6 md:grid-cols-2", plans.length > 1 && "lg:grid-cols-3")}
      >
        <FreeCard isCurrent={!held} currency={first.price.currency} />
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
    </MembershipFrame>
  )
}
