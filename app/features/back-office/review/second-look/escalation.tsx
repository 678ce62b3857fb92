import { useNavigation } from "@remix-run/react"
import UserRound from "lucide-react/icons/user-round"
import type { Review } from "~/domain/profiles/editing/schema"
import { formatDate, formatTime } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Button } from "~/ui/button"
import { Banner, bannerActionClass } from "~/ui/feedback/banner"
import { TextArea } from "~/ui/form/field"

/** The intents of the forms. */
export type EscalationIntent = "escalate" | "give_back"

interface EscalatedProps {
  escalation: Review["escalation"]
  isLead: boolean
  address: string
}

/** Who handed a review to leads, with the note for them; a lead may give it back. */
export function Escalated({ escalation, isLead, address }: EscalatedProps) {
  const { t } = useTranslation("admin-review")
  const locale = useLocale()
  if (!escalation) return null
  const { by, at, note } = escalation
  const day = { date: formatDate(at, locale, "day"), time: formatTime(at, locale) }
  return (
    <Banner
      tone="warn"
      icon={<UserRound aria-hidden />}
      fact={by ? t("lead.by", { name: by, ...day }) : t("lead.at", day)}
      className="mt-4"
      action={
        isLead && (
          <Form method="post" action={address}>
            <button type="submit" name="intent" value="give_back" className={bannerActionClass}>
              {t("lead.give_back")}
            </button>
          </Form>
        )
      }
    >
      <span className="wrap-anywhere whitespace-pre-line">{note}</span>
      {!isLead && <span className="block">{t("lead.closed")}</span>}
    </Banner>
  )
}

interface AskLeadProps {
  address: string
  next: string
  result: FormResult | undefined
}

/** The form that hands a review to leads. */
export function AskLead({ address, next, result }: AskLeadProps) {
  const { t } = useTranslation("admin-review")
  const { formData } = useNavigation()
  const { form, field } = useFormResult(result)
  return (
    <details className="mt-10 border-t border-line pt-6" open={result?.isError ? true : undefined}>
      <summary className="inline-block list-none rounded-badge text-ui">
        <span className="link">{t("lead.ask")}</span>
      </summary>
      <Form ref={form} method="post" action={address} noValidate className="mt-4 max-w-2xl space-y-4">
        <input type="hidden" name="next" value={next} />
        <p className="text-ui text-ink2">{t("lead.text")}</p>
        <TextArea {...field("note")} required label={t("lead.note")} size="short" maxLength={1_000} />
        <Button type="submit" name="intent" value="escalate" isBusy={formData?.get("intent") === "escalate"}>
          {t("lead.submit")}
        </Button>
      </Form>
    </details>
  )
}
