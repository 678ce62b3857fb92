import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core"

/** Settings that staff may change at run time. No code reads or writes this table yet. */
export const settings = sqliteTable("settings", {
  key: text().primaryKey(),
  /** JSON. */
  value: text().notNull(),
  updatedAt: integer("updated_at").notNull(),
})
