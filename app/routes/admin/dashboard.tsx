import type { MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData, useNavigation } from "@remix-run/react"
import { DashboardQuery } from "~/domain/figures/schema"
import { getFigures } from "~/domain/figures/service.server"
import { getDashboard } from "~/domain/profiles/service.server"
import { FigureCard } from "~/features/admin/dashboard/figure-card"
import { FigureTiles } from "~/features/admin/dashboard/figure-tiles"
import { NewestProfiles } from "~/features/admin/dashboard/newest-profiles"
import { PeriodForm } from "~/features/admin/dashboard/period-form"
import { PlansCard } from "~/features/admin/dashboard/plans-card"
import { ProfileBars } from "~/features/admin/dashboard/profile-bars"
import { WaitingProfiles } from "~/features/admin/dashboard/waiting-profiles"
import { formatDate } from "~/i18n/format"
import { translator } from "~/i18n/i18n.server"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"
import { EmptyState } from "~/ui/feedback/empty-state"

export const handle = { i18n: ["admin", "figures"] }

export const loader = withContext(async ({ ctx, request }) => {
  const query = DashboardQuery.safeParse(Object.fromEntries(new URL(request.url).searchParams))
  const { period, ...dates } = query.success ? query.data : {}
  const [dashboard, figures] = await Promise.all([getDashboard(ctx), getFigures(ctx, dates, period)])
  const chosen = dates.from ? null : (period ?? "30")
  return {
    dashboard,
    figures,
    period: chosen,
    isWrong: !query.success,
    title: translator(ctx.locale, "admin")("title"),
  }
})

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function DashboardPage() {
  const { t } = useTranslation("admin")
  const { t: of } = useTranslation("figures")
  const { title, dashboard, figures, period, isWrong } = useLoaderData<typeof loader>()
  const locale = useLocale()
  const isLoading = useNavigation().location?.pathname === "/dashboard/admin"
  const charts = ["new_members", "revenue", "messages", "new_profiles", "waiting_median"] as const
  const subscriptions = figures.lines.filter(({ measure }) => measure === "subscriptions")
  const { made_until } = figures
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h1 className="text-page-title">{title}</h1>
        <p className="text-ui text-ink2">{formatDate(dashboard.now, locale, "weekday")}</p>
      </div>
      <PeriodForm period={period} figures={figures} isWrong={isWrong} />
      <div aria-busy={isLoading} className={classNames("transition-opacity", isLoading && "opacity-60")}>
        <FigureTiles figures={figures} className="mt-6" />
        {made_until === null ? (
          <EmptyState title={of("empty.title")} isBoxed className="mt-6">
            {of("empty.text")}
          </EmptyState>
        ) : (
          <>
            <div className="mt-6 grid gap-6 md:grid-cols-2 2xl:grid-cols-3">
              {charts.flatMap((measure) =>
                figures.lines
                  .filter((line) => line.measure === measure)
                  .map((line) => <FigureCard key={measure + line.dimension} figures={figures} line={line} />),
              )}
              <PlansCard figures={figures} lines={subscriptions} />
            </div>
            <p className="measure mt-4 text-meta text-mute">
              {of("until", { date: formatDate(Date.parse(made_until), locale, "date") })} {of("refunds")}
            </p>
          </>
        )}
      </div>
      <div className="mt-10 grid gap-6 xl:grid-cols-[minmax(0,1fr)_360px]">
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-6">
          <WaitingProfiles profiles={dashboard.waiting} />
          <NewestProfiles profiles={dashboard.newest} />
        </div>
        <div className="grid content-start gap-6 md:max-xl:grid-cols-2">
          <ProfileBars title={t("categories")} filter="category" facets={dashboard.categories} />
          <ProfileBars title={t("cities")} filter="city" facets={dashboard.cities} />
        </div>
      </div>
    </>
  )
}
