import type { HelpRequest } from "~/domain/safety/help/schema"
import { formatDate, formatTime } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Badge } from "~/ui/badge"
import { Button } from "~/ui/button"
import { Card } from "~/ui/card"
import { TextArea } from "~/ui/form/field"
import { AppLink } from "~/ui/navigation/app-link"

/** The intent of the form of a request. */
export type HelpIntent = "close"

export interface HelpCardProps {
  request: HelpRequest
  /** Epoch ms. */
  now: number
  address: string
  result: FormResult | undefined
}

/** An answer in confidence, and the form that closes it. */
export function HelpCard({ request, now, address, result: posted }: HelpCardProps) {
  const { t } = useTranslation("admin-help")
  const locale = useLocale()
  const { id, answer, message, member, note, state, created_at, due_at } = request
  const { form, field } = useFormResult(posted?.values?.id === id ? posted : undefined)
  const timeOf = (at: number) => `${formatDate(at, locale, "date")}, ${formatTime(at, locale)}`
  return (
    <Card as="article" aria-label={member.name}>
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-card-title wrap-anywhere">
          <AppLink to={`/dashboard/admin/users/${member.id}`} className="link">
            {member.name}
          </AppLink>
        </h2>
        <Badge tone={answer === "yes" ? "warn" : undefined}>{t(`answers.${answer ?? "unreadable"}`)}</Badge>
        {due_at !== null && due_at < now && <Badge tone="bad">{t("overdue")}</Badge>}
      </div>
      <p className="mt-1 text-ui text-ink2">
        {t("answered", { time: timeOf(created_at) })}
        {due_at !== null && ` · ${t("due", { time: timeOf(due_at) })}`}
      </p>
      {message !== "" && <p className="mt-4 text-body wrap-anywhere whitespace-pre-line">{message}</p>}
      {note !== null && (
        <p className="mt-4 border-t border-line pt-4 text-ui wrap-anywhere whitespace-pre-line">{note}</p>
      )}
      {state === "open" && (
        <Form ref={form} method="post" action={address} noValidate className="mt-4 space-y-4 border-t border-line pt-4">
          <input type="hidden" name="id" value={id} />
          <TextArea {...field("note")} label={t("note")} hint={t("note_hint")} size="short" maxLength={1_000} />
          <Button type="submit" name="intent" value="close">
            {t("close")}
          </Button>
        </Form>
      )}
    </Card>
  )
}
