import { type MetaFunction, redirect } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import { listPlans } from "~/domain/billing/billing.server"
import { isSignedIn } from "~/domain/core/actor/actor"
import { planChoiceOf } from "~/features/billing/plans/plan-choice"
import { PlansView, usePlansTitle } from "~/features/billing/plans/plans-view"
import { translator } from "~/i18n/i18n.server"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"

export const handle = { i18n: ["billing"] }

/** The prices before the account; members have a page of their own. */
export const loader = withContext(async ({ ctx, request }) => {
  if (isSignedIn(ctx.actor)) throw redirect(`/profile/plans${new URL(request.url).search}`)
  const title = translator(ctx.locale, "billing")("plans.page")
  return { choice: planChoiceOf(request, await listPlans(ctx)), title }
})

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function PublicPlansPage() {
  const { choice } = useLoaderData<typeof loader>()
  return (
    <div className="page-container pt-8 md:pt-14">
      <h1 className="text-page-title-large">{usePlansTitle(choice.plans)}</h1>
      <PlansView choice={choice} billing={null} path="/plans" />
    </div>
  )
}
