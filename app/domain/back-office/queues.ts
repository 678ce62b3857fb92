import type { Permission } from "../core/actor/roles"

/** Queues of staff, by the last part of their page's address. */
export const queueNames = [
  "review",
  "media",
  "videos",
  "applications",
  "identity",
  "cases",
  "appeals",
  "help",
  "tickets",
  "mail",
  "billing-issues",
  "billing-requests",
  "country-changes",
  "payment-events",
  "dead-letters",
] as const
export type QueueName = (typeof queueNames)[number]

interface Queue {
  /** Who sees it; the permission of its page. */
  permission: Permission
  /** A change of these may change its length. None: it changes too seldom to be published. */
  tables: readonly string[]
}

export const queues: Record<QueueName, Queue> = {
  review: { permission: "profiles.review", tables: ["profile_reviews", "media", "applications", "review_escalations"] },
  media: { permission: "media.review", tables: ["media", "review_escalations"] },
  videos: { permission: "media.review", tables: ["media", "review_escalations"] },
  applications: { permission: "applications.review", tables: ["applications"] },
  identity: { permission: "identity.read", tables: ["identity_checks"] },
  cases: { permission: "reports.read", tables: ["cases", "reports"] },
  appeals: { permission: "appeals.read", tables: ["appeals"] },
  // Not published: the event would tell everybody in the back office that somebody has asked.
  help: { permission: "help.read", tables: [] },
  tickets: { permission: "tickets.read", tables: ["tickets", "staff_grants"] },
  mail: { permission: "mails.read", tables: [] },
  "billing-issues": { permission: "billing.read", tables: ["billing_issues"] },
  "billing-requests": { permission: "billing.refund", tables: ["billing_requests"] },
  "country-changes": { permission: "countries.confirm", tables: ["country_changes"] },
  "payment-events": { permission: "billing.read", tables: [] },
  "dead-letters": { permission: "jobs.read", tables: ["dead_letters"] },
}

/** Counts stop here: nobody needs to know by how much a queue is too long. */
export const maxCounted = 100

/** How much waits in a queue, `maxCounted` at most. */
export interface QueueCount {
  name: QueueName
  count: number
  /** Time (epoch ms) since which the first of them waits; of a longer queue, the first of those counted. Null: nothing waits. */
  oldest_at: number | null
  /** Something of the first priority waits, or of the second one too long. */
  is_urgent: boolean
}

/** Returns the queues whose length may have changed with these tables. */
export function queuesOf(tables: ReadonlySet<string>): QueueName[] {
  return queueNames.filter((name) => queues[name].tables.some((table) => tables.has(table)))
}
