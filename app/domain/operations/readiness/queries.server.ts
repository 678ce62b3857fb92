import { and, eq, isNull, type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import type { RecordedItem } from "~/db/enums"
import { readinessNotices, readinessRecords } from "~/db/schema"
import { insertSelect } from "~/db/statements/insert-select"
import type { JsonText } from "~/db/statements/json"
import { staffWithoutFactorSql, unfinishedPagesSql } from "~/db/statements/readiness"
import type { RowOf } from "~/db/statements/row"
import { selectStaffWith } from "../../accounts/staff/grant-queries.server"
import type { ReadinessItem } from "../../core/readiness/policy"
import { atTime, type LaunchRow, selectLaunchFacts } from "../../core/readiness/queries.server"

export interface RecordRow
  extends RowOf<typeof readinessRecords, "id" | "item" | "reference" | "created_at" | "expires_at"> {
  recorded_by: string | null
}

/** Returns what the database says of the launch, with what it is made of: one round trip. */
export async function findReadiness(db: Database, now: number) {
  const [[facts], records, staff, pages] = await read(
    db,
    selectLaunchFacts(now),
    sql<RecordRow>`SELECT id, item, reference, created_at, expires_at,
        (SELECT name FROM users WHERE id = r.recorded_by) AS recorded_by
      FROM readiness_records AS r WHERE ended_at IS NULL`,
    atTime<{ name: string }>(`SELECT name FROM (${staffWithoutFactorSql}) ORDER BY name`, now),
    atTime<{ slug: string; locale: string }>(`${unfinishedPagesSql} ORDER BY w.slug, w.locale`, now),
  )
  return { facts: facts as LaunchRow, records, staff, pages }
}

interface EndedRecord {
  item: RecordedItem
  /** The id of the record. */
  version: string
  by: string
}

/** Returns the statement that ends the record of an item that counts, if it is this one. */
export function endRecord(db: Database, { item, version, by }: EndedRecord, now: number) {
  return db
    .update(readinessRecords)
    .set({ endedAt: now, endedBy: by })
    .where(and(eq(readinessRecords.item, item), eq(readinessRecords.id, version), isNull(readinessRecords.endedAt)))
}

interface NewRecord extends EndedRecord {
  id: string
  reference: string
  expiresAt: number
}

/** Returns the statement that records an item after `endRecord`, if there was none before or that one was ended just now. */
export function insertRecord(db: Database, { version, by, ...record }: NewRecord, now: number) {
  const isReplaced = sql`EXISTS (SELECT 1 FROM readiness_records WHERE id = ${version} AND ended_at = ${now} AND ended_by = ${by})`
  const hasNone = sql`NOT EXISTS (SELECT 1 FROM readiness_records WHERE item = ${record.item} AND ended_at IS NULL)`
  return insertSelect(
    db,
    readinessRecords,
    { ...record, recordedBy: by, createdAt: now },
    sql`WHERE ${hasNone} AND ${version === "" ? sql`true` : isReplaced}`,
  )
}

/** Items that the owners were notified of. */
export interface KnownItems {
  missing: ReadinessItem[]
  expiring: ReadinessItem[]
}

/** Returns what the owners were last notified of (JSON; null: never), and the owners, at most `limit`: one round trip. */
export async function findNotices(
  db: Database,
  now: number,
  limit: number,
): Promise<{ known: JsonText<KnownItems> | null; owners: string[] }> {
  const [[notice], owners] = await read(
    db,
    sql<{ known: JsonText<KnownItems> }>`SELECT known FROM readiness_notices WHERE id = 1`,
    selectStaffWith(["owner"], now, limit),
  )
  return { known: notice?.known ?? null, owners: owners.map(({ id }) => id) }
}

/** Returns the statement that stores what the owners are notified of, if it still is what was read. */
export function saveNotice(db: Database, { known, previous }: { known: string; previous: string | null }, now: number) {
  const source = sql`WHERE (SELECT known FROM readiness_notices WHERE id = 1) IS ${previous}`
  return insertSelect(db, readinessNotices, { id: 1, known, updatedAt: now }, source).onConflictDoUpdate({
    target: readinessNotices.id,
    set: { known, updatedAt: now },
  })
}

/** SQL condition: `saveNotice` stored this just now. */
export const isNoticed = (known: string, now: number): SQL =>
  sql`EXISTS (SELECT 1 FROM readiness_notices WHERE id = 1 AND known = ${known} AND updated_at = ${now})`
