import { data, type HeadersFunction, type MetaFunction, redirect } from "@remix-run/cloudflare"
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react"
import { isResetTokenAlive, resetPassword } from "~/domain/accounts/passwords/reset.server"
import { ResetForm } from "~/domain/accounts/schema"
import { AccessPage, AlternativeMethod } from "~/features/accounts/auth/access-page"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { NewPasswordField } from "~/features/accounts/auth/new-password-field"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import { useFormResult } from "~/remix/form"
import { submitForm } from "~/remix/form.server"
import { Form } from "~/remix/idempotency/single-form"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"
import { Button, ButtonLink } from "~/ui/button"

export const handle = { i18n: ["account-access", "errors"] }

/** Opening the link changes nothing: mail scanners follow links too. */
export const loader = withContext(async ({ ctx, params }) => {
  const isAlive = await isResetTokenAlive(ctx, params.token ?? "")
  const t = translator(ctx.locale, "account-access")
  return data({ isAlive, title: t(isAlive ? "reset.title" : "reset.gone_title") }, isAlive ? 200 : 410)
})

/** Ends every session of the account, this browser's too. */
export const action = withContext((args) =>
  submitForm(args, ResetForm, async ({ password }) => {
    await resetPassword(args.ctx, args.params.token ?? "", password)
    throw redirect("/auth/login?notice=password-changed")
  }),
)

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function ResetPasswordPage() {
  const { t } = useTranslation("account-access")
  const { isAlive } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const { form, field } = useFormResult(result)
  const isBusy = useNavigation().state === "submitting"
  if (!isAlive || result?.code === "auth.token_invalid") {
    return (
      <AccessPage title={t("reset.gone_title")} lead={t("reset.gone_lead")}>
        <ButtonLink to="/auth/password/reset" variant="primary" size="large" isWide>
          {t("reset.again")}
        </ButtonLink>
        <AlternativeMethod question={t("forgot.remembered")} to="/auth/login" label={t("log_in")} />
      </AccessPage>
    )
  }
  return (
    <AccessPage title={t("reset.title")} lead={t("reset.lead")}>
      <Form ref={form} method="post" noValidate>
        <NewPasswordField label={t("password.new")} field={field("password")} result={result} />
        <FormNotice result={result} />
        <Button type="submit" variant="primary" size="large" isWide isBusy={isBusy} className="mt-7">
          {t("reset.submit")}
        </Button>
      </Form>
    </AccessPage>
  )
}
