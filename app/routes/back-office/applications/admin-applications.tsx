import type { MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import { findCatalog } from "~/domain/profiles/catalog/service.server"
import { listDeskApplications } from "~/domain/support/applications/staff.server"
import { submittedApplicationStates } from "~/domain/support/applications/states"
import { ApplicationList, applicationsPath } from "~/features/back-office/casting/application-list"
import { DeskListTitle } from "~/features/back-office/desk-list-title"
import { DeskPages } from "~/features/back-office/desk-pages"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import { pageMeta } from "~/remix/meta"
import { withStaff } from "~/remix/staff-page.server"
import { EmptyState } from "~/ui/feedback/empty-state"
import { Tabs } from "~/ui/navigation/tabs"

export const handle = { i18n: ["admin", "admin-casting", "admin-review", "errors"] }

export const loader = withStaff(async ({ ctx, request }) => {
  const query = new URL(request.url).searchParams
  const state = submittedApplicationStates.find((one) => one === query.get("state")) ?? "submitted"
  const [page, { cities }] = await Promise.all([
    listDeskApplications(ctx, state, query.get("cursor")),
    findCatalog(ctx),
  ])
  return { title: translator(ctx.locale, "admin-casting")("title"), state, cities, now: ctx.now(), ...page }
})

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function ApplicationsPage() {
  const { t } = useTranslation("admin-casting")
  const { title, state, cities, now, data, next_cursor } = useLoaderData<typeof loader>()
  const address = (more: Record<string, string>) => `${applicationsPath}?${new URLSearchParams({ state, ...more })}`
  return (
    <>
      <DeskListTitle title={title} />
      <Tabs
        label={t("tabs")}
        items={submittedApplicationStates.map((one) => ({
          to: address({ state: one }),
          label: t(`states.${one}`),
          isCurrent: one === state,
        }))}
        className="mt-4 mb-6"
      />
      {data.length === 0 ? (
        <EmptyState isBoxed title={t("empty")} />
      ) : (
        <ApplicationList entries={data} cities={cities} now={now} />
      )}
      <DeskPages address={address} next={next_cursor} />
    </>
  )
}
