import { formatDate, formatTime } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"

/** Returns a function that writes a date with its time: "14 November 2026, 8:30 pm". */
export function useMoment(): (epochMs: number) => string {
  const locale = useLocale()
  return (epochMs) => `${formatDate(epochMs, locale, "date")}, ${formatTime(epochMs, locale)}`
}
