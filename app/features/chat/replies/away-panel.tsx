import { maxNote } from "~/domain/chat/replies/limits"
import type { AwayNote } from "~/domain/chat/schema"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { DateField } from "~/features/shell/dates/date-field"
import { formatDate } from "~/i18n/format"
import { useFormatCount } from "~/i18n/use-format-count"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Button } from "~/ui/button"
import { TextArea } from "~/ui/form/field"

/** The intents of the forms for absence. */
export type AwayIntent = "away" | "back"

export interface AwayPanelProps {
  away: AwayNote | null
  /** The first and the last day that an absence may end on. */
  days: { first: string; last: string }
  result: FormResult | undefined
  ended: FormResult | undefined
}

/** The owner's away note: until when, and a short text. */
export function AwayPanel({ away, days, result, ended }: AwayPanelProps) {
  const { t } = useTranslation("answering")
  const locale = useLocale()
  const formatCount = useFormatCount()
  const { form, field } = useFormResult(result)
  useFormResult(ended)
  const lastDay = field("last_day")
  const note = field("note")
  return (
    <section aria-labelledby="away">
      <h2 id="away" className="text-subsection">
        {t("away.title")}
      </h2>
      <p className="measure mt-2 text-body text-ink2">{t("away.lead")}</p>
      {away && (
        <p className="mt-4 text-body font-medium">
          {t("away.active", { date: formatDate(Date.parse(away.last_day), locale, "weekday") })}
        </p>
      )}
      <Form ref={form} key={away?.last_day ?? "none"} method="post" noValidate className="mt-5 max-w-xl space-y-5">
        <DateField
          {...lastDay}
          defaultValue={lastDay.defaultValue ?? away?.last_day}
          label={t("away.last_day")}
          hint={t("away.last_day_hint")}
          min={days.first}
          max={days.last}
          required
          className="max-w-80"
        />
        <TextArea
          {...note}
          defaultValue={note.defaultValue ?? away?.note}
          label={t("away.note")}
          hint={t("away.note_hint")}
          maxLength={maxNote}
          formatCount={formatCount}
          required
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" name="intent" value="away">
            {t("away.save")}
          </Button>
          {away && (
            <Button type="submit" name="intent" value="back" variant="ghost">
              {t("away.back")}
            </Button>
          )}
        </div>
        <FormNotice result={result ?? ended} />
      </Form>
    </section>
  )
}
