import { data, type HeadersFunction, type MetaFunction } from "@remix-run/cloudflare"
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react"
import { requestPasswordReset } from "~/domain/accounts/passwords/reset.server"
import { ResetRequest } from "~/domain/accounts/schema"
import { AccessPage, AlternativeMethod } from "~/features/accounts/auth/access-page"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { MailboxLink } from "~/features/accounts/auth/mailbox-link"
import { CaptchaField } from "~/features/accounts/captcha/captcha-field"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { submitForm } from "~/remix/form.server"
import { Form } from "~/remix/idempotency/single-form"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"
import { Button } from "~/ui/button"
import { TextField } from "~/ui/form/field"

export const handle = { i18n: ["account-access", "captcha", "errors"] }

export const loader = withContext(async ({ ctx, context }) => ({
  title: translator(ctx.locale, "account-access")("forgot.title"),
  captcha: context.captcha(),
}))

/** Responds alike whether the account exists or not. */
export const action = withContext((args) =>
  submitForm(args, ResetRequest, async (request) => {
    await requestPasswordReset(args.ctx, request)
    return data<FormResult>({ message: translator(args.ctx.locale, "account-access")("forgot.done") })
  }),
)

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function ForgotPasswordPage() {
  const { t } = useTranslation("account-access")
  const { captcha } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const { form, field } = useFormResult(result)
  const isBusy = useNavigation().state === "submitting"
  if (result?.message && !result.isError) {
    return (
      <AccessPage title={t("forgot.done_title")} lead={result.message}>
        <p className="text-ui text-ink2">{t("forgot.done_hint")}</p>
        <AlternativeMethod question={t("sent.wrong")} to="/auth/password/reset" label={t("sent.change")} />
        <MailboxLink />
      </AccessPage>
    )
  }
  return (
    <AccessPage title={t("forgot.title")} lead={t("forgot.lead")}>
      <Form ref={form} method="post" noValidate>
        <TextField
          {...field("email")}
          type="email"
          label={t("forgot.email")}
          autoComplete="username"
          required
          maxLength={254}
        />
        <CaptchaField widget={captcha} result={result} error={field("captcha").error} />
        <FormNotice result={result} />
        <Button type="submit" variant="primary" size="large" isWide isBusy={isBusy} className="mt-7">
          {t("forgot.submit")}
        </Button>
      </Form>
      <AlternativeMethod question={t("forgot.remembered")} to="/auth/login" label={t("log_in")} />
    </AccessPage>
  )
}
