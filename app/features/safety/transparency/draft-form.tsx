import { useNavigation } from "@remix-run/react"
import { maxReason } from "~/domain/safety/transparency/periods"
import { useSentCount } from "~/features/back-office/tickets/use-sent-count"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Button } from "~/ui/button"
import { TextField } from "~/ui/form/field"
import { Select } from "~/ui/form/select"
import { periodName } from "./period-name"

/** The form that drafts the figures of a month or year that is over. */
export function DraftForm({ draftable, result }: { draftable: string[]; result: FormResult | undefined }) {
  const { t } = useTranslation("admin-transparency")
  const locale = useLocale()
  const { form, field } = useFormResult(result)
  const isSaving = useNavigation().formMethod === "POST"
  const sent = useSentCount(result)
  return (
    <section aria-labelledby="draft" className="mt-10 max-w-xl">
      <h2 id="draft" className="text-subsection">
        {t("draft.title")}
      </h2>
      <p className="mt-2 text-ui text-ink2">{t("draft.lead")}</p>
      <Form key={sent} ref={form} method="post" noValidate className="mt-5 space-y-5">
        <Select
          {...field("period")}
          required
          label={t("draft.period")}
          placeholder={t("draft.choose")}
          options={draftable.map((period) => ({ value: period, label: periodName(period, locale) }))}
        />
        {(["reason_en", "reason_fr"] as const).map((name) => (
          <TextField
            key={name}
            {...field(name)}
            label={t(`draft.${name}`)}
            hint={t("draft.reason_hint")}
            maxLength={maxReason}
            autoComplete="off"
          />
        ))}
        <Button type="submit" variant="primary" isBusy={isSaving}>
          {t("draft.submit")}
        </Button>
      </Form>
    </section>
  )
}
