import type { MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import { getBilling } from "~/domain/billing/billing.server"
import { expectPayment } from "~/domain/billing/checkout.server"
import { isSignedIn } from "~/domain/core/actor/actor"
import { nextOf, withNext } from "~/features/billing/billing-paths"
import { PaymentDone } from "~/features/billing/checkout/payment-done"
import { PaymentWait } from "~/features/billing/checkout/payment-wait"
import { ActionFrame } from "~/features/billing/membership-frame"
import { grantsAccess } from "~/features/billing/plan-state"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import { isAppError } from "~/lib/errors"
import { MINUTE } from "~/lib/time"
import { redirectToLogin } from "~/remix/login-redirects.server"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"
import { ButtonLink } from "~/ui/button"

export const handle = { i18n: ["billing"] }

/** Grants nothing: it shows what the provider has confirmed, and asks for its confirmation. */
export const loader = withContext(async (args) => {
  const { ctx, request } = args
  if (!isSignedIn(ctx.actor)) throw redirectToLogin(args)
  const { plan } = await getBilling(ctx)
  const next = nextOf(request)
  const now = ctx.now()
  // Since when this reader waits: without script, reloads carry it.
  const since = Number(new URL(request.url).searchParams.get("since")) || now
  const state = grantsAccess(plan) ? "done" : await waitFor(args.ctx)
  const isSlow = now - since > MINUTE
  const title = translator(ctx.locale, "billing")(`success.${state}`)
  return { state, plan, next, isSlow, refresh: withNext(`/checkout/success?since=${since}`, next), title } as const
})

/** Requests the confirmation. Over the limit it is on its way already. */
async function waitFor(ctx: Parameters<typeof expectPayment>[0]): ReturnType<typeof expectPayment> {
  try {
    return await expectPayment(ctx)
  } catch (error) {
    if (isAppError(error) && error.code === "rate.limited") return "waiting"
    throw error
  }
}

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function CheckoutSuccessPage() {
  const { t } = useTranslation("billing")
  const { state, plan, next, isSlow, refresh, title } = useLoaderData<typeof loader>()
  return (
    <ActionFrame title={title}>
      {/* Announces the end of the wait, which changes the title. */}
      <p role="status" className="sr-only">
        {title}
      </p>
      {state === "done" && plan && <PaymentDone plan={plan} next={next} />}
      {state === "waiting" && <PaymentWait isSlow={isSlow} refresh={refresh} />}
      {(state === "nothing" || state === "refused") && (
        <>
          <p className="measure mt-3 text-lead text-ink2">{t(`success.${state}_lead`)}</p>
          <ButtonLink to={withNext("/profile/plans", next)} size="large" className="mt-8">
            {t("success.plans")}
          </ButtonLink>
        </>
      )}
    </ActionFrame>
  )
}
