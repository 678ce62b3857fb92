import { Form, Link, useActionData, useNavigation } from "@remix-run/react"
import { ExternalLink, History, Trash2 } from "lucide-react"
import { useEffect, useRef, useState } from "react"
import type { RecordDetail, ResourceView } from "~/domain/resources/schema"
import { FormNotice } from "~/features/auth/form-notice"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { useLeaveGuard } from "~/remix/use-leave-guard"
import { Button, ButtonLink } from "~/ui/button"
import { Breadcrumbs } from "~/ui/navigation/breadcrumbs"
import { CellValue } from "../list/cell-value"
import { useKeys } from "../use-keys"
import { ActForms } from "./act-forms"
import { Conflict } from "./conflict"
import { RecordFields } from "./record-fields"

type RecordResult = FormResult & { theirs?: RecordDetail; html?: string }

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
  const saved = result?.intent === "save" ? result : undefined
  const { form, field, tick } = useFormResult(saved)
  const navigation = useNavigation()
  const isSaving = navigation.formData?.get("intent") === "save"
  const [isDirty, setDirty] = useState(false)
  const theirs = saved?.theirs
  useEffect(() => {
    if (saved && !saved.isError) setDirty(false)
  }, [saved])
  useLeaveGuard(isDirty && !isSaving, t("form.leave"))
  useRecordKeys(form)
  const list = `/dashboard/admin/${view.name}`
  const here = record ? `${list}/${record.id}` : `${list}/new`
  const values = theirs ? theirs.values : (record?.values ?? {})
  const version = theirs?.version ?? record?.version

  return (
    <>
      <Breadcrumbs
        label={t("breadcrumbs")}
        items={[
          { label: view.many, to: list },
          { label: title, to: here },
        ]}
      />
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h1 className="min-w-0 text-page-title wrap-anywhere">{title}</h1>
        {record && (
          <div className="flex flex-wrap gap-2.5">
            {record.publicPath && (
              <ButtonLink to={record.publicPath} icon={<ExternalLink />}>
                {t("form.public")}
              </ButtonLink>
            )}
            {view.fields.length > 0 && (
              <ButtonLink to={`${here}/history`} icon={<History />}>
                {t("history.title")}
              </ButtonLink>
            )}
            <ActForms acts={view.acts.filter(({ name }) => record.acts.includes(name))} />
          </div>
        )}
      </div>
      {theirs && <Conflict view={view} theirs={theirs} mine={saved?.values ?? {}} form={form} />}
      {view.fields.length === 0 && record ? (
        <Facts view={view} record={record} />
      ) : (
        <Form ref={form} method="post" className="mt-6 max-w-5xl" onInput={() => setDirty(true)} noValidate>
          <FormNotice result={theirs ? undefined : saved} />
          {version !== undefined && <input type="hidden" name="version" value={version} />}
          <RecordFields view={view} values={values} field={field} tick={tick} isNew={record === null} />
          {view.mayWrite && (
            <div className="sticky bottom-0 z-10 mt-8 flex flex-wrap items-center gap-3 border-t border-line bg-paper py-4">
              <Button
                type="submit"
                name="intent"
                value="save"
                variant="primary"
                isBusy={isSaving}
                aria-keyshortcuts="Control+S"
              >
                {record ? t("form.save") : t("form.create")}
              </Button>
              <span aria-live="polite" className="text-meta text-mute">
                {isDirty && t("form.unsaved")}
              </span>
              {record && view.mayDelete && version !== undefined && <DeleteRecord one={view.one} />}
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

/** Asks before the form's own button deletes the record. */
function DeleteRecord({ one }: { one: string }) {
  const { t } = useTranslation("admin-kit")
  return (
    <Button
      type="submit"
      name="intent"
      value="remove"
      variant="danger"
      icon={<Trash2 />}
      className="ml-auto"
      onClick={(event) => {
        if (!window.confirm(t("confirm.delete", { one }))) event.preventDefault()
      }}
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
            <CellValue column={column} value={record.cells[column.name] ?? null} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** e goes to the first field, Ctrl S saves. */
function useRecordKeys(form: React.RefObject<HTMLFormElement>) {
  useKeys({
    e: (event) => {
      event.preventDefault()
      form.current?.querySelector<HTMLElement>("input:not([type=hidden]), textarea, select")?.focus()
    },
  })
  const save = useRef(() => form.current?.querySelector<HTMLElement>("button[value=save]")?.click())
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "s" || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      save.current()
    }
    document.addEventListener("keydown", onKeyDown)
    return () => document.removeEventListener("keydown", onKeyDown)
  }, [])
}
