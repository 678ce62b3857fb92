import { useActionData } from "@remix-run/react"
import type { RecordDetail, ResourceView, Revision } from "~/domain/back-office/records/schema"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { formatDate, formatTime } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import type { FormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Badge } from "~/ui/badge"
import { Button } from "~/ui/button"
import { EmptyState } from "~/ui/feedback/empty-state"
import { Breadcrumbs } from "~/ui/navigation/breadcrumbs"
import { fieldLabel, RecordValues } from "./record-values"

/** The intent of the list's forms. */
export type HistoryIntent = "restore"

type RecordHistoryProps = { view: ResourceView; record: RecordDetail; revisions: Revision[]; title: string }

/** The versions of a record, newest first: who changed which fields when, and the way back. */
export function RecordHistory({ view, record, revisions, title }: RecordHistoryProps) {
  const { t } = useTranslation("admin-kit")
  const locale = useLocale()
  const result = useActionData<FormResult>()
  const list = `/dashboard/admin/${view.name}`
  return (
    <>
      <Breadcrumbs
        isOneLine
        label={t("breadcrumbs")}
        items={[
          { label: view.many, to: list },
          { label: record.title, to: `${list}/${record.id}` },
          { label: t("history.title"), to: `${list}/${record.id}/history` },
        ]}
      />
      <h1 className="mt-3 text-office-title wrap-anywhere">{title}</h1>
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
              {revision.changed.length > 0 ? (
                <details className="mt-3 text-ui">
                  <summary className="cursor-pointer text-ink2">
                    {t("history.changed", {
                      fields: revision.changed.map((name) => fieldLabel(view, name)).join(", "),
                    })}
                  </summary>
                  <RecordValues view={view} values={revision.values} names={revision.changed} />
                </details>
              ) : (
                <p className="mt-3 text-ui text-ink2">{t(`history.kinds.${revision.kind}`)}</p>
              )}
            </li>
          ))}
        </ol>
      )}
    </>
  )
}
