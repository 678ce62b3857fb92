import { sql } from "drizzle-orm"
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { users } from "./accounts"
import { conversations } from "./chat"
import { id, timestamps } from "./columns"

export const notificationTypes = ["message", "request", "review", "plan", "ticket", "report"] as const

/** What a member is to know: one row for each thing, which rises to the top and is unread again when there is news of it. */
export const notifications = sqliteTable(
  "notifications",
  {
    /** Of the latest news: it is the order of the list. */
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    type: text({ enum: notificationTypes }).notNull(),
    /** The thing itself, such as `ticket:T-…`. */
    subject: text().notNull(),
    /** What has become of it. */
    state: text().notNull(),
    /** By which its reader knows it, such as a ticket's. */
    reference: text(),
    conversationId: text("conversation_id").references(() => conversations.id, { onDelete: "cascade" }),
    readAt: integer("read_at"),
    /** From when on a mail may tell of it; null: it was read or mailed. */
    mailAt: integer("mail_at"),
    /** When a push that fell into quiet hours is due; null: none waits. */
    pushAt: integer("push_at"),
    /** The last push since it became unread; null: none yet. */
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

/** When a member wants to be disturbed; who has no row has the defaults of `notificationDefaults`. */
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

/** A browser that shows notices while no page is open. It belongs to a sign-in, and goes with it (a trigger). */
export const pushSubscriptions = sqliteTable(
  "push_subscriptions",
  {
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The session's. */
    familyId: text("family_id").notNull(),
    /** At the browser's push service. Whoever knows it can knock there: it is a secret. */
    endpoint: text().notNull().unique(),
    ...timestamps,
  },
  (table) => [index("push_subscriptions_user").on(table.userId), index("push_subscriptions_family").on(table.familyId)],
)
