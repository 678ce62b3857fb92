import { useNavigation, useRevalidator } from "@remix-run/react"
import Download from "lucide-react/icons/download"
import FileArchive from "lucide-react/icons/file-archive"
import { useEffect } from "react"
import type { DataExport } from "~/domain/privacy/schema"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { formatDate, formatSize, formatTime } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import type { FormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Button, buttonClass } from "~/ui/button"
import { Banner } from "~/ui/feedback/banner"
import { Progress } from "~/ui/feedback/progress"

/** The intent of the form that prepares an export. */
export type ExportIntent = "export"

const pollMs = 2_000

/** The request for a data export, its progress, and the files available. */
export function ExportSection({ exports, result }: { exports: DataExport[]; result: FormResult | undefined }) {
  const { t } = useTranslation("privacy")
  const isBusy = useNavigation().formData?.get("intent") === "export"
  const [newest] = exports
  const open = exports.find(({ state }) => state === "requested" || state === "running")
  const files = exports.filter(({ expires_at }) => expires_at !== null)
  return (
    <section aria-labelledby="data-export">
      <h2 id="data-export" className="text-subsection">
        {t("export.title")}
      </h2>
      <p className="mt-2 measure text-body text-ink2">{t("export.lead")}</p>
      {open ? (
        <ExportProgress request={open} />
      ) : (
        <>
          {newest?.state === "failed" && <Banner tone="bad" fact={t("export.failed")} className="mt-5" />}
          <Form method="post" action="/profile/settings/data" className="mt-6">
            <Button type="submit" name="intent" value="export" variant="primary" isBusy={isBusy}>
              {t("export.submit")}
            </Button>
          </Form>
        </>
      )}
      {/* Once the file is there, its own text says so. */}
      <FormNotice result={open || result?.isError ? result : undefined} />
      <p className="mt-4 measure text-meta text-mute">{t("export.limit")}</p>
      {files.length > 0 && (
        <>
          <h3 className="mt-8 text-body font-medium">{t("export.files")}</h3>
          <ul className="mt-3 border-t border-line">
            {files.map((file) => (
              <ExportFile key={file.id} file={file} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

/** Reloads every two seconds; without script, the reader does. */
function ExportProgress({ request: { progress, steps } }: { request: DataExport }) {
  const { t } = useTranslation("privacy")
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (state !== "idle") return
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") revalidate()
    }, pollMs)
    return () => clearInterval(timer)
  }, [revalidate, state])
  return (
    <div className="mt-6" aria-live="polite">
      {steps === 0 ? (
        <Progress label={t("export.waiting")} />
      ) : (
        <Progress
          label={t("export.progress")}
          value={progress / steps}
          valueText={t("export.step", { done: progress, steps })}
        />
      )}
      <noscript>
        <a href="/profile/settings/data" className="link mt-3 inline-block text-ui">
          {t("export.refresh")}
        </a>
      </noscript>
    </div>
  )
}

function ExportFile({ file }: { file: DataExport }) {
  const { t } = useTranslation("privacy")
  const locale = useLocale()
  const date = `${formatDate(file.created_at, locale, "date")}, ${formatTime(file.created_at, locale)}`
  const values = {
    size: formatSize(file.size ?? 0, locale),
    date: formatDate(file.expires_at ?? 0, locale, "date"),
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-line py-4">
      <div className="flex items-start gap-3">
        <FileArchive aria-hidden className="mt-0.5 size-4.5 shrink-0 text-ink2" />
        <div>
          <p className="text-body font-medium">{t("export.from", { date })}</p>
          <p className="mt-0.5 text-meta text-mute">{t("export.until", values)}</p>
        </div>
      </div>
      <DownloadLink id={file.id} label={t("export.download_named", { date })} isSmall />
    </li>
  )
}

/** A plain link: the response is a file, not a page. */
export function DownloadLink({ id, label, isSmall }: { id: string; label?: string; isSmall?: boolean }) {
  const { t } = useTranslation("privacy")
  const look = isSmall ? ({ size: "small" } as const) : ({ variant: "primary", size: "large" } as const)
  return (
    <a href={`/api/me/exports/${id}/file`} download aria-label={label} className={buttonClass(look)}>
      <Download aria-hidden />
      {t("export.download")}
    </a>
  )
}
