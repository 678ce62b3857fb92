import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { id, timestamps } from "./columns"

/** Outgoing mail, inserted together with the change it reports, so that nothing is lost when a provider is down. */
export const outboxEmails = sqliteTable(
  "outbox_emails",
  {
    id: id(),
    recipient: text().notNull(),
    locale: text().notNull(),
    template: text().notNull(),
    /** JSON for the template. Never a token or a link: they are generated when the mail is composed. */
    data: text().notNull(),
    /** `dropped`: there was no recipient any more. `dead`: given up, for staff to inspect. */
    state: text({ enum: ["queued", "sent", "dropped", "dead"] }).notNull(),
    attempts: integer().notNull(),
    nextAttemptAt: integer("next_attempt_at").notNull(),
    lastError: text("last_error"),
    /** The sent message as JSON, for the development mailbox; null elsewhere. */
    rendered: text(),
    ...timestamps,
  },
  (table) => [
    index("outbox_emails_due").on(table.state, table.nextAttemptAt),
    index("outbox_emails_recipient").on(table.recipient),
  ],
)
