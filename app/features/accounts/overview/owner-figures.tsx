import type { Statistics } from "~/domain/profiles/statistics/measures"
import { BarChart } from "~/features/profiles/statistics/bar-chart"
import { formatDate, formatNumber } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { AppLink } from "~/ui/navigation/app-link"

const shown = ["views", "favorites", "requests"] as const

/** The last 30 days of an owner's profile: three figures, each with its days. */
export function OwnerFigures({ statistics }: { statistics: Statistics }) {
  const { t } = useTranslation("member")
  const { t: measured } = useTranslation("statistics")
  const locale = useLocale()
  const { totals, series, from, to } = statistics
  const date = (day: string) => formatDate(Date.parse(day), locale, "short")
  return (
    <section aria-labelledby="figures" className="mt-10">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="figures" className="text-card-title">
          {t("figures.title")}
        </h2>
        <AppLink to="/profile/escort/statistics" className="link touch-target text-ui">
          {t("figures.all")}
        </AppLink>
      </div>
      <dl className="grid gap-x-8 border-t border-ink sm:grid-cols-3">
        {shown.map((measure) => {
          const total = totals[measure]
          const name = measured(`measures.${measure}`)
          return (
            <div key={measure} className="border-b border-line py-4 sm:border-b-0">
              <dt className="text-ui text-ink2">{name}</dt>
              <dd className="mt-1">
                <span className="text-subsection tabular-nums">
                  {total === null ? measured("few") : formatNumber(total, locale)}
                </span>
                <span className="mt-2 block">
                  <BarChart
                    label={t("figures.chart", { name, from: date(from), to: date(to) })}
                    isSmall
                    bars={series.map(({ day, ...counts }) => {
                      const count = counts[measure]
                      return {
                        name: `${date(day)}: ${count === null ? measured("few") : formatNumber(count, locale)}`,
                        count,
                      }
                    })}
                  />
                </span>
              </dd>
            </div>
          )
        })}
      </dl>
    </section>
  )
}
