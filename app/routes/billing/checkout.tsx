import { data, type HeadersFunction, type MetaFunction } from "@remix-run/cloudflare"
import { useActionData, useLoaderData } from "@remix-run/react"
import { getOffer } from "~/domain/billing/billing.server"
import { startCheckout } from "~/domain/billing/checkout.server"
import { CheckoutForm as CheckoutFields } from "~/domain/billing/schema"
import { isSignedIn } from "~/domain/core/actor/actor"
import { nextOf, withNext } from "~/features/billing/billing-paths"
import { AlreadySubscribed, CheckoutForm } from "~/features/billing/checkout/checkout-form"
import { CheckoutSummary } from "~/features/billing/checkout/checkout-summary"
import type { LeaveResult } from "~/features/billing/leave-for-payment"
import { ActionFrame } from "~/features/billing/membership-frame"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import { submitForm } from "~/remix/form.server"
import { redirectToLogin } from "~/remix/login-redirects.server"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"
import { Card } from "~/ui/card"
import { Banner } from "~/ui/feedback/banner"
import { AppLink } from "~/ui/navigation/app-link"

export const handle = { i18n: ["billing", "errors"] }

export const loader = withContext(async (args) => {
  const { ctx, params, request } = args
  if (!isSignedIn(ctx.actor)) throw redirectToLogin(args)
  const offer = await getOffer(ctx, params.price ?? "")
  const plans = withNext("/profile/plans", nextOf(request))
  return { offer, plans, title: translator(ctx.locale, "billing")("checkout.page") }
})

export const action = withContext(async (args) => {
  const { ctx, params, request } = args
  if (!isSignedIn(ctx.actor)) throw redirectToLogin(args)
  const price = params.price ?? ""
  const next = nextOf(request)
  return submitForm(args, CheckoutFields, async () => {
    const success = withNext("/checkout/success", next)
    const leave = await startCheckout(ctx, price, { success, cancel: withNext(`/checkout/${price}`, next) })
    return data<LeaveResult>({ leave })
  })
})

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data: page }) => pageMeta(matches, page?.title)

export default function CheckoutPage() {
  const { t } = useTranslation("billing")
  const { offer, plans } = useLoaderData<typeof loader>()
  const result = useActionData<LeaveResult>()
  const other = (
    <p className="mt-5 text-ui">
      <AppLink to={plans} className="link">
        {t("checkout.other")}
      </AppLink>
    </p>
  )
  const title = t("checkout.title", { plan: offer.plan })
  if (offer.is_subscribed)
    return (
      <ActionFrame title={title}>
        <AlreadySubscribed className="mt-8" />
        {other}
      </ActionFrame>
    )
  return (
    <ActionFrame title={title} lead={t("checkout.lead")}>
      <div className="mt-10 grid items-start gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div>
          <CheckoutSummary offer={offer} />
          {other}
        </div>
        {offer.is_available ? (
          <Card>
            <CheckoutForm result={result} />
          </Card>
        ) : (
          <Banner fact={t("plans.closed")} />
        )}
      </div>
    </ActionFrame>
  )
}
