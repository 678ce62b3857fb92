import { type HeadersFunction, type MetaFunction, redirect } from "@remix-run/cloudflare"
import { useActionData, useLoaderData } from "@remix-run/react"
import { profileTextNames } from "~/domain/profiles/content/fields"
import { namedMediaItem, namedProfile } from "~/domain/safety/page-address"
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
  const isOfProfile = namedProfile(about) !== null && namedMediaItem(about) === null
  return { about, texts: isOfProfile ? profileTextNames : [], title: translator(ctx.locale, "safety")("report.title") }
})

export const action = withContext((args) =>
  submitForm(args, ReportForm, async (form) => {
    throw redirect(`/report/sent/${await fileReport(args.ctx, form)}`)
  }),
)

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function ReportRoute() {
  const { about, texts } = useLoaderData<typeof loader>()
  return <ReportPage about={about} texts={texts} result={useActionData<typeof action>()} />
}
