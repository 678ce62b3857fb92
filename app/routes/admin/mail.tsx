import { data, type HeadersFunction, type MetaFunction } from "@remix-run/cloudflare"
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react"
import { deskStates } from "~/domain/mail/desk"
import { dropMail, listDeskMails, retryMail } from "~/domain/mail/desk.server"
import { DeskMailForm } from "~/domain/mail/schema"
import { MailTable } from "~/features/admin/mail-table"
import { FormNotice } from "~/features/auth/form-notice"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import type { FormResult } from "~/remix/form"
import { byIntent, submitForm } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import { withStaff } from "~/remix/staff-page.server"
import { ButtonLink } from "~/ui/button"
import { EmptyState } from "~/ui/feedback/empty-state"
import { Tabs } from "~/ui/navigation/tabs"

export const handle = { i18n: ["admin", "admin-mail", "errors"] }

const place = "/dashboard/admin/mail"

export const loader = withStaff(async ({ ctx, request }) => {
  const query = new URL(request.url).searchParams
  const state = deskStates.find((one) => one === query.get("state")) ?? "dead"
  const { data: mails, next_cursor } = await listDeskMails(ctx, state, query.get("cursor"))
  return { title: translator(ctx.locale, "admin-mail")("title"), state, mails, next_cursor }
})

export const action = withStaff((args) => {
  const { ctx } = args
  const t = translator(ctx.locale, "admin-mail")
  return byIntent(args, {
    retry: (args) =>
      submitForm(args, DeskMailForm, async ({ id }) => {
        await retryMail(ctx, id)
        return data<FormResult>({ message: t("retried") })
      }),
    drop: (args) =>
      submitForm(args, DeskMailForm, async ({ id }) => {
        await dropMail(ctx, id)
        return data<FormResult>({ message: t("dropped") })
      }),
  })
})

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function MailDeskPage() {
  const { t } = useTranslation("admin-mail")
  const { title, state, mails, next_cursor } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const [query] = useSearchParams()
  const isFurther = query.has("cursor")
  return (
    <>
      <h1 className="text-page-title">{title}</h1>
      <p className="mt-2 text-ui text-ink2">{t("lead")}</p>
      <Tabs
        label={t("tabs.label")}
        items={deskStates.map((one) => ({
          to: `${place}?state=${one}`,
          label: t(`tabs.${one}`),
          isCurrent: one === state,
        }))}
        className="mt-4 mb-6"
      />
      <FormNotice result={result} />
      {mails.length === 0 ? (
        <EmptyState isBoxed title={t(`none.${state}`)} className="mt-5" />
      ) : (
        <div className="mt-5">
          <MailTable mails={mails} state={state} address={`${place}?${query}`} />
        </div>
      )}
      {(isFurther || next_cursor) && (
        <nav aria-label={t("pages")} className="mt-5 flex justify-between gap-3">
          {isFurther ? <ButtonLink to={`${place}?state=${state}`}>{t("first")}</ButtonLink> : <span />}
          {next_cursor && <ButtonLink to={`${place}?state=${state}&cursor=${next_cursor}`}>{t("next")}</ButtonLink>}
        </nav>
      )}
    </>
  )
}
