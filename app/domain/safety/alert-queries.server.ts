import { type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import { isPaused } from "../decisions/cases/pause-queries.server"
import * as cases from "../decisions/cases/queries.server"

/** How long before their deadlines reports of these priorities are alarming, in ms. */
type Lead = Readonly<Record<"P0" | "P1", number>>

/** SQL condition on `cases`: an open urgent one that is due within its priority's lead, is not paused, and not probably a bot's. */
const isAlarming = (lead: Lead, now: number): SQL => sql`${cases.isOpenCase} AND is_suspect = 0 AND NOT ${isPaused(now)}
  AND ((priority = 'P0' AND due_at <= ${now + lead.P0}) OR (priority = 'P1' AND due_at <= ${now + lead.P1}))`

/** SQL condition on `cases`: nobody was alerted to it, or not since it is overdue. */
const isUnknown = (now: number): SQL => sql`(alerted_at IS NULL OR (due_at <= ${now} AND alerted_at < due_at))`

const isOneOf = (ids: readonly string[]): SQL => sql`id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`

/** Returns cases that nobody was alerted to, or not since they are overdue: the longest due first. */
export async function findAlarming(
  db: Database,
  lead: Lead,
  now: number,
  limit: number,
): Promise<{ id: string; is_overdue: 0 | 1 }[]> {
  const [rows] = await read(
    db,
    sql<{ id: string; is_overdue: 0 | 1 }>`SELECT id, due_at <= ${now} AS is_overdue FROM cases
      WHERE ${isAlarming(lead, now)} AND ${isUnknown(now)}
      ORDER BY due_at LIMIT ${limit}`,
  )
  return rows
}

/** Returns the statement that records that staff were alerted to those of them that still are alarming news. */
export function markAlerted(db: Database, ids: readonly string[], now: number) {
  return cases.markAlerted(db, sql`${isOneOf(ids)} AND ${isUnknown(now)}`, now)
}

/** SQL condition: `markAlerted` has recorded one of these just now. */
export function isAlertedNow(ids: readonly string[], now: number): SQL {
  return sql`EXISTS (SELECT 1 FROM cases WHERE alerted_at = ${now} AND ${isOneOf(ids)})`
}

/** Returns how many urgent cases are overdue, and how many nearly due. */
export async function countUrgent(db: Database, lead: Lead, now: number): Promise<{ overdue: number; due: number }> {
  const [rows] = await read(
    db,
    sql<{ overdue: number; due: number }>`SELECT coalesce(sum(due_at <= ${now}), 0) AS overdue,
      coalesce(sum(due_at > ${now}), 0) AS due FROM cases WHERE ${isAlarming(lead, now)}`,
  )
  return rows[0] ?? { overdue: 0, due: 0 }
}
