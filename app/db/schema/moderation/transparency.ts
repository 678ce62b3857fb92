import { sql } from "drizzle-orm"
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { transparencyStates } from "../../enums"
import { enumCheck, id, timestamps } from "../columns"

/**
 * Counts of what was reported and decided in a month or a year, frozen when they are drafted: the rows that they count are deleted
 * in time (trust-safety R37). Triggers refuse every change of a published period but its end.
 */
export const transparencyFigures = sqliteTable(
  "transparency_figures",
  {
    id: id(),
    /** YYYY-MM or YYYY, in the site's time zone. */
    period: text().notNull(),
    state: text({ enum: transparencyStates }).notNull(),
    /** JSON: every count, whether the public sees it or not. */
    figures: text().notNull(),
    /** JSON: the counts that the public does not see, decided at publication; null for a draft. */
    hidden: text(),
    /** JSON by locale: why these replace published ones; null for the first of a period. */
    reason: text(),
    /** Average monthly active recipients in the EU, as the owner states it; null where they state none. */
    recipients: integer(),
    publishedAt: integer("published_at"),
    ...timestamps,
  },
  (table) => [
    index("transparency_figures_state").on(table.state, table.period),
    index("transparency_figures_period").on(table.period, table.id),
    uniqueIndex("transparency_figures_draft").on(table.period).where(sql`state = 'draft'`),
    uniqueIndex("transparency_figures_published").on(table.period).where(sql`state = 'published'`),
    enumCheck(table.state),
  ],
)
