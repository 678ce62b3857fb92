import * as z from "zod"
import type { notificationTypes } from "~/db/schema/notifications"
import type { MailKind } from "../mail/schema"

export type NotificationType = (typeof notificationTypes)[number]

/** Each outcome that a notification may tell of. */
const outcomes = {
  message: ["new"],
  request: ["new", "accepted"],
  review: ["changes_requested", "accepted", "declined"],
  plan: ["started", "ending", "ended", "payment_failed"],
  ticket: ["answered"],
  report: ["acted", "declined"],
} as const satisfies Record<NotificationType, readonly string[]>

/** The translation that says what has become of something. */
export type OutcomeText = {
  [Type in NotificationType]: `outcomes.${Type}.${(typeof outcomes)[Type][number]}`
}[NotificationType]

/** What a member is to know, as they see it. */
export interface Notification {
  id: string
  type: NotificationType
  /** A sentence in the reader's language. */
  title: string
  /** One of `outcomes`. */
  state: string
  conversation_id: string | null
  /** Of the other one in the conversation. */
  name: string | null
  avatar: string | null
  /** Of a ticket, an application or a report. */
  reference: string | null
  /** Messages of the conversation that are not read. */
  unread_messages_count: number
  /** The page that it is about. */
  path: string
  is_read: boolean
  /** Epoch ms. */
  created_at: number
}

/** The page that a notification is about. */
export function pathOf(of: {
  type: NotificationType
  reference: string | null
  conversationId: string | null
}): string {
  switch (of.type) {
    case "message":
    case "request":
      return `/profile/chat/${of.conversationId}`
    case "review":
      return "/casting/status"
    case "plan":
      return "/profile"
    case "ticket":
      return `/contact/${of.reference}`
    case "report":
      return `/report/sent/${of.reference}`
  }
}

/** The kind of mail that tells of it. */
export const kindOfType = {
  message: "messages",
  request: "messages",
  review: "updates",
  plan: "updates",
  ticket: "updates",
  report: "updates",
} as const satisfies Record<NotificationType, MailKind>

/** The kinds of mail that a digest is made of. */
export const digestKinds = ["messages", "updates"] as const satisfies readonly MailKind[]

export const NotificationsQuery = z.object({ cursor: z.string().max(100).optional() })

/** Some of one's notifications, or all. A statement of D1 takes 100 values, and these are not the only ones. */
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

/** When a member wants to be disturbed, and when not. */
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

/** `22:00`, as a time field of a form has it, in minutes of the day. */
const TimeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
  .transform((text) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3)))

/** The same, as the form sends it. */
export const NotificationSettingsForm = z
  .object({
    rhythm: z.enum(["soon", "daily"]),
    is_quiet: z.literal("on").optional(),
    from: TimeOfDay,
    to: TimeOfDay,
    time_zone: TimeZone,
  })
  .transform(({ rhythm, is_quiet, from, to, time_zone }) => ({
    ...{ rhythm, time_zone },
    quiet_hours: is_quiet && from !== to ? { from, to } : null,
  }))

/** What a browser's own `PushSubscription` says of itself. Its keys are for payloads, and ours have none. */
export const PushSubscriptionForm = z.object({ endpoint: z.url({ protocol: /^https?$/ }).max(1_000) })
