import * as z from "zod"
import type { notificationTypes } from "~/db/schema/notifications"
import type { MailKind } from "../mail/schema"

export type NotificationType = (typeof notificationTypes)[number]

/** The states of each type of notification. */
export const outcomes = {
  message: ["new"],
  request: ["new", "accepted"],
  review: ["changes_requested", "accepted", "declined"],
  profile: [
    "approved",
    "returned",
    "changes_requested",
    "rejected",
    "suspended",
    "reinstated",
    "identity_due",
    "identity_due_30",
    "identity_due_7",
    "identity_due_1",
    "identity_expired",
  ],
  plan: [
    "started",
    "cancelled",
    "resumed",
    "renewing",
    "trial_ending",
    "ending",
    "ended",
    "payment_failed",
    "recovered",
    "refunded",
    "card_expiring",
    "trial_refused",
  ],
  ticket: ["answered"],
  report: ["acted", "declined"],
  media: ["approved", "rejected", "removed", "consent_given", "consent_refused"],
  decision: ["made", "upheld", "overturned"],
  question: ["asked"],
  /** One for all saved searches of a member: somebody new is in one of their lists. */
  search: ["new"],
  /** To staff. */
  site: ["readiness_due", "readiness_over", "reports_due", "reports_overdue", "case_answered"],
} as const satisfies Record<NotificationType, readonly string[]>

/** Translation key of a notification's title. */
export type OutcomeText = {
  [Type in NotificationType]: `outcomes.${Type}.${(typeof outcomes)[Type][number]}`
}[NotificationType]

/** A notification as its member sees it. */
export interface Notification {
  id: string
  type: NotificationType
  /** A sentence in the reader's language. */
  title: string
  /** A state of `outcomes`. */
  state: string
  conversation_id: string | null
  /** Name of the other member of the conversation. */
  name: string | null
  avatar: string | null
  /** Reference of a ticket, an application or a report. */
  reference: string | null
  /** Unread messages of the conversation. */
  unread_messages_count: number
  /** Path of the page to open. */
  path: string
  is_read: boolean
  /** Epoch ms. */
  created_at: number
}

/** Returns the path of the page that a notification opens. */
export function pathOf(of: {
  type: NotificationType
  state: string
  reference: string | null
  conversationId: string | null
}): string {
  switch (of.type) {
    case "message":
    case "request":
      return `/profile/chat/${of.conversationId}`
    case "review":
      return of.state === "accepted" ? "/profile/escort" : "/casting/status"
    case "profile":
      return of.state.startsWith("identity_") ? "/profile/escort/identity" : "/profile/escort"
    case "plan":
      return "/profile/billing"
    case "ticket":
      return `/contact/${of.reference}`
    case "report":
      return `/report/sent/${of.reference}`
    case "decision":
      return `/decisions/${of.reference}`
    case "question":
      return `/questions/${of.reference}`
    case "search":
      return "/profile/searches"
    case "media":
      return of.state.startsWith("consent_") ? "/profile/escort/people" : "/profile/escort/photos"
    case "site":
      if (of.state === "case_answered") return `/dashboard/admin/cases/${of.reference}`
      return of.state.startsWith("reports_") ? "/dashboard/admin/cases" : "/dashboard/admin/readiness"
  }
}

/** The mail kind that each type is mailed as. */
export const kindOfType = {
  message: "messages",
  request: "messages",
  review: "updates",
  profile: "updates",
  plan: "updates",
  ticket: "updates",
  report: "updates",
  media: "updates",
  decision: "updates",
  question: "updates",
  search: "searches",
  site: "updates",
} as const satisfies Record<NotificationType, MailKind>

/** The mail kinds that a digest combines. */
export const digestKinds = ["messages", "updates", "searches"] as const satisfies readonly MailKind[]

export const NotificationsQuery = z.object({ cursor: z.string().max(100).optional() })

/** Some of the member's notifications, or all. D1 allows 100 parameters per statement; `ids` leaves room for others. */
export const ReadNotifications = z.union([
  z.object({ ids: z.array(z.string().max(64)).min(1).max(50) }),
  z.object({ all: z.literal(true) }),
])
export type ReadNotifications = z.infer<typeof ReadNotifications>

const dayLength = 24 * 60
const TimeZone = z.string().max(64).refine(isTimeZone)

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).format() !== ""
  } catch {
    return false
  }
}

/** A member's notification settings. */
export const NotificationSettings = z.object({
  /** `soon`: after half an hour unread. `daily`: once a day at nine. */
  rhythm: z.enum(["soon", "daily"]),
  quiet_hours: z
    .object({
      from: z
        .number()
        .int()
        .min(0)
        .max(dayLength - 1),
      to: z
        .number()
        .int()
        .min(0)
        .max(dayLength - 1),
    })
    .nullable(),
  time_zone: TimeZone,
})
export type NotificationSettings = z.infer<typeof NotificationSettings>

/** Converts a form's time, such as `22:00`, to minutes of the day. */
const TimeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
  .transform((text) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3)))

/** The form's version of the settings. */
export const NotificationSettingsForm = z
  .object({
    rhythm: z.enum(["soon", "daily"]),
    is_quiet: z.literal("on").optional(),
    from: TimeOfDay,
    to: TimeOfDay,
    time_zone: TimeZone,
  })
  .transform(({ rhythm, is_quiet, from, to, time_zone }) => ({
    rhythm,
    time_zone,
    quiet_hours: is_quiet && from !== to ? { from, to } : null,
  }))

/** The parts of a browser's `PushSubscription` that are needed. Its keys are for payloads, which are never sent. */
export const PushSubscriptionForm = z.object({ endpoint: z.url({ protocol: /^https?$/ }).max(1_000) })
