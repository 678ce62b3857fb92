import type { MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import type { ReportState } from "~/domain/safety/schema"
import { listDeskReports } from "~/domain/safety/staff.server"
import { DeskListTitle } from "~/features/back-office/desk-list-title"
import { DeskPages } from "~/features/back-office/desk-pages"
import { ReportList, reportsPath } from "~/features/back-office/reports/report-list"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import { pageMeta } from "~/remix/meta"
import { withStaff } from "~/remix/staff-page.server"
import { EmptyState } from "~/ui/feedback/empty-state"
import { Tabs } from "~/ui/navigation/tabs"

export const handle = { i18n: ["admin", "admin-reports", "admin-review", "safety", "errors"] }

const states = ["received", "actioned", "no_action"] as const satisfies readonly ReportState[]

export const loader = withStaff(async ({ ctx, request }) => {
  const query = new URL(request.url).searchParams
  const state = states.find((one) => one === query.get("state")) ?? "received"
  const page = await listDeskReports(ctx, state, query.get("cursor"))
  return { title: translator(ctx.locale, "admin-reports")("title"), state, ...page }
})

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function ReportsPage() {
  const { t } = useTranslation("admin-reports")
  const { title, state, data, next_cursor } = useLoaderData<typeof loader>()
  const address = (more: Record<string, string>) => `${reportsPath}?${new URLSearchParams({ state, ...more })}`
  return (
    <>
      <DeskListTitle title={title} />
      <Tabs
        label={t("tabs")}
        items={states.map((one) => ({
          to: address({ state: one }),
          label: t(`states.${one}`),
          isCurrent: one === state,
        }))}
        className="mt-4 mb-6"
      />
      {data.length === 0 ? <EmptyState isBoxed title={t("empty")} /> : <ReportList reports={data} />}
      <DeskPages address={address} next={next_cursor} />
    </>
  )
}
