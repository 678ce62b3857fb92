import { maxAppeal } from "~/domain/decisions/kinds"
import type { DeskAppeal } from "~/domain/safety/appeals/schema"
import { formatDate, formatTime } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Button } from "~/ui/button"
import { Card } from "~/ui/card"
import { TextArea } from "~/ui/form/field"

interface AppealDecisionProps {
  appeal: DeskAppeal
  address: string
  result: FormResult | undefined
}

/** The outcome of an appeal, or the form that decides it. */
export function AppealDecision({ appeal, address, result }: AppealDecisionProps) {
  const { t } = useTranslation("admin-appeals")
  const locale = useLocale()
  const { form, field } = useFormResult(result)
  const { state, answer, decided_by: name, decided_at: at, may_decide, may_overturn } = appeal
  const effect = () => {
    if (!may_overturn) return t("of_lead")
    return t(appeal.kind === "identity_refused" ? "effect_check" : "effect")
  }
  if (state !== "open") {
    const time = `${formatDate(at, locale, "short")}, ${formatTime(at, locale)}`
    return (
      <Card as="section" aria-label={t("decision")}>
        <h2 className="text-body font-semibold">{t(`states.${state}`)}</h2>
        <p className="mt-1 text-ui text-ink2">{name ? t("decided", { time, name }) : t("decided_erased", { time })}</p>
        <p className="mt-3 text-ui wrap-anywhere whitespace-pre-line">{answer}</p>
      </Card>
    )
  }
  return (
    <Card as="section" aria-label={t("decision")}>
      <h2 className="text-body font-semibold">{t("decision")}</h2>
      {may_decide ? (
        <Form ref={form} method="post" action={address} noValidate className="mt-4 space-y-4">
          <TextArea
            {...field("answer")}
            label={t("answer")}
            hint={t("answer_hint")}
            maxLength={maxAppeal}
            size="normal"
          />
          <div className="flex flex-wrap gap-2">
            <Button type="submit" name="outcome" value="upheld" variant="primary">
              {t("uphold")}
            </Button>
            {may_overturn && (
              <Button type="submit" name="outcome" value="overturned">
                {t("overturn")}
              </Button>
            )}
          </div>
          <p className="text-meta text-mute">{effect()}</p>
        </Form>
      ) : (
        <p className="mt-3 text-ui text-ink2">{t("same")}</p>
      )}
    </Card>
  )
}
