import { useRevalidator } from "@remix-run/react"
import Download from "lucide-react/icons/download"
import { useEffect } from "react"
import type { ExportFile, ResourceView } from "~/domain/back-office/records/schema"
import { formatDate, formatTime } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { Badge } from "~/ui/badge"
import { ButtonLink } from "~/ui/button"
import { EmptyState } from "~/ui/feedback/empty-state"
import { Spinner } from "~/ui/feedback/spinner"
import { Breadcrumbs } from "~/ui/navigation/breadcrumbs"

/** How often an unfinished export is looked at, ms. */
const interval = 1_500
const tones = { queued: "outlined", running: "neutral", done: "ok", failed: "bad" } as const

/** The CSV files that the reader asked for, with the progress of those in the making. */
export function ExportList({ view, exports, title }: { view: ResourceView; exports: ExportFile[]; title: string }) {
  const { t } = useTranslation("admin-kit")
  const locale = useLocale()
  const { revalidate } = useRevalidator()
  const isOpen = exports.some(({ state }) => state === "queued" || state === "running")
  useEffect(() => {
    if (!isOpen) return
    const timer = setInterval(revalidate, interval)
    return () => clearInterval(timer)
  }, [isOpen, revalidate])
  const list = `/dashboard/admin/${view.name}`
  return (
    <>
      <Breadcrumbs
        label={t("breadcrumbs")}
        items={[
          { label: view.many, to: list },
          { label: t("exports.title"), to: `${list}/exports` },
        ]}
      />
      <h1 className="mt-3 text-office-title">{title}</h1>
      <p className="mt-2 text-ui text-ink2">{t("exports.text")}</p>
      {exports.length === 0 ? (
        <EmptyState isBoxed title={t("exports.empty")} className="mt-6" />
      ) : (
        <ul className="mt-6 max-w-3xl divide-y divide-line rounded-card border border-line bg-surface">
          {exports.map(({ id, state, rows, createdAt }) => (
            <li key={id} className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 text-ui">
              <time dateTime={new Date(createdAt).toISOString()}>
                {formatDate(createdAt, locale, "date")}, {formatTime(createdAt, locale)}
              </time>
              <Badge tone={tones[state]}>{t(`exports.${state}`)}</Badge>
              <span aria-live="polite" className="flex items-center gap-2 text-ink2 tabular-nums">
                {(state === "queued" || state === "running") && <Spinner />}
                {t("exports.rows", { count: rows })}
              </span>
              {state === "done" && (
                <ButtonLink
                  to={`${list}/exports/${id}`}
                  reloadDocument
                  size="small"
                  icon={<Download />}
                  className="ml-auto"
                >
                  {t("exports.download")}
                </ButtonLink>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
