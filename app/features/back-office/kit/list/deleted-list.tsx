import { useNavigation } from "@remix-run/react"
import type { DeletedPage, ResourceView } from "~/domain/back-office/records/schema"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { formatDate, formatTime } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import type { FormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { useActionToast } from "~/remix/use-action-toast"
import { Button, ButtonLink } from "~/ui/button"
import { EmptyState } from "~/ui/feedback/empty-state"
import { Breadcrumbs } from "~/ui/navigation/breadcrumbs"
import { RecordValues } from "../record/record-values"
import { ActionFailures, type ActionOutcome } from "./action-failures"

type DeletedListProps = { view: ResourceView; page: DeletedPage; result: (FormResult & ActionOutcome) | undefined }

/** The records of a resource that were deleted, as they were, and the way back. */
export function DeletedList({ view, page, result }: DeletedListProps) {
  const { t } = useTranslation("admin-kit")
  const locale = useLocale()
  const sent = useNavigation().formData?.get("ids")
  useActionToast(result)
  const list = `/dashboard/admin/${view.name}`
  const titleOf = (id: string) => page.data.find((record) => record.id === id)?.title ?? id
  return (
    <>
      <Breadcrumbs
        label={t("breadcrumbs")}
        items={[
          { label: view.many, to: list },
          { label: t("deleted.title"), to: `${list}?deleted` },
        ]}
      />
      <h1 className="mt-3 text-office-title">{t("deleted.of", { many: view.many })}</h1>
      <FormNotice result={result} />
      {result?.action && <ActionFailures failed={result.action.failed} titleOf={titleOf} />}
      {page.data.length === 0 ? (
        <EmptyState
          isBoxed
          title={t("deleted.empty")}
          className="mt-6"
          button={<ButtonLink to={list}>{t("form.back", { many: view.many })}</ButtonLink>}
        />
      ) : (
        <ul className="mt-6 grid max-w-4xl gap-4">
          {page.data.map(({ id, title, deletedAt, staffName, values }) => (
            <li key={id} data-deleted={id} className="rounded-card border border-line bg-surface p-5">
              <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
                <h2 className="min-w-0 text-ui font-medium wrap-anywhere">{title}</h2>
                {view.mayDelete && (
                  <Form method="post" action={`${list}?deleted`} className="ml-auto" preventScrollReset>
                    <input type="hidden" name="ids" value={id} />
                    <Button
                      type="submit"
                      name="intent"
                      value="restore"
                      size="small"
                      isBusy={sent === id}
                      aria-label={t("deleted.restore_named", { title })}
                    >
                      {t("deleted.restore")}
                    </Button>
                  </Form>
                )}
              </div>
              <p className="mt-1 text-meta text-mute">
                <time dateTime={new Date(deletedAt).toISOString()}>
                  {formatDate(deletedAt, locale, "date")}, {formatTime(deletedAt, locale)}
                </time>
                {" · "}
                {staffName ?? t("deleted.nobody")}
              </p>
              <details className="mt-3 text-ui">
                <summary className="cursor-pointer text-ink2">{t("deleted.values")}</summary>
                <RecordValues view={view} values={values} names={Object.keys(values)} />
              </details>
            </li>
          ))}
        </ul>
      )}
      {page.next_cursor && (
        <p className="mt-5 text-right">
          <ButtonLink to={`${list}?deleted&cursor=${page.next_cursor}`} rel="next">
            {t("pages.next")}
          </ButtonLink>
        </p>
      )}
    </>
  )
}
