import { data, type HeadersFunction, type MetaFunction } from "@remix-run/cloudflare"
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react"
import * as z from "zod"
import { readWithReason } from "~/domain/core/audit/access-reason.server"
import { AccessReason } from "~/domain/core/audit/schema"
import { helpStates } from "~/domain/safety/help/answers"
import { HelpNote, HelpQuery } from "~/domain/safety/help/schema"
import { closeHelpRequest, listHelpRequests, openHelpDesk } from "~/domain/safety/help/staff.server"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { type AccessIntent, ReasonedDesk } from "~/features/back-office/access-reason-form"
import { DeskPages } from "~/features/back-office/desk-pages"
import { HelpCard, type HelpIntent } from "~/features/back-office/help-card"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import type { FormResult } from "~/remix/form"
import { byIntent, submitForm } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import { withStaff } from "~/remix/staff-page.server"
import { EmptyState } from "~/ui/feedback/empty-state"
import { Tabs } from "~/ui/navigation/tabs"

export const handle = { i18n: ["admin", "admin-help", "admin-review", "errors"] }

const place = "/dashboard/admin/help"

export const loader = withStaff(async ({ ctx, request }) => {
  const params = new URL(request.url).searchParams
  const query = HelpQuery.catch({ state: "open" }).parse(Object.fromEntries(params))
  const page = await readWithReason(listHelpRequests(ctx, query, params.get("cursor")))
  return { title: translator(ctx.locale, "admin-help")("title"), state: query.state, page, now: ctx.now() }
})

export const action = withStaff((args) => {
  const { ctx } = args
  return byIntent<AccessIntent | HelpIntent>(args, {
    access: (args) =>
      submitForm(args, AccessReason, async (reason) => {
        await openHelpDesk(ctx, reason)
        return data<FormResult>({ message: translator(ctx.locale, "admin")("access.recorded") })
      }),
    close: (args) =>
      submitForm(args, HelpNote.extend({ id: z.string().max(40) }), async ({ id, note }) => {
        await closeHelpRequest(ctx, id, { note })
        return data<FormResult>({ message: translator(ctx.locale, "admin-help")("closed") })
      }),
  })
})

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function HelpDeskPage() {
  const { t } = useTranslation("admin-help")
  const { title, state, page, now } = useLoaderData<typeof loader>()
  const result = useActionData<FormResult>()
  const [query] = useSearchParams()
  const address = (more: Record<string, string>) => `${place}?${new URLSearchParams({ state, ...more })}`
  const cursor = query.get("cursor")
  // An act returns to the page of the list that it was on.
  const current = address(cursor === null ? {} : { cursor })
  return (
    <ReasonedDesk
      title={title}
      lead={t("lead")}
      question={page ? null : { title: t("access.title"), submit: t("access.submit") }}
      address={current}
      result={result}
    >
      {page && (
        <>
          <Tabs
            label={t("tabs")}
            items={helpStates.map((one) => ({
              to: address({ state: one }),
              label: t(`states.${one}`),
              isCurrent: one === state,
            }))}
            className="mt-4"
          />
          <FormNotice result={result} />
          {page.data.length === 0 ? (
            <EmptyState isBoxed title={t(`empty.${state}`)} />
          ) : (
            <div className="mt-5 grid items-start gap-4 lg:grid-cols-2">
              {page.data.map((request) => (
                <HelpCard key={request.id} request={request} now={now} address={current} result={result} />
              ))}
            </div>
          )}
          <DeskPages address={address} next={page.next_cursor} />
        </>
      )}
    </ReasonedDesk>
  )
}
