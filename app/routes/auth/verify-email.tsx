import { data, type HeadersFunction, type MetaFunction, redirect } from "@remix-run/cloudflare"
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react"
import * as z from "zod"
import { isVerifyLinkAlive, verifyEmail } from "~/domain/accounts/join.server"
import { AccessPage, OtherWay } from "~/features/auth/access-page"
import { FormNotice } from "~/features/auth/form-notice"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import { useFormResult } from "~/lib/form"
import { submitForm } from "~/lib/form.server"
import { pageMeta } from "~/lib/meta"
import { withContext } from "~/lib/page.server"
import { safeRedirectPath } from "~/lib/paths"
import { Button } from "~/ui/button"

export const handle = { i18n: ["account-access", "errors"] }

/** Opening the link changes nothing: mail scanners follow links too. */
export const loader = withContext(async ({ ctx, params }) => {
  const { user = "", token = "" } = params
  const isAlive = await isVerifyLinkAlive(ctx, { user, token })
  const t = translator(ctx.locale, "account-access")
  return data({ user, isAlive, title: t(isAlive ? "verify.title" : "verify.gone_title") }, isAlive ? 200 : 410)
})

/** Opens the account and goes to the stored path, or to the member area, as the login does (product-spec 2). */
export const action = withContext((args) =>
  submitForm(args, z.object({}), async () => {
    const { ctx, context, params } = args
    const { user = "", token = "" } = params
    context.cookies.writeSession(await verifyEmail(ctx, { user, token }, "web"))
    const target = safeRedirectPath(context.cookies.readReturnPath()) ?? "/profile"
    context.cookies.clearReturnPath()
    throw redirect(target)
  }),
)

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function VerifyEmailPage() {
  const { t } = useTranslation("account-access")
  const { user, isAlive } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const { form } = useFormResult(result)
  const isBusy = useNavigation().state === "submitting"
  if (!isAlive || result?.code === "auth.token_invalid") {
    return (
      <AccessPage title={t("verify.gone_title")} lead={t("verify.gone_lead")}>
        <Form method="post" action={`/auth/emails/sent/${user}`}>
          <Button type="submit" variant="primary" size="large" isWide isBusy={isBusy}>
            {t("verify.again")}
          </Button>
        </Form>
        <OtherWay question={t("verify.confirmed")} to="/auth/login" label={t("log_in")} />
      </AccessPage>
    )
  }
  return (
    <AccessPage title={t("verify.title")} lead={t("verify.lead")}>
      <Form ref={form} method="post">
        <Button type="submit" variant="primary" size="large" isWide isBusy={isBusy}>
          {t("verify.submit")}
        </Button>
        <FormNotice result={result} />
      </Form>
    </AccessPage>
  )
}
