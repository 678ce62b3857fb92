import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { users } from "./accounts"
import { id, timestamps } from "./columns"

/** The index of conversations; the messages themselves live in the rooms. */
export const conversations = sqliteTable("conversations", {
  id: id(),
  /** The newest message's number, 0 while there is none. */
  lastSeq: integer("last_seq").notNull(),
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
    /** The newest message that this member has read or written; unread is last_seq - read_seq. */
    readSeq: integer("read_seq").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.conversationId] }),
    index("conversation_members_conversation").on(table.conversationId),
  ],
)
