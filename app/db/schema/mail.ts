import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core"
import type { Locale } from "~/i18n/locales"
import { enumCheck, id, timestamps } from "./columns"

/**
 * Data of each mail, by template; null if the recipient is all it needs. Never a token or a link: they are generated
 * when the mail is composed.
 */
export interface MailData {
  join: { signupId: string }
  reset: null
  "password-changed": null
  "export-ready": { requestId: string }
  "erasure-requested": { requestId: string }
  "erasure-soon": { requestId: string }
  "erasure-done": { requestId: string }
  "factor-code": { userId: string }
  "first-factor": { userId: string; kind: "app" | "passkey" }
  "factor-reset": { userId: string; kind: "proposed" | "done" }
  "two-factor-on": null
  "two-factor-off": null
  "passkey-added": null
  "passkey-removed": null
  "recovery-code-used": null
  /** `at`: epoch ms. */
  "new-sign-in": { device: string; country: string | null; at: number }
  /** `userId`: the requester; retained after `email-to` is sent (settledData). */
  "email-from": { changeId: string; userId: string }
  "email-to": { changeId: string; userId: string }
  /** `address`: masked. */
  "email-changed": { address: string }
  report: { reference: string }
  "report-closed": { reportId: string }
  "urgent-reports": null
  "report-misuse": { userId: string }
  "case-question": { questionId: string }
  decision: { decisionId: string }
  appeal: { decisionId: string }
  "sanction-lifted": { kind: "limit" | "suspend" | "close" }
  ticket: { reference: string; isMember: 0 | 1 }
  "ticket-answer": { messageId: string }
  application: {
    applicationId: string
    state: "submitted" | "changes_requested" | "accepted" | "declined" | "withdrawn"
  }
  digest: { userId: string }
  "captcha-code": null
  /** `reference`: the number of a refunded invoice. */
  plan: {
    userId: string
    state:
      | "started"
      | "cancelled"
      | "resumed"
      | "renewing"
      | "trial_ending"
      | "ended"
      | "payment_failed"
      | "recovered"
      | "refunded"
      | "card_expiring"
      | "trial_refused"
    reference: string | null
  }
}
export type Template = keyof MailData

/** Outgoing mail, inserted together with the change it reports, so that nothing is lost when a provider is down. */
export const outboxEmails = sqliteTable(
  "outbox_emails",
  {
    id: id(),
    recipient: text().notNull(),
    locale: text().$type<Locale>().notNull(),
    template: text().$type<Template>().notNull(),
    /** JSON for the template. Never a token or a link: they are generated when the mail is composed. */
    data: text().notNull(),
    /** `dropped`: there was no recipient any more. `dead`: given up, for staff to inspect. */
    state: text({ enum: ["queued", "sent", "dropped", "dead"] }).notNull(),
    attempts: integer().notNull(),
    nextAttemptAt: integer("next_attempt_at").notNull(),
    lastError: text("last_error"),
    /** The composed message as JSON: subject and text without links and codes; whole in the development mailbox. */
    rendered: text(),
    ...timestamps,
  },
  (table) => [
    index("outbox_emails_due").on(table.state, table.nextAttemptAt),
    index("outbox_emails_state").on(table.state, table.id),
    index("outbox_emails_recipient").on(table.recipient),
  ],
)

/** Reasons that a provider reports of an address: mails to it come back, or its reader called one spam. */
export const returnReasons = ["bounced", "complained"] as const

/** Addresses that mails came back from; only what proves an address is sent to them. */
export const returnedAddresses = sqliteTable(
  "returned_addresses",
  {
    address: text().primaryKey(),
    reason: text({ enum: returnReasons }).notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [enumCheck(table.reason), index("returned_addresses_created").on(table.createdAt)],
)
