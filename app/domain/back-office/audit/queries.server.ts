import { type SQL, sql } from "drizzle-orm"
import { allOf } from "~/db/statements/conditions"
import type { Locale } from "~/i18n/locales"
import { nameOf } from "../../accounts/owner-queries.server"
import type { AuditRow } from "../../core/audit/chain"
import { inLocale, type Resource } from "../records/resource"

export interface TrailRow extends AuditRow {
  name: string | null
}

export interface TrailFilters {
  /** The id of who did it; null: the system. */
  person: string | null | undefined
  /** The names of the actions of a group. */
  actions: readonly string[] | undefined
  /** The name of an action, or the id of a record. */
  find: string | undefined
  /** Epoch ms: `from` inclusive, `to` exclusive. */
  from: number | undefined
  to: number | undefined
}

/**
 * Selects entries, latest first. Each filter is the beginning of an index that ends with the number of the row; a group's
 * actions are read one by one, `limit` rows of each.
 */
export function selectTrail(filters: TrailFilters, before: number | null, limit: number) {
  const { person, actions, find, from, to } = filters
  const bounds = (row: string) =>
    allOf(
      ...[
        sql`true`,
        before === null ? undefined : sql`${sql.raw(row)}seq < ${before}`,
        from === undefined
          ? undefined
          : sql`${sql.raw(row)}seq >= ${firstSince(from)} AND ${sql.raw(row)}at >= ${from}`,
        to === undefined ? undefined : sql`${sql.raw(row)}seq <= ${lastBefore(to)} AND ${sql.raw(row)}at < ${to}`,
      ].filter((one) => one !== undefined),
    )
  const isOfGroup = actions ? sql`action IN (SELECT value FROM json_each(${JSON.stringify(actions)}))` : sql`true`
  const isFound = find === undefined ? sql`true` : find.includes(".") ? sql`action = ${find}` : sql`target_id = ${find}`
  const pick = (index: string, isChosen: SQL) =>
    selectRows(
      sql`SELECT seq FROM audit_log INDEXED BY ${sql.raw(index)} WHERE ${isChosen} AND ${bounds("")} ORDER BY seq DESC LIMIT ${limit}`,
    )
  if (find !== undefined) {
    const isPerson = person === undefined ? sql`true` : sql`actor_id IS ${person}`
    const index = find.includes(".") ? "audit_log_action" : "audit_log_target"
    return pick(index, allOf(isFound, isPerson, isOfGroup))
  }
  if (person !== undefined) return pick("audit_log_actor", allOf(sql`actor_id IS ${person}`, isOfGroup))
  if (actions === undefined)
    return selectRows(sql`SELECT seq FROM audit_log WHERE ${bounds("")} ORDER BY seq DESC LIMIT ${limit}`)
  return selectRows(sql`SELECT l.seq FROM json_each(${JSON.stringify(actions)}) AS a CROSS JOIN audit_log AS l
    WHERE l.seq IN (SELECT m.seq FROM audit_log AS m INDEXED BY audit_log_action
      WHERE m.action = a.value AND ${bounds("m.")} ORDER BY m.seq DESC LIMIT ${limit})
    ORDER BY l.seq DESC LIMIT ${limit}`)
}

const selectRows = (numbers: SQL) =>
  sql<TrailRow>`SELECT seq, at, actor_id, ${nameOf(sql`actor_id`)} AS name, action, target_kind, target_id, reason, details
    FROM audit_log WHERE seq IN (${numbers}) ORDER BY seq DESC`

/** SQL number of the first row since a time, and of the last one before it. */
const firstSince = (time: number) =>
  sql`coalesce((SELECT f.seq FROM audit_log AS f WHERE f.at >= ${time} ORDER BY f.at LIMIT 1), ${Number.MAX_SAFE_INTEGER})`
const lastBefore = (time: number) =>
  sql`coalesce((SELECT f.seq FROM audit_log AS f WHERE f.at < ${time} ORDER BY f.at DESC LIMIT 1), 0)`

/** How many people the page offers at most. */
const maxPeople = 200

/** Selects who has entries, by a seek of the index for each. */
export function selectPeople() {
  return sql<{ id: string; name: string | null }>`WITH RECURSIVE people (id) AS (
      SELECT min(actor_id) FROM audit_log
      UNION ALL SELECT (SELECT min(l.actor_id) FROM audit_log AS l WHERE l.actor_id > people.id) FROM people WHERE id IS NOT NULL LIMIT ${maxPeople}
    ) SELECT id, ${nameOf(sql`people.id`)} AS name FROM people WHERE id IS NOT NULL ORDER BY name`
}

/** A record's name, by its id. */
export interface NamedRecord {
  id: string
  name: string | null
}

/** Selects the names of members. */
export function selectMemberNames(ids: readonly string[]) {
  return sql<NamedRecord>`SELECT id, name FROM users WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`
}

/** Selects the names of profiles. */
export function selectProfileNames(ids: readonly string[]) {
  return sql<NamedRecord>`SELECT id, name FROM profiles WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`
}

/** Selects the titles of a resource's records. */
export function selectTitles(resource: Resource, ids: readonly string[], locale: Locale) {
  const id = sql.raw(resource.id ?? "r.id")
  return sql<NamedRecord>`SELECT ${id} AS id, ${sql.raw(inLocale(resource.title, locale))} AS name
    FROM ${sql.raw(`${resource.table} AS r ${resource.joins ?? ""}`)} WHERE ${id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`
}
