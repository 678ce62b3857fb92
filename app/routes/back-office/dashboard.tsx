import type { MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import { DashboardQuery } from "~/domain/back-office/analytics/schema"
import { getFigures } from "~/domain/back-office/analytics/service.server"
import { countQueues } from "~/domain/back-office/queues.server"
import { placesOf } from "~/domain/back-office/records/places.server"
import { listFirstWaiting } from "~/domain/back-office/review-queue/service.server"
import { isPermitted, requireAnyStaff } from "~/domain/core/actor/guards"
import { getDashboard } from "~/domain/profiles/service.server"
import { FiguresSection } from "~/features/back-office/dashboard/figures-section"
import { FirstWaiting } from "~/features/back-office/dashboard/first-waiting"
import { NewestProfiles } from "~/features/back-office/dashboard/newest-profiles"
import { PeriodForm } from "~/features/back-office/dashboard/period-form"
import { ProfileBars } from "~/features/back-office/dashboard/profile-bars"
import { QueueList } from "~/features/back-office/dashboard/queue-list"
import { formatDate } from "~/i18n/format"
import { translator } from "~/i18n/i18n.server"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { pageMeta } from "~/remix/meta"
import { withStaff } from "~/remix/staff-page.server"

export const handle = { i18n: ["admin", "admin-review", "figures"] }

/** How much of the review queue the dashboard shows. */
const shownWaiting = 6

export const loader = withStaff(async ({ ctx, request }) => {
  const query = DashboardQuery.safeParse(Object.fromEntries(new URL(request.url).searchParams))
  const { period, ...dates } = query.success ? query.data : {}
  const [dashboard, figures, counts, waiting] = await Promise.all([
    getDashboard(ctx),
    getFigures(ctx, dates, period),
    countQueues(ctx),
    isPermitted(ctx.actor, "profiles.review") ? listFirstWaiting(ctx, shownWaiting) : null,
  ])
  const places = placesOf(requireAnyStaff(ctx), ctx.locale)
  const queues = counts.flatMap((queue) => {
    const place = places.find(({ to }) => to === `/dashboard/admin/${queue.name}`)
    return place ? [{ ...queue, to: place.to, label: place.label }] : []
  })
  const chosen = dates.from ? null : (period ?? "30")
  return {
    dashboard,
    figures,
    queues,
    waiting,
    period: chosen,
    isWrong: !query.success,
    title: translator(ctx.locale, "admin")("title"),
  }
})

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function DashboardPage() {
  const { t } = useTranslation("admin")
  const { title, dashboard, figures, queues, waiting, period, isWrong } = useLoaderData<typeof loader>()
  const locale = useLocale()
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h1 className="text-office-title">{title}</h1>
        <p className="text-ui text-ink2">{formatDate(dashboard.now, locale, "weekday")}</p>
      </div>
      <QueueList queues={queues} now={dashboard.now} />
      <PeriodForm period={period} figures={figures} isWrong={isWrong} />
      <FiguresSection figures={figures} />
      <div className="mt-10 grid gap-6 xl:grid-cols-[minmax(0,1fr)_360px]">
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-6">
          {waiting && <FirstWaiting items={waiting} now={dashboard.now} />}
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
