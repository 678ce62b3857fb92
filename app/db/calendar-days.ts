import type { Trigger } from "./guards.ts"

/** The most days that an entry of a calendar lasts, and how far ahead of today it may end, today included. */
export const calendarLength = 90

/** Each day of the days off and tours, by profile: `digits` is the day without its hyphens. */
export const calendarDays = `CREATE VIEW calendar_days AS
SELECT e.profile_id, e.kind, e.city_id, strftime('%Y%m%d', e.first_day, '+' || n.value || ' days') AS digits
FROM calendar_entries AS e JOIN json_each('[${Array.from({ length: calendarLength }, (_, day) => day).join(",")}]') AS n
  ON n.value <= julianday(e.last_day) - julianday(e.first_day)`

type Change = Pick<Trigger, "event" | "columns" | "table" | "when"> & { name: string; row: "OLD" | "NEW" }

/** Changes by which an owner is free on other days, or elsewhere. */
export const calendarChanges: readonly Change[] = [
  { name: "calendar_entries_insert", event: "INSERT", table: "calendar_entries", row: "NEW" },
  { name: "calendar_entries_update", event: "UPDATE", table: "calendar_entries", row: "NEW" },
  { name: "calendar_entries_delete", event: "DELETE", table: "calendar_entries", row: "OLD" },
  { name: "calendar_feeds_insert", event: "INSERT", table: "calendar_feeds", when: "NEW.busy <> ''", row: "NEW" },
  {
    name: "calendar_feeds_update",
    event: "UPDATE",
    columns: ["busy"],
    table: "calendar_feeds",
    when: "NEW.busy <> OLD.busy",
    row: "NEW",
  },
  { name: "calendar_feeds_delete", event: "DELETE", table: "calendar_feeds", when: "OLD.busy <> ''", row: "OLD" },
]
