import type { TicketMessage } from "~/domain/support/tickets/schema"
import { formatDate, formatTime } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import { useRootData } from "~/remix/root-data"

/** The messages of a ticket, oldest first: replies of staff have a surface of their own. `author` names the other to staff. */
export function ThreadMessages({ messages, author: writer }: { messages: TicketMessage[]; author?: string }) {
  const { t } = useTranslation("support")
  const locale = useLocale()
  const name = useRootData()?.app.name
  return (
    <ol aria-label={t("thread.messages")} className="space-y-4">
      {messages.map(({ id, author, body, created_at }) => {
        const isOurs = author === "staff"
        const date = formatDate(created_at, locale, "date")
        return (
          <li key={id}>
            <article
              className={classNames(
                "rounded-panel border px-5 py-4",
                isOurs ? "border-line bg-surface sm:mr-12" : "border-transparent bg-sunk sm:ml-12",
              )}
            >
              <h2 className="flex flex-wrap items-baseline justify-between gap-x-4 text-meta">
                <span className="font-semibold">{isOurs ? name : (writer ?? t("thread.you"))}</span>
                <time dateTime={new Date(created_at).toISOString()} className="font-normal text-mute">
                  {t("thread.when", { date, time: formatTime(created_at, locale) })}
                </time>
              </h2>
              <p className="mt-2 text-body wrap-anywhere whitespace-pre-line">{body}</p>
            </article>
          </li>
        )
      })}
    </ol>
  )
}
