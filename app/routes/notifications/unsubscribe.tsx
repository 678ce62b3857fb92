import { data, type HeadersFunction, type MetaFunction } from "@remix-run/cloudflare"
import { useActionData, useLoaderData } from "@remix-run/react"
import * as z from "zod"
import { readUnsubscribe, setSubscribed } from "~/domain/notifications/unsubscribe.server"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import type { FormResult } from "~/remix/form"
import { byIntent, submitForm } from "~/remix/form.server"
import { Form } from "~/remix/idempotency/single-form"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"
import { Button, ButtonLink } from "~/ui/button"

export const handle = { i18n: ["notifications"] }

export const loader = withContext(async ({ ctx, params }) => ({
  ...(await readUnsubscribe(ctx, params.token ?? "")),
  title: translator(ctx.locale, "notifications")("unsubscribe.title"),
}))

/** The mail's link is enough: unsubscribing needs no login. */
export const action = withContext((args) => {
  const { ctx, params } = args
  const token = params.token ?? ""
  const t = translator(ctx.locale, "notifications")
  return byIntent<"stop" | "resume">(args, {
    stop: (args) =>
      submitForm(args, z.object({}), async () => {
        await setSubscribed(ctx, token, false)
        return data<FormResult>({ message: t("unsubscribe.stopped") })
      }),
    resume: (args) =>
      submitForm(args, z.object({}), async () => {
        await setSubscribed(ctx, token, true)
        return data<FormResult>({ message: t("unsubscribe.resumed") })
      }),
  })
})

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data: page }) => pageMeta(matches, page?.title)

export default function UnsubscribePage() {
  const { t } = useTranslation("notifications")
  const { isSubscribed, title } = useLoaderData<typeof loader>()
  const result = useActionData<FormResult>()
  return (
    <div className="page-container pt-10 md:pt-16">
      <h1 className="text-page-title-large">{title}</h1>
      <p className="measure mt-6 text-lead text-ink2">{t(isSubscribed ? "unsubscribe.ask" : "unsubscribe.stopped")}</p>
      <Form method="post" className="mt-8 flex flex-wrap gap-3">
        <Button
          type="submit"
          name="intent"
          value={isSubscribed ? "stop" : "resume"}
          variant={isSubscribed ? "primary" : "secondary"}
        >
          {t(isSubscribed ? "unsubscribe.stop" : "unsubscribe.resume")}
        </Button>
        <ButtonLink to="/profile/settings/notifications">{t("unsubscribe.settings")}</ButtonLink>
      </Form>
      <FormNotice result={result} />
    </div>
  )
}
