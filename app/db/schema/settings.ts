import { sql } from "drizzle-orm"
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { countryChangeStates, countryRules, recordedItems, useRules } from "../enums"
import { users } from "./accounts"
import { enumCheck, id, timestamps } from "./columns"

/** Settings that staff changed in the back office; a setting without a row has its default (app/domain/core/settings/registry.ts). */
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

/** Records of the launch's items by the owner (trust-safety R31). A record is ended, never changed: the last one counts. */
export const readinessRecords = sqliteTable(
  "readiness_records",
  {
    id: id(),
    item: text({ enum: recordedItems }).notNull(),
    /** The document or ticket that shows it, in the owner's words. */
    reference: text().notNull(),
    recordedBy: text("recorded_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    /** When another record replaced it, or the owner withdrew it; null: it counts. */
    endedAt: integer("ended_at"),
    endedBy: text("ended_by").references(() => users.id, { onDelete: "set null" }),
  },
  (table) => [
    uniqueIndex("readiness_records_current").on(table.item).where(sql`ended_at IS NULL`),
    index("readiness_records_recorded_by").on(table.recordedBy),
    index("readiness_records_ended_by").on(table.endedBy),
    enumCheck(table.item),
  ],
)

/** The last notice to the owners about the launch: one row. */
export const readinessNotices = sqliteTable("readiness_notices", {
  id: integer().primaryKey(),
  /** JSON: the items that are missing, and those that expire within a month. */
  known: text().notNull(),
  updatedAt: integer("updated_at").notNull(),
})

/** The rules of a country (trust-safety R30): one for each use. */
const ruleColumns = {
  visit: text({ enum: countryRules }).notNull(),
  /** Applying to be listed, and publishing a profile. */
  list: text({ enum: useRules }).notNull(),
  pay: text({ enum: useRules }).notNull(),
  /** Sending a first message. */
  contact: text({ enum: useRules }).notNull(),
}

/** The policy of each country that was decided; every other one is allowed everything. */
export const countryPolicies = sqliteTable(
  "country_policies",
  {
    /** ISO 3166-1 alpha-2, `T1` for Tor, `XX` for an unknown country. */
    country: text().primaryKey(),
    ...ruleColumns,
    /** How often it was decided: a change states the version that it was proposed for. */
    version: integer().notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [enumCheck(table.visit), enumCheck(table.list), enumCheck(table.pay), enumCheck(table.contact)],
)

/** Changes of a country's policy, which a second person confirms, and so its history: no address, only the country. */
export const countryChanges = sqliteTable(
  "country_changes",
  {
    id: id(),
    country: text().notNull(),
    ...ruleColumns,
    /** The version of the policy that it was proposed for, 0 without one. */
    version: integer().notNull(),
    reason: text().notNull(),
    state: text({ enum: countryChangeStates }).notNull(),
    staffId: text("staff_id").references(() => users.id, { onDelete: "set null" }),
    /** Who confirmed or refused it. */
    secondStaffId: text("second_staff_id").references(() => users.id, { onDelete: "set null" }),
    expiresAt: integer("expires_at").notNull(),
    ...timestamps,
  },
  (table) => [
    uniqueIndex("country_changes_pending").on(table.country).where(sql`state = 'pending'`),
    index("country_changes_country").on(table.country, table.id),
    index("country_changes_state").on(table.state, table.id),
    index("country_changes_staff").on(table.staffId),
    index("country_changes_second").on(table.secondStaffId),
    enumCheck(table.visit),
    enumCheck(table.list),
    enumCheck(table.pay),
    enumCheck(table.contact),
    enumCheck(table.state),
  ],
)

/** The last run of each step of the cron (worker/cron/steps.ts). A run goes on from message to message of the queue. */
export const cronRuns = sqliteTable("cron_runs", {
  /** The step's name. */
  step: text().primaryKey(),
  /** Identifies the run: a message of an earlier one does nothing. */
  run: text().notNull(),
  startedAt: integer("started_at").notNull(),
  /** Until then no other run begins, epoch ms. */
  leaseEnd: integer("lease_end").notNull(),
  /** Null: under way, or interrupted once the lease has ended. */
  finishedAt: integer("finished_at"),
  /** Items, or whole pages, that failed in this run. */
  failures: integer().notNull(),
})

export const deadLetterQueues = ["mail", "jobs", "payments"] as const

/** Messages that a queue gave up: ids and kinds, never personal data. Deleted once staff retried or discarded them. */
export const deadLetters = sqliteTable(
  "dead_letters",
  {
    id: id(),
    queue: text({ enum: deadLetterQueues }).notNull(),
    /** The job's kind; of a mail, `mail`. */
    kind: text().notNull(),
    /** The message, as JSON. */
    body: text().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [index("dead_letters_queue").on(table.queue, table.id), enumCheck(table.queue)],
)
