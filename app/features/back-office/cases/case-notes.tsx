import type { CaseNote } from "~/domain/safety/cases/schema"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Button } from "~/ui/button"
import { TextArea } from "~/ui/form/field"
import { StaffNotes } from "../tickets/staff-notes"

/** The intent of the form. */
export type NoteIntent = "note"

/** Notes about a case that staff wrote for each other, and the form for more. */
export function CaseNotes({
  notes,
  address,
  result,
}: {
  notes: CaseNote[]
  address: string
  result: FormResult | undefined
}) {
  const { t } = useTranslation("admin-cases")
  const { form, field } = useFormResult(result)
  return (
    <StaffNotes title={t("notes.title")} lead={t("notes.lead")} former={t("notes.former")} notes={notes}>
      <Form ref={form} key={notes.length} method="post" action={address} noValidate className="mt-4 space-y-3">
        <TextArea {...field("note")} label={t("notes.label")} size="short" maxLength={2_000} aria-keyshortcuts="N" />
        <Button type="submit" name="intent" value="note" size="small">
          {t("notes.add")}
        </Button>
      </Form>
    </StaffNotes>
  )
}
