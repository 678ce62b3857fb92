import { sql } from "drizzle-orm"
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { users } from "./accounts"
import { conversations } from "./chat"
import { id, timestamps } from "./columns"

export const notificationTypes = [
  "message",
  "request",
  "review",
  "profile",
  "plan",
  "ticket",
  "report",
  "media",
  "decision",
  "question",
  "search",
  "site",
] as const

/** Notifications: one row per subject, which moves to the top and becomes unread with each change of it. */
export const notifications = sqliteTable(
  "notifications",
  {
    /** Renewed by each change: the order of the list. */
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    type: text({ enum: notificationTypes }).notNull(),
    /** The subject, such as `ticket:T-…`. */
    subject: text().notNull(),
    /** The subject's new state. */
    state: text().notNull(),
    /** The reference shown to the reader, such as a ticket's. */
    reference: text(),
    conversationId: text("conversation_id").references(() => conversations.id, { onDelete: "cascade" }),
    readAt: integer("read_at"),
    /** When it may be mailed; null: already read or mailed. */
    mailAt: integer("mail_at"),
    /** When a push postponed by quiet hours is due; null without one. */
    pushAt: integer("push_at"),
    /** The last push since it became unread, or null. */
    pushedAt: integer("pushed_at"),
    ...timestamps,
  },
  (table) => [
    uniqueIndex("notifications_subject").on(table.userId, table.subject),
    index("notifications_user").on(table.userId, table.id),
    index("notifications_unread").on(table.userId).where(sql`read_at IS NULL AND conversation_id IS NULL`),
    index("notifications_mail").on(table.mailAt, table.userId).where(sql`mail_at IS NOT NULL`),
    index("notifications_push").on(table.pushAt).where(sql`push_at IS NOT NULL`),
    index("notifications_conversation").on(table.conversationId),
    index("notifications_updated").on(table.updatedAt),
  ],
)

/** Notification settings of members; without a row `notificationDefaults` apply. */
export const notificationSettings = sqliteTable("notification_settings", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  rhythm: text({ enum: ["soon", "daily"] }).notNull(),
  /** Minutes of the day in their time zone; both null: no quiet hours. */
  quietFrom: integer("quiet_from"),
  quietTo: integer("quiet_to"),
  timeZone: text("time_zone").notNull(),
  ...timestamps,
})

/** Browsers subscribed to push notifications. Deleted with their sign-in by a trigger. */
export const pushSubscriptions = sqliteTable(
  "push_subscriptions",
  {
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The sign-in's `sessions.family_id`. */
    familyId: text("family_id").notNull(),
    /** URL at the browser's push service. A secret: anyone who knows it can send pushes. */
    endpoint: text().notNull().unique(),
    /** The last failure, or null since the last push that succeeded. */
    failedAt: integer("failed_at"),
    /** Failures in a row. */
    failures: integer().notNull().default(0),
    ...timestamps,
  },
  (table) => [index("push_subscriptions_user").on(table.userId), index("push_subscriptions_family").on(table.familyId)],
)
