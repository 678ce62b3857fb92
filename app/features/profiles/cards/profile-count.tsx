import { formatNumber } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"

/** The number of profiles behind a link: a bare number to see, with its noun for screen readers. */
export function ProfileCount({ count, className = "text-meta" }: { count: number; className?: string }) {
  const { t } = useTranslation("listing")
  const number = formatNumber(count, useLocale())
  return (
    <span className={classNames("text-mute tabular-nums", className)}>
      <span aria-hidden>{number}</span>
      <span className="sr-only">{t("profiles", { count, number })}</span>
    </span>
  )
}
