import type { MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import { pageMeta } from "~/remix/meta"
import { notValid, withContext } from "~/remix/page.server"
import { ButtonLink } from "~/ui/button"

export const handle = { i18n: ["safety"] }

/** Shows the reference in the address; the page does not disclose whether that report exists. */
export const loader = withContext(async ({ ctx, params, request }) => {
  const { reference = "" } = params
  if (!/^R-[0-9A-Z]{8}$/.test(reference)) throw notValid(request)
  return { reference, title: translator(ctx.locale, "safety")("report.sent.title") }
})

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function ReportSentPage() {
  const { t } = useTranslation("safety")
  const { reference } = useLoaderData<typeof loader>()
  return (
    <div className="page-container pt-10 md:pt-16">
      <h1 className="text-page-title-large">{t("report.sent.title")}</h1>
      <p role="status" className="mt-6 text-lead">
        {t("report.sent.lead")} <strong className="font-semibold whitespace-nowrap">{reference}</strong>
      </p>
      <div className="measure mt-4 space-y-3 text-body text-ink2">
        <p>{t("report.sent.next")}</p>
        <p>{t("report.sent.keep")}</p>
      </div>
      <ButtonLink to="/" className="mt-8">
        {t("report.sent.on")}
      </ButtonLink>
    </div>
  )
}
