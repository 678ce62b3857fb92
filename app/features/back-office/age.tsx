import { formatDate, formatTime } from "~/i18n/format"
import { formatWait } from "~/i18n/format-wait"
import { useLocale } from "~/i18n/use-locale"
import { classNames } from "~/lib/class-names"
import { HOUR, MINUTE } from "~/lib/time"

/** From when on something that waits is late, and overdue, ms. */
export const lateness = { late: 8 * HOUR, overdue: 10 * HOUR }

/** Returns a formatter of how long something has waited (ms): "12 min", "11 h 20", "3 days". */
export function useFormatAge(): (age: number) => string {
  const locale = useLocale()
  return (age) => formatWait(Math.max(0, Math.floor(age / MINUTE)), locale)
}

/** How long something has waited, at `now` (epoch ms): amber once it is late, red once it is overdue. */
export function Age({ since, now, className }: { since: number; now: number; className?: string }) {
  const formatAge = useFormatAge()
  const locale = useLocale()
  const age = now - since
  const tone = age >= lateness.overdue ? "text-bad" : age >= lateness.late ? "text-warn" : "text-ink2"
  return (
    <time
      dateTime={new Date(since).toISOString()}
      title={`${formatDate(since, locale, "date")}, ${formatTime(since, locale)}`}
      className={classNames("whitespace-nowrap tabular-nums", tone, className)}
    >
      {formatAge(age)}
    </time>
  )
}
