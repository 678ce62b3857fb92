import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { users } from "./accounts"
import { profiles } from "./profiles"

/** The profiles that a member keeps; nobody else learns of it. One that is not published any more stays, unseen. */
export const favorites = sqliteTable(
  "favorites",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    profileId: text("profile_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.profileId] }),
    index("favorites_newest").on(table.userId, table.createdAt, table.profileId),
    index("favorites_profile").on(table.profileId),
  ],
)
