import { data, type HeadersFunction, type MetaFunction } from "@remix-run/cloudflare"
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react"
import * as z from "zod"
import { isSignedIn } from "~/domain/core/actor/actor"
import { maxMessage, ReplyForm } from "~/domain/support/tickets/schema"
import { closeTicket, getThread, writeToTicket } from "~/domain/support/tickets/service.server"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { ThreadMessages } from "~/features/support/tickets/thread"
import { TicketState } from "~/features/support/tickets/ticket-state"
import { translator } from "~/i18n/i18n.server"
import { useFormatCount } from "~/i18n/use-format-count"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { byIntent, submitForm } from "~/remix/form.server"
import { Form } from "~/remix/idempotency/single-form"
import { redirectToLogin } from "~/remix/login-redirects.server"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"
import { Button } from "~/ui/button"
import { TextArea } from "~/ui/form/field"
import { Breadcrumbs } from "~/ui/navigation/breadcrumbs"

export const handle = { i18n: ["support", "errors"] }

/** Redirects a visitor to the login, whatever the reference: they may be a member who comes from a mail. */
export const loader = withContext(async (args) => {
  const { ctx, params } = args
  if (!isSignedIn(ctx.actor)) throw redirectToLogin(args)
  const thread = await getThread(ctx, params.reference ?? "")
  const title = translator(ctx.locale, "support")(`categories.${thread.category as "other"}`)
  return { thread, title, maxLength: maxMessage }
})

export const action = withContext((args) => {
  const { ctx, params } = args
  const { reference = "" } = params
  const t = translator(ctx.locale, "support")
  return byIntent<"reply" | "close">(args, {
    reply: (args) =>
      submitForm(args, ReplyForm, async ({ message }) => {
        await writeToTicket(ctx, reference, message)
        return data<FormResult>({ message: t("thread.written") })
      }),
    close: (args) =>
      submitForm(args, z.object({}), async () => {
        await closeTicket(ctx, reference)
        return data<FormResult>({ message: t("thread.closed") })
      }),
  })
})

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function TicketPage() {
  const { t } = useTranslation("support")
  const formatCount = useFormatCount()
  const { thread, title, maxLength } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const { form, field } = useFormResult(result)
  const { state, formData } = useNavigation()
  const intent = formData?.get("intent")
  const path = `/contact/${thread.reference}`
  const crumbs = [
    { label: t("thread.back"), to: "/contact" },
    { label: thread.reference, to: path },
  ]
  return (
    <div className="page-container pt-8 md:pt-12">
      <Breadcrumbs label={t("thread.crumbs")} items={crumbs} />
      <div className="max-w-3xl">
        <h1 className="mt-5 text-page-title">{title}</h1>
        <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2">
          <TicketState state={thread.state} />
          <p className="text-ui text-ink2">{t(`thread.what.${thread.state}`)}</p>
        </div>
        <div className="mt-10">
          <ThreadMessages messages={thread.messages} />
        </div>
        <Form key={thread.messages.length} ref={form} method="post" action={path} noValidate className="mt-10">
          <TextArea
            countFrom={0}
            formatCount={formatCount}
            required
            {...field("message")}
            label={t("thread.again")}
            size="normal"
            maxLength={maxLength}
          />
          <FormNotice result={result} />
          <div className="mt-5 flex flex-wrap gap-3">
            <Button
              type="submit"
              name="intent"
              value="reply"
              variant={thread.state === "closed" ? "secondary" : "primary"}
              isBusy={state === "submitting" && intent === "reply"}
            >
              {t("thread.submit")}
            </Button>
            {thread.state !== "closed" && (
              <Button
                type="submit"
                name="intent"
                value="close"
                form="close"
                variant="ghost"
                isBusy={intent === "close"}
              >
                {t("thread.close")}
              </Button>
            )}
          </div>
        </Form>
        <Form id="close" method="post" action={path} />
      </div>
    </div>
  )
}
