import { data, type MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import { findExportByToken } from "~/domain/privacy/export.server"
import { DownloadLink } from "~/features/privacy/export-section"
import { formatDate } from "~/i18n/format"
import { translator } from "~/i18n/i18n.server"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"
import { ButtonLink } from "~/ui/button"

export const handle = { i18n: ["privacy"] }

/** The target of the mail's link, for its signed-in reader. Its button downloads the file. */
export const loader = withContext(async ({ ctx, params }) => {
  const found = await findExportByToken(ctx, params.token ?? "")
  const t = translator(ctx.locale, "privacy")
  const title = t(found ? "export.ready_title" : "export.gone_title")
  const file = found && { id: found.id, created_at: found.created_at }
  return data({ title, file }, found ? 200 : 410)
})

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function DataFilePage() {
  const { t } = useTranslation("privacy")
  const locale = useLocale()
  const { title, file } = useLoaderData<typeof loader>()
  return (
    <>
      <h1 className="text-subsection">{title}</h1>
      <p className="measure mt-2 text-body text-ink2">
        {file ? t("export.ready_lead", { date: formatDate(file.created_at, locale, "date") }) : t("export.gone_lead")}
      </p>
      <p className="mt-8 flex flex-wrap gap-3">
        {file && <DownloadLink id={file.id} />}
        <ButtonLink to="/profile/settings/data" size="large">
          {t("export.all")}
        </ButtonLink>
      </p>
    </>
  )
}
