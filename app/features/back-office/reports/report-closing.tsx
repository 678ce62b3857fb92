import type { DeskReport } from "~/domain/safety/schema"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Button } from "~/ui/button"
import { Card } from "~/ui/card"
import { Checkbox } from "~/ui/form/checkbox"
import { TextArea } from "~/ui/form/field"

/** The intents of the forms that close a report. */
export type ClosingIntent = "act" | "dismiss"

/** The decision on a report: with action what it hides stays hidden, without it is shown again. */
export function ReportClosing({
  report,
  address,
  result,
}: {
  report: DeskReport
  address: string
  result: FormResult | undefined
}) {
  const { t } = useTranslation("admin-reports")
  const { form, field, tick } = useFormResult(result)
  const { state, closing_reason, closed_by, email, is_of_member, is_unfounded } = report
  if (state !== "received") {
    return (
      <Card as="section" aria-label={t("decision")}>
        <h2 className="text-body font-semibold">{t(`states.${state}`)}</h2>
        {closed_by && <p className="mt-1 text-ui text-ink2">{t("by", { name: closed_by })}</p>}
        {is_unfounded && <p className="mt-1 text-ui text-ink2">{t("was_unfounded")}</p>}
        <p className="mt-3 text-ui wrap-anywhere whitespace-pre-line">{closing_reason}</p>
      </Card>
    )
  }
  return (
    <Card as="section" aria-label={t("decision")}>
      <h2 className="text-body font-semibold">{t("decision")}</h2>
      <Form ref={form} method="post" action={address} noValidate className="mt-4 space-y-4">
        <TextArea
          {...field("reason")}
          label={t("reason")}
          hint={t(email ? "reason_mailed" : "reason_kept")}
          maxLength={1_000}
          size="normal"
        />
        {is_of_member && <Checkbox {...tick("unfounded")} label={t("unfounded")} description={t("unfounded_hint")} />}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" name="intent" value="act" variant="primary">
            {t("act")}
          </Button>
          <Button type="submit" name="intent" value="dismiss">
            {t("dismiss")}
          </Button>
        </div>
        <p className="text-meta text-mute">{t("effect")}</p>
      </Form>
    </Card>
  )
}
