import ChevronRight from "lucide-react/icons/chevron-right"
import type { Ticket } from "~/domain/support/tickets/schema"
import { formatDate } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { AppLink } from "~/ui/navigation/app-link"
import { TicketState } from "./ticket-state"

export interface TicketListProps {
  tickets: Ticket[]
  /** The cursor of the next page. */
  next_cursor: string | null
  /** Whether a page other than the first is shown. */
  isLater: boolean
}

/** A member's tickets, newest first. */
export function TicketList({ tickets, next_cursor: next, isLater }: TicketListProps) {
  const { t } = useTranslation("support")
  const locale = useLocale()
  return (
    <section aria-labelledby="yours" id="messages">
      <h2 id="yours" className="border-t border-ink pt-4 text-card-title">
        {t("yours.title")}
      </h2>
      <ul className="mt-2 divide-y divide-line">
        {tickets.map(({ reference, category, state, updated_at }) => (
          <li key={reference}>
            <AppLink
              to={`/contact/${reference}`}
              className="relative -mx-2 flex min-h-16 flex-wrap items-center gap-x-3 gap-y-2 rounded-small py-2.5 pr-10 pl-2 transition-colors hover:bg-sunk"
            >
              <span className="min-w-0 grow basis-56">
                <span className="block text-body font-medium">{t(`categories.${category as "other"}`)}</span>
                <span className="mt-0.5 block text-meta text-mute">
                  <span className="whitespace-nowrap">{reference}</span> ·{" "}
                  <span className="whitespace-nowrap">{formatDate(updated_at, locale, "date")}</span>
                </span>
              </span>
              <TicketState state={state} />
              <ChevronRight aria-hidden className="absolute inset-y-0 right-2 my-auto size-4 text-mute" />
            </AppLink>
          </li>
        ))}
      </ul>
      {(next || isLater) && (
        <p className="mt-3 flex flex-wrap gap-x-6 text-ui">
          {isLater && (
            <AppLink to="/contact#messages" className="link py-1">
              {t("yours.newer")}
            </AppLink>
          )}
          {next && (
            <AppLink to={`/contact?cursor=${next}#messages`} className="link py-1">
              {t("yours.older")}
            </AppLink>
          )}
        </p>
      )}
    </section>
  )
}
