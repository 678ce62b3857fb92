import type { DeskTicket } from "~/domain/support/tickets/schema"
import { TicketState } from "~/features/support/tickets/ticket-state"
import { useTranslation } from "~/i18n/use-translation"
import { Badge } from "~/ui/badge"
import { AppLink } from "~/ui/navigation/app-link"
import { Age } from "../age"

export const ticketsPath = "/dashboard/admin/tickets"

/** The tickets of a list, longest waiting first: each row is a link. */
export function TicketTable({ tickets, now }: { tickets: DeskTicket[]; now: number }) {
  const { t } = useTranslation(["admin-tickets", "support"])
  return (
    <ol aria-label={t("title")} className="divide-y divide-line rounded-card border border-line bg-surface">
      {tickets.map((ticket) => (
        <li key={ticket.reference}>
          <AppLink
            to={`${ticketsPath}/${ticket.reference}`}
            data-item
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-3 text-ui outline-offset-[-3px] transition-colors hover:bg-sunk md:grid-cols-[minmax(0,16rem)_minmax(0,1fr)_8rem_7rem_5rem]"
          >
            <span className="min-w-0">
              <span className="block truncate font-medium">{ticket.name}</span>
              <span className="block text-meta text-mute">{ticket.reference}</span>
            </span>
            <span className="flex flex-wrap items-center gap-2 text-ink2 max-md:col-start-1">
              {t(`support:categories.${ticket.category as "other"}`)}
              {(ticket.priority === "urgent" || ticket.priority === "high") && (
                <Badge tone={ticket.priority === "urgent" ? "bad" : "warn"}>{t(`priorities.${ticket.priority}`)}</Badge>
              )}
              {ticket.is_suspect && <Badge>{t("suspect")}</Badge>}
            </span>
            <span className="truncate text-meta text-ink2 max-md:col-start-1">{ticket.assignee ?? t("nobody")}</span>
            <span className="max-md:hidden">
              <TicketState state={ticket.state} />
            </span>
            <span className="text-right max-md:col-start-2 max-md:row-start-1">
              <Age since={ticket.updated_at} now={now} />
            </span>
          </AppLink>
        </li>
      ))}
    </ol>
  )
}
