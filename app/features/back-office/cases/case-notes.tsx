import type { CaseNote } from "~/domain/safety/cases/schema"
import { formatDate, formatTime } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Button } from "~/ui/button"
import { Card } from "~/ui/card"
import { TextArea } from "~/ui/form/field"

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
  const locale = useLocale()
  const { form, field } = useFormResult(result)
  return (
    <Card as="section" aria-label={t("notes.title")}>
      <h2 className="text-body font-semibold">{t("notes.title")}</h2>
      <p className="mt-1 text-meta text-mute">{t("notes.lead")}</p>
      {notes.length > 0 && (
        <ol className="mt-3 space-y-3">
          {notes.map(({ author, body, created_at: at }) => (
            <li key={`${at}${body}`} className="rounded-field bg-warn-soft px-3.5 py-2.5 text-ui">
              <p className="flex flex-wrap justify-between gap-x-3 text-meta text-ink2">
                <span className="font-medium">{author ?? t("notes.former")}</span>
                <time dateTime={new Date(at).toISOString()}>
                  {formatDate(at, locale, "short")}, {formatTime(at, locale)}
                </time>
              </p>
              <p className="mt-1 wrap-anywhere whitespace-pre-line">{body}</p>
            </li>
          ))}
        </ol>
      )}
      <Form ref={form} key={notes.length} method="post" action={address} noValidate className="mt-4 space-y-3">
        <TextArea {...field("note")} label={t("notes.label")} size="short" maxLength={2_000} aria-keyshortcuts="N" />
        <Button type="submit" name="intent" value="note" size="small">
          {t("notes.add")}
        </Button>
      </Form>
    </Card>
  )
}
