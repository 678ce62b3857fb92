import { type HeadersFunction, type MetaFunction, redirect } from "@remix-run/cloudflare"
import { useActionData, useLoaderData } from "@remix-run/react"
import { SecondStepForm } from "~/domain/accounts/schema"
import { findSecondStep, finishSignIn } from "~/domain/accounts/sign-in/second-step.server"
import { isSignedIn } from "~/domain/core/actor/actor"
import { AccessPage, AlternativeMethod } from "~/features/accounts/auth/access-page"
import { SecondFactorForms, type SecondFactorIntent } from "~/features/accounts/auth/second-factor-forms"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import { byIntent, submitForm } from "~/remix/form.server"
import { leaveLogin } from "~/remix/login-redirects.server"
import { pageMeta } from "~/remix/meta"
import { type PageArgs, withContext } from "~/remix/page.server"

export const handle = { i18n: ["second-factor", "account-access", "errors"] }

/** The second step of a sign-in, whose first step is in a cookie of this browser. */
export const loader = withContext(async ({ ctx, context }) => {
  if (isSignedIn(ctx.actor)) throw redirect("/profile")
  const token = context.cookies.readSignIn()
  const step = token && (await findSecondStep(ctx, token))
  if (!step) {
    context.cookies.clearSignIn()
    throw redirect(token ? "/auth/login?notice=start-again" : "/auth/login")
  }
  return { ...step, title: translator(ctx.locale, "second-factor")("step.title") }
})

export const action = withContext((args) =>
  byIntent<SecondFactorIntent>(args, { app: finish, recovery: finish, passkey: finish }),
)

/** Signs in and redirects to the stored path, or to the member area, as the login does (product-spec 2). */
function finish(args: PageArgs) {
  return submitForm(args, SecondStepForm, async (proof) => {
    const { ctx, context } = args
    context.cookies.writeSession(await finishSignIn(ctx, context.cookies.readSignIn() ?? "", proof, "web"))
    context.cookies.clearSignIn()
    throw leaveLogin(context.cookies)
  })
}

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function SecondFactorPage() {
  const { t } = useTranslation("second-factor")
  const { methods, elsewhere } = useLoaderData<typeof loader>()
  return (
    <AccessPage title={t("step.title")} lead={t("step.lead")}>
      <SecondFactorForms
        methods={methods}
        result={useActionData<typeof action>()}
        submit={t("step.submit")}
        action="/auth/second-factor"
        optionsPath="/api/auth/login/second-factor/options"
      />
      {elsewhere.map((domain) => (
        <p key={domain} className="mt-5 text-ui text-ink2">
          {t("step.elsewhere", { domain })}
        </p>
      ))}
      <AlternativeMethod question={t("step.wrong_account")} to="/auth/login" label={t("step.over")} />
    </AccessPage>
  )
}
