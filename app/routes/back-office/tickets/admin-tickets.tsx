import type { MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import { ticketStates } from "~/domain/support/tickets/categories"
import { listDeskTickets } from "~/domain/support/tickets/staff.server"
import { DeskListTitle } from "~/features/back-office/desk-list-title"
import { DeskPages } from "~/features/back-office/desk-pages"
import { TicketTable, ticketsPath } from "~/features/back-office/tickets/ticket-table"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import { pageMeta } from "~/remix/meta"
import { withStaff } from "~/remix/staff-page.server"
import { ChipLink } from "~/ui/chip"
import { EmptyState } from "~/ui/feedback/empty-state"
import { Tabs } from "~/ui/navigation/tabs"

export const handle = { i18n: ["admin", "admin-tickets", "admin-review", "support", "errors"] }

const assignees = ["anyone", "me", "nobody"] as const

export const loader = withStaff(async ({ ctx, request }) => {
  const query = new URL(request.url).searchParams
  const state = ticketStates.find((one) => one === query.get("state")) ?? "open"
  const assignee = assignees.find((one) => one === query.get("assignee")) ?? "anyone"
  const page = await listDeskTickets(ctx, { state, assignee }, query.get("cursor"))
  return { title: translator(ctx.locale, "admin-tickets")("title"), state, assignee, now: ctx.now(), ...page }
})

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function TicketsPage() {
  const { t } = useTranslation("admin-tickets")
  const { title, state, assignee, now, data, next_cursor } = useLoaderData<typeof loader>()
  const address = (more: Record<string, string>) =>
    `${ticketsPath}?${new URLSearchParams({ state, assignee, ...more })}`
  return (
    <>
      <DeskListTitle title={title} />
      <Tabs
        label={t("tabs")}
        items={ticketStates.map((one) => ({
          to: address({ state: one }),
          label: t(`states.${one}`),
          isCurrent: one === state,
        }))}
        className="mt-4"
      />
      <nav aria-label={t("whose.label")} className="my-5 flex flex-wrap gap-2">
        {assignees.map((one) => (
          <ChipLink key={one} to={address({ assignee: one })} isActive={one === assignee}>
            {t(`whose.${one}`)}
          </ChipLink>
        ))}
      </nav>
      {data.length === 0 ? (
        <EmptyState isBoxed title={t(`empty.${state}`)} />
      ) : (
        <TicketTable tickets={data} now={now} />
      )}
      <DeskPages address={address} next={next_cursor} />
    </>
  )
}
