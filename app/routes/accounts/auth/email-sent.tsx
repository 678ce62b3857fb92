import { data, type HeadersFunction, type MetaFunction } from "@remix-run/cloudflare"
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react"
import * as z from "zod"
import { findSignupAddress, resendJoinMail } from "~/domain/accounts/sign-up/join.server"
import { AccessPage, AlternativeMethod } from "~/features/accounts/auth/access-page"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { MailboxLink } from "~/features/accounts/auth/mailbox-link"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { submitForm } from "~/remix/form.server"
import { Form } from "~/remix/idempotency/single-form"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"
import { Button } from "~/ui/button"

export const handle = { i18n: ["account-access", "errors"] }

/** Shows one page for every sign-up, and for none; the browser of the sign-up is shown the address typed there. */
export const loader = withContext(async ({ ctx, context, params }) => ({
  address: await findSignupAddress(ctx, params.signup ?? "", context.cookies.readSignup()),
  title: translator(ctx.locale, "account-access")("sent.title"),
}))

/** Sends the mail of a sign-up again. */
export const action = withContext((args) =>
  submitForm(args, z.object({}), async () => {
    await resendJoinMail(args.ctx, args.params.signup ?? "")
    return data<FormResult>({ message: translator(args.ctx.locale, "account-access")("sent.done") })
  }),
)

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function EmailSentPage() {
  const { t } = useTranslation("account-access")
  const { address } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const { form } = useFormResult(result)
  const isBusy = useNavigation().state === "submitting"
  return (
    <AccessPage title={t("sent.title")} lead={address ? t("sent.lead_to", { address }) : t("sent.lead")}>
      <Form ref={form} method="post">
        <p className="mb-5 text-ui text-ink2">{t("sent.nothing")}</p>
        <Button type="submit" size="large" isWide isBusy={isBusy}>
          {t("sent.again")}
        </Button>
        <FormNotice result={result} />
      </Form>
      <AlternativeMethod question={t("sent.wrong")} to="/become-member" label={t("sent.change")} />
      <MailboxLink />
    </AccessPage>
  )
}
