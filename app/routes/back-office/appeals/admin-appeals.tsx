import type { MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import { appealStates } from "~/domain/decisions/kinds"
import { listAppeals } from "~/domain/safety/appeals/staff.server"
import { AppealList, appealsPath } from "~/features/back-office/appeals/appeal-list"
import { DeskListTitle } from "~/features/back-office/desk-list-title"
import { DeskPages } from "~/features/back-office/desk-pages"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import { pageMeta } from "~/remix/meta"
import { withStaff } from "~/remix/staff-page.server"
import { EmptyState } from "~/ui/feedback/empty-state"
import { Tabs } from "~/ui/navigation/tabs"

export const handle = { i18n: ["admin", "admin-appeals", "admin-review", "decisions", "errors"] }

export const loader = withStaff(async ({ ctx, request }) => {
  const query = new URL(request.url).searchParams
  const state = appealStates.find((one) => one === query.get("state")) ?? "open"
  const page = await listAppeals(ctx, state, query.get("cursor"))
  return { title: translator(ctx.locale, "admin-appeals")("title"), state, now: ctx.now(), ...page }
})

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function AppealsPage() {
  const { t } = useTranslation("admin-appeals")
  const { title, state, now, data, next_cursor } = useLoaderData<typeof loader>()
  const address = (more: Record<string, string>) => `${appealsPath}?${new URLSearchParams({ state, ...more })}`
  return (
    <>
      <DeskListTitle title={title} />
      <Tabs
        label={t("tabs")}
        items={appealStates.map((one) => ({
          to: address({ state: one }),
          label: t(`states.${one}`),
          isCurrent: one === state,
        }))}
        className="mt-4 mb-6"
      />
      {data.length === 0 ? <EmptyState isBoxed title={t("empty")} /> : <AppealList appeals={data} now={now} />}
      <DeskPages address={address} next={next_cursor} />
    </>
  )
}
