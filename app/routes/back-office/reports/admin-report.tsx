import { data, type HeadersFunction, type MetaFunction } from "@remix-run/cloudflare"
import { useActionData, useLoaderData } from "@remix-run/react"
import { readWithReason } from "~/domain/core/audit/access-reason.server"
import { AccessReason } from "~/domain/core/audit/schema"
import { actionOnReport, dismissReport } from "~/domain/safety/closing.server"
import { ClosingForm, DismissalForm } from "~/domain/safety/schema"
import { getDeskReport, openReportedMessages, readReportedMessages } from "~/domain/safety/staff.server"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import type { AccessIntent } from "~/features/back-office/access-reason-form"
import { type ClosingIntent, ReportClosing } from "~/features/back-office/reports/report-closing"
import { ReportDeadline, reportsPath } from "~/features/back-office/reports/report-list"
import { ReportSheet } from "~/features/back-office/reports/report-sheet"
import { useTypedGuard } from "~/features/back-office/use-typed-guard"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import type { FormResult } from "~/remix/form"
import { byIntent, submitForm } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import { withStaff } from "~/remix/staff-page.server"
import { Breadcrumbs } from "~/ui/navigation/breadcrumbs"

export const handle = { i18n: ["admin", "admin-reports", "safety", "errors"] }

export const loader = withStaff(async ({ ctx, params, request }) => {
  const { reference = "" } = params
  const report = await getDeskReport(ctx, reference)
  // Messages are read on demand, with a reason: each reading is recorded.
  const isAsked = new URL(request.url).searchParams.has("messages")
  const messages = isAsked && report.has_messages ? await readWithReason(readReportedMessages(ctx, reference)) : null
  const title = translator(ctx.locale, "safety")(`report.categories.${report.category}`)
  return { title, report, messages }
})

export const action = withStaff((args) => {
  const { ctx, params } = args
  const { reference = "" } = params
  const t = translator(ctx.locale, "admin-reports")
  return byIntent<AccessIntent | ClosingIntent>(args, {
    access: (args) =>
      submitForm(args, AccessReason, async (reason) => {
        await openReportedMessages(ctx, reference, reason)
        return data<FormResult>({ message: translator(ctx.locale, "admin")("access.recorded") })
      }),
    act: (args) =>
      submitForm(args, ClosingForm, async (closing) => {
        await actionOnReport(ctx, reference, closing)
        return data<FormResult>({ message: t("closed") })
      }),
    dismiss: (args) =>
      submitForm(args, DismissalForm, async (closing) => {
        await dismissReport(ctx, reference, closing)
        return data<FormResult>({ message: t("closed") })
      }),
  })
})

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function DeskReportPage() {
  const { t } = useTranslation("admin-reports")
  const { title, report, messages } = useLoaderData<typeof loader>()
  const result = useActionData<FormResult>()
  useTypedGuard(result)
  const address = `${reportsPath}/${report.reference}`
  return (
    <>
      <Breadcrumbs
        label={t("crumbs")}
        items={[
          { label: t("title"), to: reportsPath },
          { label: report.reference, to: address },
        ]}
      />
      <h1 className="mt-4 text-page-title">{title}</h1>
      <div className="mt-3">
        <ReportDeadline report={report} />
      </div>
      <FormNotice result={result} />
      <div className="mt-6 grid items-start gap-8 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <ReportSheet report={report} messages={messages} address={address} result={result} />
        {/* Both forms have a reason. */}
        <ReportClosing report={report} address={address} result={result?.intent === "access" ? undefined : result} />
      </div>
    </>
  )
}
