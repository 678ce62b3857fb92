import type { Trigger } from "../guards.ts"

/** A row of the audit log in SQL: `NEW` in a trigger. */
type Entry = string

/** The entries that are a read of the records of the users whom `of` selects, by what stands in their `target_id`. */
interface Source {
  name: string
  actions: readonly string[]
  /** SQL of `user_id` and `report_id`: a report that holds the line back until it was acted on, or null. */
  of: (entry: Entry) => string
}

const member = {
  name: "member",
  actions: ["member.read", "users.read", "billing.read", "impersonation.start"],
  of: (entry) => `SELECT ${entry}.target_id AS user_id, NULL AS report_id`,
} as const satisfies Source

const profile = {
  name: "profile",
  actions: ["profile.read", "profile.read_media", "profiles.read"],
  of: (entry) => `SELECT owner_id AS user_id, NULL AS report_id FROM profiles WHERE id = ${entry}.target_id`,
} as const satisfies Source

const media = {
  name: "media",
  actions: ["media.read"],
  of: (
    entry,
  ) => `SELECT p.owner_id AS user_id, NULL AS report_id FROM media AS m JOIN profiles AS p ON p.id = m.profile_id
      WHERE m.id = ${entry}.target_id`,
} as const satisfies Source

/** SQL of the sender: signed in, or earlier as a visitor with the address that is theirs now, as in their export. */
const sender = "coalesce(s.user_id, (SELECT id FROM users WHERE email = s.email))"

const application = {
  name: "application",
  actions: ["application.read"],
  of: (entry) =>
    `SELECT ${sender} AS user_id, NULL AS report_id FROM applications AS s WHERE s.id = ${entry}.target_id`,
} as const satisfies Source

const ticket = {
  name: "ticket",
  actions: ["ticket.read"],
  of: (entry) =>
    `SELECT ${sender} AS user_id, NULL AS report_id FROM tickets AS s WHERE s.reference = ${entry}.target_id`,
} as const satisfies Source

/** How many reports of a case staff see when they open it: the latest ones. */
export const reportsOfCase = 50

// Members who wrote the reports that the page shows, each once.
const reporters = {
  name: "reporters",
  actions: ["case.read"],
  of: (entry) => `SELECT DISTINCT u.id AS user_id, NULL AS report_id FROM (SELECT r.email FROM cases AS c
      JOIN reports AS r ON r.case_id = c.id WHERE c.reference = ${entry}.target_id ORDER BY r.id DESC LIMIT ${reportsOfCase}) AS o
      JOIN users AS u ON u.email = o.email`,
} as const satisfies Source

// Whom a report is about does not learn of it unless it was acted on (trust-safety R15): nor of who read their messages in it.
const authors = {
  name: "authors",
  actions: ["report.read_messages"],
  of: (
    entry,
  ) => `SELECT DISTINCT c.author_id AS user_id, iif(u.email IS r.email, NULL, r.id) AS report_id FROM reports AS r
      JOIN report_messages AS c ON c.report_id = r.id LEFT JOIN users AS u ON u.id = c.author_id
      WHERE r.reference = ${entry}.target_id`,
} as const satisfies Source

// By the member restricted, or by who reported what was dismissed.
const appeal = {
  name: "appeal",
  actions: ["appeal.read"],
  of: (
    entry,
  ) => `SELECT coalesce(d.user_id, iif(d.kind = 'notice_refused', u.id, NULL)) AS user_id, NULL AS report_id FROM decisions AS d
      LEFT JOIN reports AS r ON r.id = d.report_id LEFT JOIN users AS u ON u.email = r.email WHERE d.reference = ${entry}.target_id`,
} as const satisfies Source

const mail = {
  name: "mail",
  actions: ["mail.read"],
  of: (
    entry,
  ) => `SELECT u.id AS user_id, NULL AS report_id FROM outbox_emails AS e JOIN users AS u ON u.email = e.recipient
      WHERE e.id = ${entry}.target_id`,
} as const satisfies Source

const paymentEvent = {
  name: "payment_event",
  actions: ["payment-events.read"],
  of: (entry) => `SELECT c.user_id, NULL AS report_id FROM payment_events AS e
      JOIN billing_customers AS c ON c.stripe_customer = e.stripe_customer WHERE e.id = ${entry}.target_id`,
} as const satisfies Source

const billingIssue = {
  name: "billing_issue",
  actions: ["billing-issues.read"],
  of: (entry) => `SELECT user_id, NULL AS report_id FROM billing_issues WHERE id = ${entry}.target_id`,
} as const satisfies Source

const billingRequest = {
  name: "billing_request",
  actions: ["billing-requests.read"],
  of: (entry) => `SELECT user_id, NULL AS report_id FROM billing_requests WHERE id = ${entry}.target_id`,
} as const satisfies Source

const sources = [
  member,
  profile,
  media,
  application,
  ticket,
  reporters,
  authors,
  appeal,
  mail,
  paymentEvent,
  billingIssue,
  billingRequest,
] as const

/** Actions whose reads are attributed to members by a trigger, as soon as they are in the audit log. */
export type AttributedAction = (typeof sources)[number]["actions"][number]

/**
 * SQL condition: nothing shows that the trust lead reads anything of somebody who asked for something in confidence
 * (trust-safety R22), not even later: who controls the account would read it.
 */
export const isInConfidence = (userId: string, role: string) => `(${role} IS 'trust_lead'
      AND EXISTS (SELECT 1 FROM help_requests WHERE user_id = ${userId} AND state <> 'noted'))`

const role = (entry: Entry) => `${entry}.details ->> 'role'`

/** Triggers that write down whose records an entry of the audit log is a read of, in the entry's own statement. */
export const personalReadTriggers: Trigger[] = sources.map(({ name, actions, of }) => ({
  name: `audit_log_read_of_${name}`,
  event: "INSERT",
  table: "audit_log",
  when: `NEW.action IN (${actions.map((action) => `'${action}'`).join(", ")})`,
  body: [
    `INSERT INTO personal_reads (user_id, seq, read_at, action, role, report_id)
    SELECT s.user_id, NEW.seq, NEW.at, NEW.action, ${role("NEW")}, s.report_id FROM (${of("NEW")}) AS s
    WHERE s.user_id IS NOT NULL AND NOT ${isInConfidence("s.user_id", role("NEW"))}`,
  ],
}))
