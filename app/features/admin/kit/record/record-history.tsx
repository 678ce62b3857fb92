import { Form, useActionData } from "@remix-run/react"
import type { RecordDetail, ResourceView, Revision } from "~/domain/resources/schema"
import { FormNotice } from "~/features/auth/form-notice"
import { formatDate, formatTime } from "~/i18n/format"
import { locales } from "~/i18n/locales"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import type { FormResult } from "~/remix/form"
import { Badge } from "~/ui/badge"
import { Button } from "~/ui/button"
import { EmptyState } from "~/ui/feedback/empty-state"
import { Breadcrumbs } from "~/ui/navigation/breadcrumbs"

type RecordHistoryProps = { view: ResourceView; record: RecordDetail; revisions: Revision[]; title: string }

/** The versions of a record, newest first: who changed which fields when, and the way back. */
export function RecordHistory({ view, record, revisions, title }: RecordHistoryProps) {
  const { t } = useTranslation("admin-kit")
  const locale = useLocale()
  const result = useActionData<FormResult>()
  const list = `/dashboard/admin/${view.name}`
  const labelOf = (name: string) => {
    const [field, code] = name.split(".")
    const label = view.fields.find((one) => one.name === field)?.label ?? name
    const language = locales.find((one) => one.code === code)?.name
    return language ? `${label} (${language})` : label
  }
  return (
    <>
      <Breadcrumbs
        label={t("breadcrumbs")}
        items={[
          { label: view.many, to: list },
          { label: record.title, to: `${list}/${record.id}` },
          { label: t("history.title"), to: `${list}/${record.id}/history` },
        ]}
      />
      <h1 className="mt-3 text-page-title wrap-anywhere">{title}</h1>
      <FormNotice result={result} />
      {revisions.length === 0 ? (
        <EmptyState isBoxed title={t("history.empty")} className="mt-6" />
      ) : (
        <ol className="mt-6 grid max-w-4xl gap-4">
          {revisions.map((revision, index) => (
            <li key={revision.id} className="rounded-card border border-line bg-surface p-5">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
                <time dateTime={new Date(revision.createdAt).toISOString()} className="text-ui font-medium">
                  {formatDate(revision.createdAt, locale, "date")}, {formatTime(revision.createdAt, locale)}
                </time>
                <span className="text-ui text-ink2">{revision.staffName ?? t("history.nobody")}</span>
                {index === 0 && <Badge tone="ok">{t("history.current")}</Badge>}
                {index > 0 && view.mayWrite && (
                  <Form method="post" className="ml-auto">
                    <input type="hidden" name="revision" value={revision.id} />
                    <input type="hidden" name="version" value={record.version} />
                    <Button type="submit" name="intent" value="restore" size="small">
                      {t("history.restore")}
                    </Button>
                  </Form>
                )}
              </div>
              <details className="mt-3 text-ui">
                <summary className="cursor-pointer text-ink2">
                  {t("history.changed", { fields: revision.changed.map(labelOf).join(", ") })}
                </summary>
                <dl className="mt-3 grid gap-3">
                  {revision.changed.map((name) => (
                    <div key={name}>
                      <dt className="text-meta text-mute">{labelOf(name)}</dt>
                      <dd className="mt-0.5 max-h-60 overflow-y-auto whitespace-pre-wrap wrap-anywhere">
                        {revision.values[name] || "–"}
                      </dd>
                    </div>
                  ))}
                </dl>
              </details>
            </li>
          ))}
        </ol>
      )}
    </>
  )
}
