import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { users } from "./accounts"
import { id } from "./columns"

/** What staff set in the back office; a setting without a row has its default (app/domain/settings/registry.ts). */
export const settings = sqliteTable(
  "settings",
  {
    key: text().primaryKey(),
    /** JSON; null: the default again. A hash or a sealed text of what is never shown. */
    value: text().notNull(),
    /** Optimistic lock: a write states the version it read, 0 without a row. */
    version: integer().notNull(),
    updatedAt: integer("updated_at").notNull(),
    updatedBy: text("updated_by").references(() => users.id, { onDelete: "set null" }),
  },
  (table) => [index("settings_updated_by").on(table.updatedBy)],
)

/** Each value that a setting was given. */
export const settingChanges = sqliteTable(
  "setting_changes",
  {
    id: id(),
    key: text().notNull(),
    version: integer().notNull(),
    /** JSON; SQL null for what is never shown. */
    value: text(),
    staffId: text("staff_id").references(() => users.id, { onDelete: "set null" }),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [index("setting_changes_key").on(table.key, table.id), index("setting_changes_staff").on(table.staffId)],
)
