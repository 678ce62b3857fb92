import type { Measure, Statistics } from "~/domain/profiles/statistics/measures"
import { formatDate, formatNumber, formatPercent } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { Card } from "~/ui/card"
import { BarChart } from "./bar-chart"

/** A measure: its total, the comparison with the period before, and its bars. */
export function MeasureCard({ measure, statistics }: { measure: Measure; statistics: Statistics }) {
  const { t } = useTranslation("statistics")
  const locale = useLocale()
  const { totals, series, from, to } = statistics
  const total = totals[measure]
  const name = t(`measures.${measure}`)
  const date = (day: string) => formatDate(Date.parse(day), locale, "short")
  return (
    <Card as="section" aria-labelledby={`measure-${measure}`}>
      <h2 id={`measure-${measure}`} className="text-ui font-medium text-ink2">
        {name}
      </h2>
      <p className="mt-1 text-subsection tabular-nums">{total === null ? t("few") : formatNumber(total, locale)}</p>
      <p className="mt-0.5 text-meta text-mute">
        <Comparison measure={measure} statistics={statistics} />
      </p>
      <div className="mt-4">
        <BarChart
          label={t("chart", { name, from: date(from), to: date(to) })}
          bars={series.map(({ day, ...counts }) => {
            const count = counts[measure]
            return { name: `${date(day)}: ${count === null ? t("few") : formatNumber(count, locale)}`, count }
          })}
        />
        <p aria-hidden className="mt-1.5 flex justify-between border-t border-line pt-1.5 text-meta text-mute">
          <span>{date(from)}</span>
          <span>{date(to)}</span>
        </p>
      </div>
    </Card>
  )
}

/** How the total compares with the period before; nothing of counts that are not shown. */
function Comparison({ measure, statistics }: { measure: Measure; statistics: Statistics }) {
  const { t } = useTranslation("statistics")
  const locale = useLocale()
  const [now, before] = [statistics.totals[measure], statistics.totals_before[measure]]
  if (now === null || !before) return t("compare.none")
  if (now === before) return t("compare.same")
  const percent = formatPercent(Math.abs(now - before) / before, locale)
  return t(now > before ? "compare.more" : "compare.fewer", { percent })
}
