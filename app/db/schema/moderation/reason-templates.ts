import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core"
import type { Locale } from "~/i18n/locales"
import { templateUses } from "../../enums"
import { enumCheck, id, timestamps } from "../columns"

/** Texts that staff begin their reasons with. */
export const reasonTemplates = sqliteTable(
  "reason_templates",
  {
    id: id(),
    use: text({ enum: templateUses }).notNull(),
    position: integer().notNull(),
    ...timestamps,
  },
  (table) => [enumCheck(table.use)],
)

export const reasonTemplateTexts = sqliteTable(
  "reason_template_texts",
  {
    templateId: text("template_id")
      .notNull()
      .references(() => reasonTemplates.id, { onDelete: "cascade" }),
    locale: text().$type<Locale>().notNull(),
    name: text().notNull(),
    text: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.templateId, table.locale] })],
)
