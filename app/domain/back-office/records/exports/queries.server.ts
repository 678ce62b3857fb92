import { and, eq, gt, inArray, lt, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import { resourceExports } from "~/db/schema"
import { insertSelect } from "~/db/statements/insert-select"

export type ExportRow = typeof resourceExports.$inferSelect

/** Returns a statement that inserts an export, unless the member of staff has `max` unfinished ones. */
export function insertExport(
  db: Database,
  row: { id: string; resource: string; query: string; staffId: string; at: number },
  max: number,
) {
  const { at, ...values } = row
  const open = sql`(SELECT count(*) FROM resource_exports WHERE staff_id = ${row.staffId} AND state IN ('queued', 'running'))`
  const times = { createdAt: at, updatedAt: at }
  return insertSelect(db, resourceExports, { ...values, ...times, state: "queued" }, sql`WHERE ${open} < ${max}`)
}

export async function findExport(db: Database, id: string): Promise<ExportRow | null> {
  const [row] = await db.select().from(resourceExports).where(eq(resourceExports.id, id)).limit(1)
  return row ?? null
}

export async function findExportsOf(db: Database, staffId: string, resource: string): Promise<ExportRow[]> {
  return db
    .select()
    .from(resourceExports)
    .where(and(eq(resourceExports.staffId, staffId), eq(resourceExports.resource, resource)))
    .orderBy(sql`id DESC`)
    .limit(5)
}

/** Stores how far an export has come, unless another run of it was ahead. Returns whether it did. */
export async function advanceExport(
  db: Database,
  from: ExportRow,
  to: { state: ExportRow["state"]; cursor: string | null; rows: number },
  now: number,
): Promise<boolean> {
  const { meta } = await db
    .update(resourceExports)
    .set({ ...to, updatedAt: now })
    .where(
      and(
        eq(resourceExports.id, from.id),
        eq(resourceExports.rows, from.rows),
        inArray(resourceExports.state, ["queued", "running"]),
      ),
    )
  return meta.changes > 0
}

/** Returns the ids of exports that are unfinished and were last worked on before a time: their job was lost. */
export async function findStuckExports(db: Database, before: number, after: string, limit: number): Promise<string[]> {
  const [rows] = await read(
    db,
    sql<{ id: string }>`SELECT id FROM resource_exports
      WHERE state IN ('queued', 'running') AND updated_at < ${before} AND id > ${after} ORDER BY id LIMIT ${limit}`,
  )
  return rows.map(({ id }) => id)
}

export async function findOldExports(db: Database, before: number, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: resourceExports.id })
    .from(resourceExports)
    .where(
      and(
        inArray(resourceExports.state, ["queued", "running", "done", "failed"]),
        lt(resourceExports.updatedAt, before),
        gt(resourceExports.id, after),
      ),
    )
    .orderBy(resourceExports.id)
    .limit(limit)
  return rows.map(({ id }) => id)
}

export async function deleteExports(db: Database, ids: string[]): Promise<void> {
  await db.delete(resourceExports).where(inArray(resourceExports.id, ids))
}
