import type { Dashboard } from "~/domain/profiles/schema"
import { formatNumber } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { Card } from "~/ui/card"

/** Four numbers in one box. */
export function Figures({ dashboard, className }: { dashboard: Dashboard; className?: string }) {
  const { t } = useTranslation("admin")
  const locale = useLocale()
  const counted = (count: number) => {
    const number = formatNumber(count, locale)
    return count < dashboard.counted_to ? number : t("stats.at_least", { number })
  }
  const figures = [
    { name: t("stats.published"), value: formatNumber(dashboard.published, locale) },
    { name: t("stats.waiting"), value: counted(dashboard.waiting_count) },
    { name: t("stats.fresh"), value: counted(dashboard.new_this_week) },
    { name: t("stats.cities"), value: formatNumber(dashboard.cities.length, locale) },
  ]
  return (
    <Card as="section" isFlush aria-label={t("stats.label")} className={className}>
      <dl className="-m-px grid grid-cols-2 lg:grid-cols-4">
        {figures.map(({ name, value }) => (
          <div key={name} className="border-t border-l border-line p-5">
            <dt className="text-ui text-ink2">{name}</dt>
            <dd className="mt-2 font-display text-[1.75rem]/none tracking-tight">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
