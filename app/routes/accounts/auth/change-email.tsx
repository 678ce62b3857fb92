import { data, type HeadersFunction, type MetaFunction } from "@remix-run/cloudflare"
import { type ShouldRevalidateFunction, useActionData, useLoaderData, useNavigation } from "@remix-run/react"
import * as z from "zod"
import { confirmEmailChange, findEmailChangeLink, stopEmailChange } from "~/domain/accounts/email-change/links.server"
import { AccessPage, AlternativeMethod } from "~/features/accounts/auth/access-page"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { byIntent, submitForm } from "~/remix/form.server"
import { Form } from "~/remix/idempotency/single-form"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"
import { Button, ButtonLink } from "~/ui/button"

export const handle = { i18n: ["email-change", "errors"] }

/** Opening the link changes nothing: mail scanners follow links too. */
export const loader = withContext(async ({ ctx, params }) => {
  const link = await findEmailChangeLink(ctx, params.token ?? "")
  return data({ link, title: translator(ctx.locale, "email-change")("title") }, link ? 200 : 410)
})

type Outcome = "waiting" | "changed" | "stopped"
type Result = FormResult & { outcome?: Outcome }

export const action = withContext((args) => {
  const { ctx, params } = args
  const token = params.token ?? ""
  return byIntent<"confirm" | "stop">(args, {
    confirm: (args) => submitForm(args, z.object({}), async () => showOutcome(await confirmEmailChange(ctx, token))),
    stop: (args) =>
      submitForm(args, z.object({}), async () => {
        await stopEmailChange(ctx, token)
        return showOutcome("stopped")
      }),
  })
})

/** The link is used up by now, which would be a 410. */
function showOutcome(outcome: Outcome) {
  return data<Result>({ outcome }, 200)
}

/** Nor does the page reload after its action: the link is used up. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formMethod, defaultShouldRevalidate }) =>
  !formMethod && defaultShouldRevalidate

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function ChangeEmailPage() {
  const { t } = useTranslation("email-change")
  const { link } = useLoaderData<typeof loader>()
  const result = useActionData<Result>()
  const { form } = useFormResult(result)
  const navigation = useNavigation()
  const isBusy = (intent: string) => navigation.formData?.get("intent") === intent
  if (result?.outcome) return <OutcomePage outcome={result.outcome} />
  if (!link || result?.code === "auth.token_invalid") {
    return (
      <AccessPage title={t("gone_title")} lead={t("gone_lead")}>
        <ButtonLink to="/profile/settings/email" variant="primary" size="large" isWide>
          {t("to_settings")}
        </ButtonLink>
      </AccessPage>
    )
  }
  return (
    <AccessPage title={t("title")} lead={t(`lead.${link.side}`, { address: link.address })}>
      <p className="mb-7 text-ui text-ink2">{link.isOtherConfirmed ? t("last") : t("first")}</p>
      <Form ref={form} method="post" className="space-y-3">
        <Button
          type="submit"
          name="intent"
          value="confirm"
          variant="primary"
          size="large"
          isWide
          isBusy={isBusy("confirm")}
        >
          {t("confirm")}
        </Button>
        <Button type="submit" name="intent" value="stop" size="large" isWide isBusy={isBusy("stop")}>
          {t("stop")}
        </Button>
        <FormNotice result={result} />
      </Form>
    </AccessPage>
  )
}

/** The outcome, and links to continue. */
function OutcomePage({ outcome }: { outcome: Outcome }) {
  const { t } = useTranslation("email-change")
  return (
    <AccessPage title={t(`done.${outcome}.title`)} lead={t(`done.${outcome}.lead`)}>
      <ButtonLink to="/profile/settings/email" variant="primary" size="large" isWide>
        {t("to_settings")}
      </ButtonLink>
      {outcome === "stopped" && (
        <AlternativeMethod question={t("worried")} to="/auth/password/reset" label={t("reset")} />
      )}
    </AccessPage>
  )
}
