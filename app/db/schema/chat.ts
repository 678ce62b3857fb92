import { sql } from "drizzle-orm"
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { users } from "./accounts"
import { id, timestamps } from "./columns"

export const conversationStates = ["request", "accepted", "declined", "closed"] as const

/**
 * The index of conversations: what lies between two members. The rooms, which have the messages, write these rows when a
 * conversation begins, when the owner first replies, and when its state or a block changes; never for a message.
 */
export const conversations = sqliteTable(
  "conversations",
  {
    id: id(),
    /** Taken over by inboxes (2026-11): read once, at the first touch of a member's channel, and written no more. */
    lastSeq: integer("last_seq").notNull(),
    /** Both members' ids, sorted: one conversation per pair. Null once either is erased. */
    pair: text().unique(),
    state: text({ enum: conversationStates }).notNull().default("accepted"),
    /** One of the two blocks the other. */
    isBlocked: integer("is_blocked", { mode: "boolean" }).notNull().default(false),
    /** Version of the room's state: an older one never replaces a newer. 0 while nothing was written. */
    version: integer().notNull().default(0),
    /** When the owner first replied to the request, epoch ms; 0 if that was before this was recorded. */
    repliedAt: integer("replied_at"),
    ...timestamps,
  },
  (table) => [index("conversations_replied").on(table.repliedAt).where(sql`replied_at > 0`)],
)

/** Whose conversations these are, for finding. What else a member has of one is in their inbox (party/user-channel). */
export const conversationMembers = sqliteTable(
  "conversation_members",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    conversationId: text("conversation_id")
      .notNull()
      .references(() => conversations.id, { onDelete: "cascade" }),
    /** The requester ("asker") sent the first message to the owner of a profile. */
    role: text({ enum: ["asker", "owner"] })
      .notNull()
      .default("owner"),
    // Taken over by inboxes (2026-11), but for the role and `active_at`: see conversations.lastSeq.
    readSeq: integer("read_seq").notNull(),
    skipped: integer().notNull().default(0),
    hiddenSeq: integer("hidden_seq").notNull().default(0),
    last: text(),
    /** When the request was sent, or the first reply since, epoch ms. */
    activeAt: integer("active_at").notNull().default(0),
    mutedAt: integer("muted_at"),
    draft: text().notNull().default(""),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.conversationId] }),
    index("conversation_members_conversation").on(table.conversationId),
    index("conversation_members_active").on(table.userId, table.activeAt),
  ],
)

/** Owners' rules about who may send them a first message, and who sees their private media. */
export const contactRules = sqliteTable("contact_rules", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  verifiedOnly: integer("verified_only", { mode: "boolean" }).notNull(),
  premiumOnly: integer("premium_only", { mode: "boolean" }).notNull(),
  /** Interface languages, joined by commas; empty: any. */
  languages: text().notNull(),
  /** Maximum number of new requests in 24 hours; null: unlimited. */
  dailyBudget: integer("daily_budget"),
  /** Every Premium member, or those of them in an accepted conversation with the owner. */
  privateFor: text("private_for", { enum: ["premium", "accepted"] })
    .notNull()
    .default("premium"),
  ...timestamps,
})

/** Privacy settings of a member's chat. */
export const chatSettings = sqliteTable("chat_settings", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  typing: integer({ mode: "boolean" }).notNull(),
  readReceipts: integer("read_receipts", { mode: "boolean" }).notNull(),
  ...timestamps,
})

/** Blocks between members, effective in both directions (trust-safety R18). */
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

/** Texts that an owner inserts into messages. Nobody else reads them. */
export const messageTemplates = sqliteTable(
  "message_templates",
  {
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    title: text().notNull(),
    body: text().notNull(),
    /** The owner's order, ascending. */
    position: integer().notNull(),
    ...timestamps,
  },
  (table) => [index("message_templates_user").on(table.userId, table.position)],
)

/** An owner's note to those who write to them while they are away. */
export const awayNotes = sqliteTable(
  "away_notes",
  {
    userId: text("user_id")
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    note: text().notNull(),
    /** The last day away, YYYY-MM-DD in the site's time zone. */
    lastDay: text("last_day").notNull(),
    /** The end of that day, epoch ms. */
    endsAt: integer("ends_at").notNull(),
    ...timestamps,
  },
  (table) => [index("away_notes_ends").on(table.endsAt)],
)
