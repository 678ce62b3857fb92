import X from "lucide-react/icons/x"
import type { Quote } from "~/domain/chat/schema"
import { useTranslation } from "~/i18n/use-translation"
import { IconButton } from "~/ui/button"

/** A message that is replied to, as the composer shows it. */
export interface ReplyTarget extends Quote {
  /** Says whom the reply is to. */
  label: string
  /** The reader has chosen it on this page: it came with no draft. */
  isChosen: boolean
  /** The text has one of the reader's hidden words. */
  isCovered: boolean
}

/** The message that the composer replies to, and a cross that takes it off. */
export function ReplyBar({ reply, onCancel }: { reply: ReplyTarget; onCancel: () => void }) {
  const { t } = useTranslation("chat")
  const text = reply.isCovered ? t("hidden") : reply.body
  return (
    <div data-reply className="mb-2 flex items-center justify-between gap-3">
      <p role="status" className="min-w-0 border-l-2 border-accent pl-3 text-meta">
        <span className="block truncate font-medium">{reply.label}</span>
        <span dir="auto" className="block truncate text-ink2">
          {text ?? t("deleted")}
        </span>
      </p>
      <IconButton label={t("reply.cancel")} size="small" onClick={onCancel}>
        <X />
      </IconButton>
    </div>
  )
}
