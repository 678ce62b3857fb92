import type { Quote } from "~/domain/chat/schema"
import { useTranslation } from "~/i18n/use-translation"

export interface QuoteProps {
  quote: Quote
  /** The reader wrote the quoted message. */
  isOwn: boolean
  /** The other member's name. */
  name: string
  /** The text has one of the reader's hidden words. */
  isCovered: boolean
  /** Goes to the quoted message; null before hydration. */
  onOpen: (() => void) | null
}

/** The message that a reply is about, in three lines at most, above the reply. Pressing it goes there. */
export function QuotedMessage({ quote: { body }, isOwn, name, isCovered, onOpen }: QuoteProps) {
  const { t } = useTranslation("chat")
  const className = "mb-1.5 block max-w-full border-l-2 border-current pl-2.5 text-left text-ui whitespace-normal"
  if (body === null) return <span className={`${className} italic`}>{t("deleted")}</span>
  const content = (
    <>
      <span className="block truncate font-medium">{isOwn ? t("reply.to_you") : t("reply.to", { name })}</span>
      <span dir="auto" className="line-clamp-2 [overflow-wrap:anywhere]">
        {isCovered ? t("hidden") : body}
      </span>
    </>
  )
  if (!onOpen) return <span className={className}>{content}</span>
  return (
    <button type="button" onClick={onOpen} className={`${className} touch-target hover:underline`}>
      {content}
    </button>
  )
}
