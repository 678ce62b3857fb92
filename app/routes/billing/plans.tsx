import type { MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import { getPlansAndBilling } from "~/domain/billing/billing.server"
import { MembershipFrame } from "~/features/billing/membership-frame"
import { planChoiceOf } from "~/features/billing/plans/plan-choice"
import { PlansBanner } from "~/features/billing/plans/plans-banner"
import { PlansView, usePlansTitle } from "~/features/billing/plans/plans-view"
import { monthsOf } from "~/features/billing/price-labels"
import { translator } from "~/i18n/i18n.server"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"

export const handle = { i18n: ["billing"] }

export const loader = withContext(async ({ ctx, request }) => {
  const { plans, billing } = await getPlansAndBilling(ctx)
  const present = billing.plan?.price ? monthsOf(billing.plan.price) : 0
  const title = translator(ctx.locale, "billing")("plans.page")
  return { choice: planChoiceOf(request, plans, present), billing, title }
})

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function PlansPage() {
  const { choice, billing } = useLoaderData<typeof loader>()
  return (
    <MembershipFrame current="plans" title={usePlansTitle(choice.plans)}>
      <PlansView choice={choice} billing={billing} path="/profile/plans" banner={<PlansBanner billing={billing} />} />
    </MembershipFrame>
  )
}
