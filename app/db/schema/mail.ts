import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { id, timestamps } from "./columns"

/** Mail that is to be sent: written together with what it tells of, so that nothing is lost when a provider is down. */
export const outboxEmails = sqliteTable(
  "outbox_emails",
  {
    id: id(),
    recipient: text().notNull(),
    locale: text().notNull(),
    template: text().notNull(),
    /** JSON for the template. Never a token or a link: those are made when the mail is. */
    data: text().notNull(),
    /** `dropped`: there was nobody to write to. `dead`: given up, for staff to look at. */
    state: text({ enum: ["queued", "sent", "dropped", "dead"] }).notNull(),
    attempts: integer().notNull(),
    nextAttemptAt: integer("next_attempt_at").notNull(),
    lastError: text("last_error"),
    /** What was sent, as JSON, for the development mailbox; null anywhere else. */
    rendered: text(),
    ...timestamps,
  },
  (table) => [
    index("outbox_emails_due").on(table.state, table.nextAttemptAt),
    index("outbox_emails_recipient").on(table.recipient),
  ],
)
