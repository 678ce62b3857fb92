import type { MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import { getDashboard } from "~/domain/profiles/service.server"
import { Figures } from "~/features/admin/figures"
import { NewestProfiles } from "~/features/admin/newest-profiles"
import { ProfileBars } from "~/features/admin/profile-bars"
import { WaitingProfiles } from "~/features/admin/waiting-profiles"
import { formatDate } from "~/i18n/format"
import { translator } from "~/i18n/i18n.server"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { pageMeta } from "~/remix/meta"
import { withStaff } from "~/remix/staff-page.server"

export const handle = { i18n: ["admin"] }

export const loader = withStaff(async ({ ctx }) => {
  return { title: translator(ctx.locale, "admin")("title"), dashboard: await getDashboard(ctx) }
})

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function DashboardPage() {
  const { t } = useTranslation("admin")
  const { title, dashboard } = useLoaderData<typeof loader>()
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h1 className="text-page-title">{title}</h1>
        <p className="text-ui text-ink2">{formatDate(dashboard.now, useLocale(), "weekday")}</p>
      </div>
      <div className="mt-6 grid gap-6 xl:grid-cols-[minmax(0,1fr)_360px]">
        <Figures dashboard={dashboard} className="xl:col-span-2" />
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
