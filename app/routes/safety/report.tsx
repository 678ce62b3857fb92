import { type HeadersFunction, type MetaFunction, redirect } from "@remix-run/cloudflare"
import { useActionData, useLoaderData } from "@remix-run/react"
import { ReportForm } from "~/domain/safety/schema"
import { fileReport } from "~/domain/safety/service.server"
import { ReportPage } from "~/features/safety/report-page"
import { translator } from "~/i18n/i18n.server"
import { submitForm } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"

export const handle = { i18n: ["safety", "errors"] }

const maxAddress = 500

export const loader = withContext(async ({ ctx, request }) => {
  const about = (new URL(request.url).searchParams.get("about") ?? "").slice(0, maxAddress)
  return { about, title: translator(ctx.locale, "safety")("report.title") }
})

export const action = withContext((args) =>
  submitForm(args, ReportForm, async (form) => {
    throw redirect(`/report/sent/${await fileReport(args.ctx, form)}`)
  }),
)

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function ReportRoute() {
  const { about } = useLoaderData<typeof loader>()
  return <ReportPage about={about} result={useActionData<typeof action>()} />
}
