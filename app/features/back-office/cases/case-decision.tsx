import { isOpen } from "~/domain/safety/cases/lists"
import type { Case } from "~/domain/safety/cases/schema"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Button } from "~/ui/button"
import { Card } from "~/ui/card"
import { Checkbox } from "~/ui/form/checkbox"
import { CaseSanction } from "./case-sanction"
import { ReasonField } from "./reason-field"

/** The intents of the forms that end a case. */
export type ClosingIntent = "act" | "dismiss"

/** The decision on a case: with action what it hides stays hidden, without it is shown again. */
export function CaseDecision({
  found,
  durations,
  address,
  result,
}: {
  found: Case
  /** How long the reader may limit or suspend for, in hours. */
  durations: readonly number[]
  address: string
  result: FormResult | undefined
}) {
  const { t } = useTranslation("admin-cases")
  const { form, field, tick } = useFormResult(result)
  const { state, closing_reason, closed_by, is_unfounded, may_remove, latest_reports, claim } = found
  if (!isOpen(found)) {
    return (
      <Card as="section" aria-label={t("decision")}>
        <h2 className="text-body font-semibold">{t(`states.${state}`)}</h2>
        {closed_by && <p className="mt-1 text-ui text-ink2">{t("by", { name: closed_by })}</p>}
        {is_unfounded && <p className="mt-1 text-ui text-ink2">{t("was_unfounded")}</p>}
        <p className="mt-3 text-ui wrap-anywhere whitespace-pre-line">{closing_reason}</p>
      </Card>
    )
  }
  if (claim && !claim.is_yours) {
    return (
      <Card as="section" aria-label={t("decision")}>
        <h2 className="text-body font-semibold">{t("decision")}</h2>
        <p className="mt-2 text-ui text-ink2">{t("claim.theirs", { name: claim.name })}</p>
      </Card>
    )
  }
  const isAnswered = latest_reports.some(({ email }) => email !== null)
  return (
    <Card as="section" aria-label={t("decision")}>
      <h2 className="text-body font-semibold">{t("decision")}</h2>
      <Form ref={form} method="post" action={address} noValidate className="mt-4 space-y-4">
        <ReasonField
          {...field("reason")}
          label={t("reason")}
          hint={t(isAnswered ? "reason_mailed" : "reason_kept")}
          templates={found.templates}
          language={found.recipient_locale}
          size="normal"
          aria-keyshortcuts="R"
          shortcut="I"
        />
        {may_remove && <Checkbox {...tick("removes")} label={t("removes")} description={t("removes_hint")} />}
        <CaseSanction found={found} durations={durations} field={field} />
        {latest_reports.some(({ is_of_member }) => is_of_member) && (
          <Checkbox {...tick("unfounded")} label={t("unfounded")} description={t("unfounded_hint")} />
        )}
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
