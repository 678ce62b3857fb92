import { Link, useActionData, useNavigation } from "@remix-run/react"
import ExternalLink from "lucide-react/icons/external-link"
import List from "lucide-react/icons/list"
import History from "lucide-react/icons/rotate-ccw-clock"
import Trash2 from "lucide-react/icons/trash"
import { useState } from "react"
import type { RecordDetail, ResourceView } from "~/domain/back-office/records/schema"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { useActionToast } from "~/remix/use-action-toast"
import { useLeaveGuard } from "~/remix/use-leave-guard"
import { Button, ButtonLink } from "~/ui/button"
import { Breadcrumbs } from "~/ui/navigation/breadcrumbs"
import { KeyLegend } from "../../key-legend"
import { useOutsideChanges } from "../../live/outside-changes"
import { useKeys } from "../../use-keys"
import { CellValue } from "../list/cell-value"
import { ActionForms } from "./action-forms"
import { Conflict } from "./conflict"
import { RecordFields } from "./record-fields"
import { useSavedForm } from "./use-saved-form"

/** The intents of a record's forms, beside the acts of its resource. */
export type RecordIntent = "save" | "preview" | "remove"

type RecordResult = FormResult & { theirs?: RecordDetail; mine?: RecordDetail["values"]; html?: string }

type RecordPageProps = {
  view: ResourceView
  /** Null: a new one. */
  record: RecordDetail | null
  title: string
}

/** A record's form, in both languages side by side. */
export function RecordPage({ view, record, title }: RecordPageProps) {
  const { t } = useTranslation("admin-kit")
  const result = useActionData<RecordResult>()
  // Both intents are of the one form, whose fields they send.
  const saved = result?.intent === "save" || result?.intent === "remove" ? result : undefined
  const { form, field, tick } = useFormResult(saved)
  const navigation = useNavigation()
  useActionToast(result)
  const sent = navigation.formData?.get("intent")
  const isSaving = sent === "save"
  const [isDirty, setDirty] = useState(false)
  const theirs = saved?.theirs
  const savedForm = useSavedForm(form, { saved, sent: isSaving ? navigation.formData : undefined, onSaved: setDirty })
  const outsideChanges = useOutsideChanges()
  useLeaveGuard(isSaving ? savedForm.isTypedMeanwhile : isDirty && sent !== "remove", t("form.leave"))
  useKeys()
  const list = `/dashboard/admin/${view.name}`
  const here = record ? `${list}/${record.id}` : `${list}/new`
  const values = theirs ? theirs.values : (record?.values ?? {})
  const version = theirs?.version ?? record?.version
  const isReadOnly = record !== null && view.fields.every((field) => field.isReadOnly)

  return (
    <>
      <Breadcrumbs
        isOneLine
        label={t("breadcrumbs")}
        items={[
          { label: view.many, to: list },
          { label: title, to: here },
        ]}
      />
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h1 className="min-w-0 text-office-title wrap-anywhere">{title}</h1>
        <div className="flex flex-wrap items-center gap-2.5">
          {!isReadOnly && (
            <KeyLegend
              keys={[
                { keys: ["E"], text: t("keys.edit") },
                ...(view.mayWrite ? [{ keys: ["Ctrl S"], text: t("keys.save") }] : []),
              ]}
            />
          )}
          {record && (
            <>
              {record.publicPath && (
                <ButtonLink to={record.publicPath} icon={<ExternalLink />}>
                  {t("form.public")}
                </ButtonLink>
              )}
              {view.related && (
                <ButtonLink to={`/dashboard/admin/${view.related.resource}?q=${record.id}`} icon={<List />}>
                  {view.related.label}
                </ButtonLink>
              )}
              {!isReadOnly && (
                <ButtonLink to={`${here}/history`} icon={<History />}>
                  {t("history.title")}
                </ButtonLink>
              )}
              <ActionForms actions={view.acts.filter(({ name }) => record.acts.includes(name))} />
            </>
          )}
        </div>
      </div>
      {!saved && <FormNotice result={result} />}
      {theirs && <Conflict view={view} theirs={theirs} mine={saved?.mine ?? {}} form={form} />}
      {isReadOnly ? (
        <Facts view={view} record={record} />
      ) : (
        <Form
          key={outsideChanges}
          ref={form}
          method="post"
          className="mt-6 max-w-5xl"
          onInput={() => setDirty(true)}
          noValidate
          data-compare
        >
          <FormNotice result={theirs ? undefined : saved} />
          {version !== undefined && <input type="hidden" name="version" value={version} />}
          <RecordFields view={view} values={values} field={field} tick={tick} isNew={record === null} />
          {view.mayWrite && (
            <div
              data-bottom-bar="form"
              className="sticky bottom-0 z-10 mt-8 flex flex-wrap items-center gap-3 border-t border-line bg-paper py-4"
            >
              <Button
                type="submit"
                name="intent"
                value="save"
                variant="primary"
                isBusy={isSaving}
                onClickCapture={savedForm.askAgain}
                aria-keyshortcuts="Control+S"
              >
                {record ? t("form.save") : t("form.create")}
              </Button>
              <span aria-live="polite" className="text-meta text-mute">
                {isDirty && t("form.unsaved")}
              </span>
              {record && view.mayDelete && version !== undefined && <DeleteRecord isBusy={sent === "remove"} />}
            </div>
          )}
        </Form>
      )}
      <p className="mt-4 text-meta">
        <Link to={list} className="underline underline-offset-4">
          {t("form.back", { many: view.many })}
        </Link>
      </p>
    </>
  )
}

/** The form's own button, with the version that it shows. The list that follows offers the undo. */
function DeleteRecord({ isBusy }: { isBusy: boolean }) {
  const { t } = useTranslation("admin-kit")
  return (
    <Button
      type="submit"
      name="intent"
      value="remove"
      variant="danger"
      icon={<Trash2 />}
      isBusy={isBusy}
      className="ml-auto"
    >
      {t("form.delete")}
    </Button>
  )
}

/** The cells of a record that has no form. */
function Facts({ view, record }: { view: ResourceView; record: RecordDetail }) {
  return (
    <dl className="mt-6 grid max-w-3xl gap-3 text-ui">
      {view.columns.map((column) => (
        <div key={column.name} className="grid gap-1 sm:grid-cols-[12rem_1fr]">
          <dt className="text-mute">{column.label}</dt>
          <dd className="min-w-0 wrap-anywhere">
            <CellValue column={column} value={record.cells[column.name] ?? null} isWhole />
          </dd>
        </div>
      ))}
    </dl>
  )
}
