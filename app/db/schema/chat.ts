import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { users } from "./accounts"
import { id, timestamps } from "./columns"

export const conversationStates = ["request", "accepted", "declined", "closed"] as const

/** The index of conversations; the messages themselves live in the rooms, which write these rows. */
export const conversations = sqliteTable("conversations", {
  id: id(),
  /** The newest message's number, 0 while there is none. */
  lastSeq: integer("last_seq").notNull(),
  /** Both members' ids in order: two people have one conversation. Null once one of them is forgotten. */
  pair: text().unique(),
  state: text({ enum: conversationStates }).notNull().default("accepted"),
  /** One of the two blocks the other. */
  isBlocked: integer("is_blocked", { mode: "boolean" }).notNull().default(false),
  /** Which state of the room this is: an older one never replaces a newer. */
  version: integer().notNull().default(0),
  ...timestamps,
})

export const conversationMembers = sqliteTable(
  "conversation_members",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    conversationId: text("conversation_id")
      .notNull()
      .references(() => conversations.id, { onDelete: "cascade" }),
    /** The asker wrote the first message to the owner of a profile. */
    role: text({ enum: ["asker", "owner"] })
      .notNull()
      .default("owner"),
    /** The newest message that this member has read or written; unread is last_seq - read_seq - skipped. */
    readSeq: integer("read_seq").notNull(),
    /** Messages after read_seq that are nothing to read: one's own, and deleted ones. */
    skipped: integer().notNull().default(0),
    /** Up to this message they have deleted the conversation for themselves. */
    hiddenSeq: integer("hidden_seq").notNull().default(0),
    /** JSON: the newest message that they see, cut short. */
    last: text(),
    /** When something was last written, epoch ms: the order of their list. */
    activeAt: integer("active_at").notNull().default(0),
    mutedAt: integer("muted_at"),
    /** What they have typed and not sent yet. */
    draft: text().notNull().default(""),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.conversationId] }),
    index("conversation_members_conversation").on(table.conversationId),
    index("conversation_members_active").on(table.userId, table.activeAt),
  ],
)

/** Who may write to the owner of a profile for the first time. */
export const contactRules = sqliteTable("contact_rules", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  verifiedOnly: integer("verified_only", { mode: "boolean" }).notNull(),
  premiumOnly: integer("premium_only", { mode: "boolean" }).notNull(),
  /** Languages of the product, with commas; empty: any. */
  languages: text().notNull(),
  /** New requests in 24 hours; null: as many as come. */
  dailyBudget: integer("daily_budget"),
  ...timestamps,
})

/** What a member shares while they chat. */
export const chatSettings = sqliteTable("chat_settings", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  typing: integer({ mode: "boolean" }).notNull(),
  readReceipts: integer("read_receipts", { mode: "boolean" }).notNull(),
  ...timestamps,
})

/** Who wants to have nothing to do with whom; it counts for both (trust-safety R18). */
export const blocks = sqliteTable(
  "blocks",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    blockedId: text("blocked_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.blockedId] }), index("blocks_blocked").on(table.blockedId)],
)
