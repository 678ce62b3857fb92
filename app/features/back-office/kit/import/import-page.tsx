import { useActionData, useNavigation } from "@remix-run/react"
import Download from "lucide-react/icons/download"
import Sheet from "lucide-react/icons/sheet"
import { useRef } from "react"
import type { ImportColumn, ImportPreview, ImportResult } from "~/domain/back-office/records/imports/schema"
import type { ResourceView } from "~/domain/back-office/records/schema"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { useActionToast } from "~/remix/use-action-toast"
import { Button, ButtonLink } from "~/ui/button"
import { FileField } from "~/ui/form/file-field"
import { Breadcrumbs } from "~/ui/navigation/breadcrumbs"
import { FileForm } from "./file-form"
import { ImportColumns } from "./import-columns"
import { ImportOutcome, ImportPlan } from "./import-plan"

/** The intents of an import's forms. */
export type ImportIntent = "check" | "import"

export interface ImportPageResult extends FormResult {
  /** Why the file is not read, in the reader's language. */
  unreadable?: string
  preview?: ImportPreview
  done?: ImportResult
}

type ImportPageProps = {
  view: ResourceView
  columns: ImportColumn[]
  title: string
  /** Head of the column that a record is recognised by without its id. */
  keyHead: string
}

/** Reads a CSV file of a resource: first what it would do, then, by another button, does it. */
export function ImportPage({ view, columns, title, keyHead }: ImportPageProps) {
  const { t } = useTranslation(["admin-import", "admin-kit"])
  const result = useActionData<ImportPageResult>()
  const checked = result?.intent === "check" ? result : undefined
  const { form, field } = useFormResult(checked)
  useActionToast(result?.intent === "import" ? result : undefined)
  const sent = useNavigation().formData?.get("intent")
  const shown = useRef<ImportPreview>()
  // A refused import, such as one without a proof, keeps its rows on the page.
  if (result?.preview) shown.current = result.preview
  else if (result?.done || checked) shown.current = undefined
  const list = `/dashboard/admin/${view.name}`
  const { defaultValue: _, error, ...rest } = field("file")
  return (
    <>
      <Breadcrumbs
        label={t("admin-kit:breadcrumbs")}
        items={[
          { label: view.many, to: list },
          { label: t("title"), to: `${list}/import` },
        ]}
      />
      <h1 className="mt-3 text-office-title">{title}</h1>
      <div className="mt-2 grid max-w-3xl gap-2 text-ui text-ink2">
        <p>{t("text")}</p>
        <p>{t("keys", { key: keyHead })}</p>
      </div>
      <FileForm ref={form} className="mt-6 max-w-3xl">
        <FileField
          {...rest}
          key={result?.done ? "done" : "open"}
          error={checked?.unreadable ?? error}
          label={t("field.label")}
          prompt={t("field.prompt")}
          accept=".csv,text/csv"
          icon={<Sheet aria-hidden className="size-5" />}
          required
        />
        <div className="mt-4 flex flex-wrap gap-3">
          <Button
            type="submit"
            name="intent"
            value="check"
            variant={shown.current ? undefined : "primary"}
            isBusy={sent === "check"}
          >
            {t("field.submit")}
          </Button>
          <ButtonLink to={`${list}/import.csv`} reloadDocument icon={<Download />}>
            {t("template")}
          </ButtonLink>
        </div>
      </FileForm>
      {!result?.done && <FormNotice result={result} />}
      {result?.done && <ImportOutcome view={view} done={result.done} />}
      {shown.current && <ImportPlan preview={shown.current} isBusy={sent === "import"} />}
      <ImportColumns columns={columns} />
    </>
  )
}
