import { type FormEvent, useState } from "react"
import { ApiProblem } from "~/browser/call-api"
import { toasts } from "~/browser/toasts"
import type { Message } from "~/domain/chat/schema"
import { type ReportCategory, reportCategories } from "~/domain/safety/categories"
import { useFormatCount } from "~/i18n/use-format-count"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { Button } from "~/ui/button"
import { Checkbox } from "~/ui/form/checkbox"
import { FieldError, TextArea } from "~/ui/form/field"
import { Select } from "~/ui/form/select"
import { Dialog } from "~/ui/overlay/dialog"
import { chatApi } from "../chat-api"
import { formatMoment } from "../thread/message-dates"

const maxShown = 30

export interface ReportDialogProps {
  open: boolean
  onClose: () => void
  conversationId: string
  /** The number of the message that is chosen at first. */
  chosen: number | undefined
  /** The other member's messages, oldest first. */
  messages: Message[]
}

/** Reports the chosen messages: nothing else of the conversation is disclosed. */
export function ReportDialog({ open, onClose, conversationId, chosen, messages }: ReportDialogProps) {
  const { t } = useTranslation(["chat", "safety"])
  const formatCount = useFormatCount()
  const locale = useLocale()
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const shown = messages.filter(({ seq }, at) => at >= messages.length - maxShown || seq === chosen)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const ticked = form.getAll("message").map(Number)
    const category = String(form.get("category") ?? "")
    if (ticked.length === 0) return setProblem(t("report_dialog.none"))
    if (category === "") return setProblem(t("report_dialog.no_category"))
    setBusy(true)
    try {
      const details = String(form.get("details") ?? "")
      const { reference } = await chatApi.report(conversationId, { messages: ticked, category, details })
      toasts.add({ title: t("report_dialog.done", { reference }), color: "ok", timeout: 0 })
      setProblem(null)
      onClose()
    } catch (error) {
      setProblem((error instanceof ApiProblem && error.sentence) || t("not_done"))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="large"
      title={t("report_dialog.title")}
      description={t("report_dialog.body")}
      buttons={
        <>
          <Button onClick={onClose}>{t("confirm.cancel")}</Button>
          <Button type="submit" form="report-messages" variant="primary" isBusy={isBusy}>
            {t("report_dialog.send")}
          </Button>
        </>
      }
    >
      <form id="report-messages" onSubmit={submit} className="flex flex-col gap-5">
        <fieldset className="min-w-0">
          <legend className="text-meta font-medium">{t("report_dialog.choose")}</legend>
          <div className="mt-2 max-h-56 space-y-2 overflow-y-auto rounded-field border border-line p-3">
            {shown.map(({ seq, body, created_at }) => (
              <Checkbox
                key={seq}
                name="message"
                value={String(seq)}
                defaultChecked={seq === chosen}
                label={<span className="line-clamp-2 wrap-anywhere">{body}</span>}
                count={formatMoment(created_at, locale, Date.now(), { today: t("today"), yesterday: t("yesterday") })}
              />
            ))}
          </div>
        </fieldset>
        <Select
          label={t("report_dialog.category")}
          name="category"
          defaultValue=""
          placeholder={t("report_dialog.category_none")}
          options={Object.keys(reportCategories).map((category) => ({
            value: category,
            label: t(`safety:report.categories.${category as ReportCategory}`),
          }))}
        />
        <TextArea
          label={t("report_dialog.details")}
          name="details"
          rows={3}
          maxLength={5_000}
          formatCount={formatCount}
        />
        {problem && (
          <p role="alert">
            <FieldError>{problem}</FieldError>
          </p>
        )}
      </form>
    </Dialog>
  )
}
