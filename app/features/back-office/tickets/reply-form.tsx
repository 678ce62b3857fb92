import { useNavigation } from "@remix-run/react"
import { useRef } from "react"
import type { CannedAnswer, DeskTicket } from "~/domain/support/tickets/schema"
import { formatLanguage } from "~/i18n/format"
import { useFormatCount } from "~/i18n/use-format-count"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Button } from "~/ui/button"
import { TextArea } from "~/ui/form/field"
import { AppLink } from "~/ui/navigation/app-link"
import { KeyCap } from "../key-legend"

/** The intent of the form. */
export type ReplyIntent = "reply"

export interface ReplyFormProps {
  ticket: DeskTicket
  answers: CannedAnswer[]
  address: string
  maxLength: number
  result: FormResult | undefined
}

/** The reply, which is mailed to the author, with answers to begin from. */
export function ReplyForm({ ticket, answers, address, maxLength, result }: ReplyFormProps) {
  const { t } = useTranslation("admin-tickets")
  const locale = useLocale()
  const formatCount = useFormatCount()
  const { state, formData } = useNavigation()
  const { form, field } = useFormResult(result)
  const message = useRef<HTMLTextAreaElement>(null)
  const insert = (body: string) => {
    const area = message.current
    if (!area) return
    area.focus()
    area.setRangeText(body, area.selectionStart, area.selectionEnd, "end")
    area.dispatchEvent(new Event("input", { bubbles: true }))
  }
  return (
    <Form ref={form} method="post" action={address} noValidate className="mt-8 border-t border-line pt-6">
      <input type="hidden" name="version" value={ticket.version} />
      {answers.length > 0 && (
        <details className="mb-4">
          <summary aria-keyshortcuts="I" className="inline-flex list-none items-center gap-2 rounded-badge text-ui">
            <span className="link">{t("answers.title")}</span>
            <KeyCap>I</KeyCap>
          </summary>
          <ul className="mt-3 divide-y divide-line rounded-card border border-line bg-surface" lang={ticket.locale}>
            {answers.map(({ id, title, body }) => (
              <li key={id} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 py-3 text-ui">
                <span className="min-w-0 basis-64 grow">
                  <span className="block font-medium">{title}</span>
                  <span className="block text-meta text-ink2">{body}</span>
                </span>
                <Button
                  size="small"
                  onClick={() => insert(body)}
                  lang={locale}
                  aria-label={t("answers.insert_named", { title })}
                >
                  {t("answers.insert")}
                </Button>
              </li>
            ))}
          </ul>
        </details>
      )}
      <p className="mb-4 text-meta">
        <AppLink to="/dashboard/admin/prepared-answers" className="link">
          {t(answers.length > 0 ? "answers.edit" : "answers.first")}
        </AppLink>
      </p>
      <TextArea
        {...field("message")}
        ref={message}
        lang={ticket.locale}
        label={t("reply.label", { language: formatLanguage(ticket.locale, locale) })}
        hint={t(ticket.is_member ? "reply.member" : "reply.visitor")}
        required
        maxLength={maxLength}
        formatCount={formatCount}
        size="long"
      />
      <Button
        type="submit"
        name="intent"
        value="reply"
        variant="primary"
        className="mt-4"
        isBusy={state === "submitting" && formData?.get("intent") === "reply"}
      >
        {t("reply.send")}
      </Button>
    </Form>
  )
}
