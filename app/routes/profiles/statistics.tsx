import type { MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import { measures, periods, units } from "~/domain/profiles/statistics/measures"
import { StatisticsQuery } from "~/domain/profiles/statistics/schema"
import { getStatistics } from "~/domain/profiles/statistics/service.server"
import { MeasureCard } from "~/features/profiles/statistics/measure-card"
import { StatisticsTable } from "~/features/profiles/statistics/statistics-table"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import { AppError } from "~/lib/errors"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"
import { ChipLink } from "~/ui/chip"
import { EmptyState } from "~/ui/feedback/empty-state"

export const handle = { i18n: ["statistics"] }

export const loader = withContext(async ({ ctx, request }) => {
  const query = StatisticsQuery.safeParse(Object.fromEntries(new URL(request.url).searchParams))
  if (!query.success) throw new AppError("filter.unknown")
  const statistics = await getStatistics(ctx, query.data)
  return { statistics, period: query.data.period, title: translator(ctx.locale, "statistics")("title") }
})

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function StatisticsPage() {
  const { t } = useTranslation("statistics")
  const { statistics, period, title } = useLoaderData<typeof loader>()
  const { totals, totals_before, by } = statistics
  const isEmpty = measures.every((measure) => !totals[measure] && !totals_before[measure])
  return (
    <section aria-labelledby="statistics">
      <h1 id="statistics" className="text-page-title">
        {title}
      </h1>
      <p className="measure mt-3 text-lead text-ink2">{t("lead")}</p>
      <div className="mt-8 flex flex-wrap gap-x-6 gap-y-3">
        <nav aria-label={t("period.label")} className="flex flex-wrap gap-2">
          {periods.map((days) => (
            <ChipLink key={days} to={`?period=${days}&by=${by}`} isActive={days === period}>
              {t("period.days", { days })}
            </ChipLink>
          ))}
        </nav>
        <nav aria-label={t("by.label")} className="flex flex-wrap gap-2">
          {units.map((unit) => (
            <ChipLink key={unit} to={`?period=${period}&by=${unit}`} isActive={unit === by}>
              {t(`by.${unit}`)}
            </ChipLink>
          ))}
        </nav>
      </div>
      {isEmpty ? (
        <EmptyState title={t("empty.title")} isBoxed className="mt-8">
          {t("empty.text")}
        </EmptyState>
      ) : (
        <>
          <div className="mt-8 grid gap-4 sm:grid-cols-2">
            {measures.map((measure) => (
              <MeasureCard key={measure} measure={measure} statistics={statistics} />
            ))}
          </div>
          <div className="mt-10">
            <StatisticsTable statistics={statistics} />
          </div>
        </>
      )}
      <p className="measure mt-8 text-meta text-mute">{t("how")}</p>
    </section>
  )
}
