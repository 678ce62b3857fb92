import { sql } from "drizzle-orm"
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { calendarEntryKinds, calendarErrors } from "../../enums"
import { cities } from "../catalog"
import { enumCheck, id } from "../columns"
import { profiles } from "./profiles"

/** Days that differ from an owner's usual week: days off, and tours, on which the profile is listed in another city. */
export const calendarEntries = sqliteTable(
  "calendar_entries",
  {
    id: id(),
    profileId: text("profile_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    kind: text({ enum: calendarEntryKinds }).notNull(),
    /** The city of a tour; null for days off. */
    cityId: text("city_id").references(() => cities.id),
    /** YYYY-MM-DD in the site's time zone, both included. */
    firstDay: text("first_day").notNull(),
    lastDay: text("last_day").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    index("calendar_entries_profile").on(table.profileId, table.firstDay),
    index("calendar_entries_city").on(table.cityId).where(sql`city_id IS NOT NULL`),
    index("calendar_entries_last").on(table.lastDay),
    enumCheck(table.kind),
    check("calendar_entries_city_of_tour", sql`(${table.cityId} IS NOT NULL) = (${table.kind} = 'tour')`),
    check("calendar_entries_order", sql`${table.firstDay} <= ${table.lastDay}`),
  ],
)

/** Calendars that owners keep elsewhere, read hourly (iCalendar, RFC 5545): only which parts of which days are busy is kept. */
export const calendarFeeds = sqliteTable(
  "calendar_feeds",
  {
    profileId: text("profile_id")
      .primaryKey()
      .references(() => profiles.id, { onDelete: "cascade" }),
    /** Its address, encrypted: anyone who knows it can read the calendar. */
    addressSealed: text("address_sealed").notNull(),
    /** The last failure's reason, or null since the last reading that succeeded. */
    error: text({ enum: calendarErrors }),
    /** When it was last read successfully, epoch ms, or null. */
    readAt: integer("read_at"),
    /** When it is read next, epoch ms. */
    dueAt: integer("due_at").notNull(),
    /** Failures in a row. */
    failures: integer().notNull().default(0),
    /** Busy parts of the next 90 days, such as `2026-12-04-evening`, ascending, joined by commas. */
    busy: text().notNull().default(""),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [index("calendar_feeds_due").on(table.dueAt), enumCheck(table.error)],
)

/** Secret addresses at which owners' calendars elsewhere read their tours and days off. */
export const calendarAddresses = sqliteTable("calendar_addresses", {
  profileId: text("profile_id")
    .primaryKey()
    .references(() => profiles.id, { onDelete: "cascade" }),
  tokenHash: text("token_hash").notNull().unique(),
  /** The token, encrypted, so that its owner can copy the address again. */
  tokenSealed: text("token_sealed").notNull(),
  createdAt: integer("created_at").notNull(),
})
