import { type HeadersFunction, type MetaFunction, redirect } from "@remix-run/cloudflare"
import { useActionData, useLoaderData } from "@remix-run/react"
import { getBilling, getOffer } from "~/domain/billing/billing.server"
import { changePlan, previewChange } from "~/domain/billing/membership.server"
import { ChangeForm } from "~/domain/billing/schema"
import { nextOf, withNext } from "~/features/billing/billing-paths"
import { ActionFrame } from "~/features/billing/membership-frame"
import { ChangeProblem, PlanChangeForm } from "~/features/billing/plans/change-form"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import { submitForm } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"
import { resultOrProblem } from "~/remix/result-or-problem.server"

export const handle = { i18n: ["billing", "errors"] }

export const loader = withContext(async ({ ctx, params, request }) => {
  const price = params.price ?? ""
  const [offer, billing, { result: change, problem }] = await Promise.all([
    getOffer(ctx, price),
    getBilling(ctx),
    resultOrProblem(ctx, previewChange(ctx, price)),
  ])
  const next = nextOf(request)
  // Without a plan there is nothing to change: they buy it.
  if (!offer.is_subscribed) throw redirect(withNext(`/checkout/${price}`, next))
  if (billing.plan?.price?.id === price) throw redirect("/profile/billing")
  const title = translator(ctx.locale, "billing")("change.page")
  return { offer, present: billing.plan, change, problem, plans: withNext("/profile/plans", next), title }
})

export const action = withContext((args) =>
  submitForm(args, ChangeForm, async (form) => {
    await changePlan(args.ctx, form)
    throw redirect("/profile/billing?notice=changed", 303)
  }),
)

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function ChangePage() {
  const { t } = useTranslation("billing")
  const { offer, present, change, problem, plans, title } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  return (
    <ActionFrame title={title} lead={change && t("change.lead")}>
      {change ? (
        <PlanChangeForm offer={offer} present={present} change={change} result={result} plans={plans} />
      ) : (
        <ChangeProblem message={problem?.message ?? ""} code={problem?.code} plans={plans} />
      )}
    </ActionFrame>
  )
}
