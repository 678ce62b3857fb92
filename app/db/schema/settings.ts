import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core"

/** What staff may change while the product runs; `app/domain/settings` knows each key's type and default. */
export const settings = sqliteTable("settings", {
  key: text().primaryKey(),
  /** JSON. */
  value: text().notNull(),
  updatedAt: integer("updated_at").notNull(),
})
