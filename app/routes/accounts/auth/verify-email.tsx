import { data, type HeadersFunction, type MetaFunction } from "@remix-run/cloudflare"
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react"
import { SignupProof } from "~/domain/accounts/schema"
import { findVerifyStep, verifyEmail } from "~/domain/accounts/sign-up/join.server"
import { AccessPage, AlternativeMethod } from "~/features/accounts/auth/access-page"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import { useFormResult } from "~/remix/form"
import { submitForm } from "~/remix/form.server"
import { Form } from "~/remix/idempotency/single-form"
import { leaveLogin } from "~/remix/login-redirects.server"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"
import { Button } from "~/ui/button"
import { TextField } from "~/ui/form/field"

export const handle = { i18n: ["account-access", "errors"] }

/** Opening the link changes nothing: mail scanners follow links too. */
export const loader = withContext(async ({ ctx, context, params }) => {
  const { user = "", token = "" } = params
  const step = await findVerifyStep(ctx, { user, token }, context.cookies.readSignup())
  const t = translator(ctx.locale, "account-access")
  const isGone = step === "gone"
  return data({ user, step, title: t(isGone ? "verify.gone_title" : "verify.title") }, isGone ? 410 : 200)
})

/** Opens the account and redirects to the stored path, or to the member area, as the login does (product-spec 2). */
export const action = withContext((args) =>
  submitForm(args, SignupProof.pick({ password: true }), async ({ password }) => {
    const { ctx, context, params } = args
    const { user = "", token = "" } = params
    const proof = { password, secret: context.cookies.readSignup() }
    context.cookies.writeSession(await verifyEmail(ctx, { user, token }, proof, "web"))
    context.cookies.clearSignup()
    throw leaveLogin(context.cookies)
  }),
)

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function VerifyEmailPage() {
  const { t } = useTranslation("account-access")
  const { user, step } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const { form, field } = useFormResult(result)
  const isBusy = useNavigation().state === "submitting"
  if (step === "gone" || result?.code === "auth.token_invalid") {
    return (
      <AccessPage title={t("verify.gone_title")} lead={t("verify.gone_lead")}>
        <Form method="post" action={`/auth/emails/sent/${user}`}>
          <Button type="submit" variant="primary" size="large" isWide isBusy={isBusy}>
            {t("verify.again")}
          </Button>
        </Form>
        <AlternativeMethod question={t("verify.confirmed")} to="/auth/login" label={t("log_in")} />
      </AccessPage>
    )
  }
  return (
    <AccessPage title={t("verify.title")} lead={t(step === "password" ? "verify.lead_password" : "verify.lead")}>
      <Form ref={form} method="post" noValidate className="space-y-7">
        {step === "password" && (
          <TextField
            {...field("password")}
            type="password"
            label={t("verify.password")}
            autoComplete="current-password"
            required
            reveal={{ show: t("password.show"), hide: t("password.hide") }}
          />
        )}
        <Button type="submit" variant="primary" size="large" isWide isBusy={isBusy}>
          {t("verify.submit")}
        </Button>
        <FormNotice result={result} />
      </Form>
      {step === "password" && (
        <AlternativeMethod question={t("verify.not_yours")} to="/become-member" label={t("verify.afresh")} />
      )}
    </AccessPage>
  )
}
