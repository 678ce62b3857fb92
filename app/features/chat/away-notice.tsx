import CalendarOff from "lucide-react/icons/calendar-off"
import type { AwayNote } from "~/domain/chat/schema"
import { formatDate } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"

export interface AwayNoticeProps {
  away: AwayNote
  /** The owner's name. */
  name: string
  className?: string
}

/** Until when an owner is away, and what they wrote about it: plain text, in which no address is a link. */
export function AwayNotice({ away, name, className }: AwayNoticeProps) {
  const { t } = useTranslation("chat")
  const locale = useLocale()
  return (
    <div role="note" className={classNames("flex gap-3 bg-sunk text-ui", className)}>
      <CalendarOff aria-hidden className="mt-0.5 size-4.5 shrink-0 text-ink2" />
      <div className="min-w-0">
        <p className="font-semibold">
          {t("away.until", { name, date: formatDate(Date.parse(away.last_day), locale, "day") })}
        </p>
        <p dir="auto" className="mt-0.5 max-h-24 overflow-y-auto whitespace-pre-line text-ink2 wrap-anywhere">
          {away.note}
        </p>
      </div>
    </div>
  )
}
