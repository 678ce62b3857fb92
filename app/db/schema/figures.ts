import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { enumCheck } from "./columns"

/** Measures that are counted by day. `made`: figures of this day are there; its value is when they were made, epoch ms. */
export const figureMeasures = [
  "made",
  "members",
  "new_members",
  "new_profiles",
  "messages",
  "revenue",
  "subscriptions",
  "waiting",
  "waiting_median",
  "waiting_oldest",
] as const

/** The site's figures by day, made each night (app/domain/back-office/analytics/rollup.server.ts). */
export const dailyFigures = sqliteTable(
  "daily_figures",
  {
    measure: text({ enum: figureMeasures }).notNull(),
    /** YYYY-MM-DD in the site's time zone. */
    day: text().notNull(),
    /** A currency, a price of the provider, or the counter of messages; otherwise empty. */
    dimension: text().notNull(),
    /** Revenue in minor units, waiting times in minutes, anything else counted. */
    value: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.measure, table.day, table.dimension] }), enumCheck(table.measure)],
)

/** Counts that triggers keep (app/db/counts.ts), so that nothing counts large tables. */
export const liveCounts = sqliteTable(
  "live_counts",
  {
    measure: text({ enum: ["members", "subscriptions"] }).notNull(),
    /** Of subscriptions: the provider's price, empty for access that nobody pays for. */
    dimension: text().notNull(),
    value: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.measure, table.dimension] }), enumCheck(table.measure)],
)
