import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { users } from "../accounts"
import { profiles } from "./profiles"

/** Favourites of members, visible to nobody else. Those of unpublished profiles are retained but not shown. */
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
    index("favorites_profile_newest").on(table.profileId, table.createdAt),
  ],
)
