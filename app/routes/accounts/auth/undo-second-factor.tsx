import { data, type HeadersFunction, type MetaFunction } from "@remix-run/cloudflare"
import { type ShouldRevalidateFunction, useActionData, useLoaderData, useNavigation } from "@remix-run/react"
import * as z from "zod"
import { isUndoLinkAlive, undoFirstFactor } from "~/domain/accounts/first-factor/undo.server"
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
import { Button, ButtonLink } from "~/ui/button"

export const handle = { i18n: ["second-factor", "account-access", "errors"] }

/** Opening the link changes nothing: mail scanners follow links too. */
export const loader = withContext(async ({ ctx, params }) => {
  const isAlive = await isUndoLinkAlive(ctx, params.token ?? "")
  const title = translator(ctx.locale, "second-factor")(isAlive ? "undo.title" : "undo.gone_title")
  return data({ isAlive, title }, isAlive ? 200 : 410)
})

type Result = FormResult & { isUndone?: true }

/** The link is used up afterwards, which would be a 410. */
export const action = withContext((args) =>
  submitForm(args, z.object({}), async () => {
    await undoFirstFactor(args.ctx, args.params.token ?? "")
    return data<Result>({ isUndone: true }, 200)
  }),
)

export const shouldRevalidate: ShouldRevalidateFunction = ({ formMethod, defaultShouldRevalidate }) =>
  !formMethod && defaultShouldRevalidate

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function UndoSecondFactorPage() {
  const { t } = useTranslation("second-factor")
  const { isAlive } = useLoaderData<typeof loader>()
  const result = useActionData<Result>()
  const { form } = useFormResult(result)
  const isBusy = useNavigation().state === "submitting"
  if (result?.isUndone) {
    return (
      <AccessPage title={t("undo.done_title")} lead={t("undo.done_lead")}>
        <AlternativeMethod question={t("undo.contact")} to="/contact" label={t("undo.write")} />
        <MailboxLink />
      </AccessPage>
    )
  }
  if (!isAlive || result?.code === "auth.token_invalid") {
    return (
      <AccessPage title={t("undo.gone_title")} lead={t("undo.gone_lead")}>
        <ButtonLink to="/auth/password/reset" variant="primary" size="large" isWide>
          {t("undo.reset")}
        </ButtonLink>
        <AlternativeMethod question={t("undo.contact")} to="/contact" label={t("undo.write")} />
      </AccessPage>
    )
  }
  return (
    <AccessPage title={t("undo.title")} lead={t("undo.lead")}>
      <Form ref={form} method="post">
        <Button type="submit" variant="danger" size="large" isWide isBusy={isBusy}>
          {t("undo.submit")}
        </Button>
        <FormNotice result={result} />
      </Form>
    </AccessPage>
  )
}
