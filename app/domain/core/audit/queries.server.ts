import { and, asc, desc, eq, gt, type SQL, sql } from "drizzle-orm"
import { isInConfidence } from "~/db/audit/personal-reads"
import { type Database, read } from "~/db/client.server"
import { auditLog, auditSeals, personalReads } from "~/db/schema"
import { insertSelect } from "~/db/statements/insert-select"
import type { AuditRow, ChainSource, Seal } from "./chain"
import type { AuditFilters } from "./schema"

/** SQL condition: the write before this statement in its batch changed a row. */
export const changedRow = sql`changes() > 0`

type NewEntry = Omit<typeof auditLog.$inferInsert, "seq">

/** Returns the statement that records an entry if `when` holds. */
export function insertEntry(db: Database, entry: NewEntry, when: SQL) {
  return insertSelect(db, auditLog, entry, sql`WHERE ${when}`)
}

/** SQL condition: the actor has no such entry since `since` (epoch ms). */
export function isNewEntry({ actorId, action, targetKind, targetId, details }: NewEntry, since: number): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM audit_log WHERE target_id = ${targetId} AND target_kind = ${targetKind}
    AND seq >= ${firstSince(since)} AND actor_id = ${actorId} AND action = ${action} AND details = ${details} AND at >= ${since})`
}

/**
 * Returns the statement, for `write`, that attributes the latest such entry since `since` (epoch ms) to members, each once: it belongs
 * after the entry's own, or, for an act of the past, stands alone.
 */
export function attributeRead(
  { actorId, action, targetKind, targetId }: Pick<NewEntry, "actorId" | "action" | "targetKind" | "targetId">,
  { memberIds, since }: { memberIds: readonly string[]; since: number },
): SQL {
  return sql`INSERT OR IGNORE INTO personal_reads (user_id, seq, read_at, action, role)
    SELECT m.value, l.seq, l.at, l.action, l.details ->> 'role' FROM (
      SELECT seq, at, action, details FROM audit_log WHERE target_id = ${targetId} AND target_kind = ${targetKind}
        AND seq >= ${firstSince(since)} AND actor_id = ${actorId} AND action = ${action} ORDER BY seq DESC LIMIT 1
    ) AS l CROSS JOIN json_each(${JSON.stringify([...new Set(memberIds)])}) AS m
    WHERE NOT ${sql.raw(isInConfidence("m.value", "l.details ->> 'role'"))}`
}

/** Deletes up to `limit` reads of before a time, in the order in which they were recorded. */
export function deletePersonalReadsBefore(db: Database, time: number, limit: number) {
  const kept = sql`coalesce((SELECT id FROM personal_reads WHERE read_at >= ${time} ORDER BY id LIMIT 1), ${Number.MAX_SAFE_INTEGER})`
  return db
    .delete(personalReads)
    .where(sql`id IN (SELECT id FROM personal_reads WHERE id < ${kept} ORDER BY id LIMIT ${limit})`)
}

/** Returns whether the actor has stated a reason in such an entry since `since` (epoch ms). */
export async function hasReasonSince(
  db: Database,
  { actorId, action, target }: { actorId: string | null; action: string; target: { kind: string; id: string } },
  since: number,
): Promise<boolean> {
  const [row] = await db
    .select({ seq: auditLog.seq })
    .from(auditLog)
    .where(
      sql`target_id = ${target.id} AND target_kind = ${target.kind} AND seq >= ${firstSince(since)}
        AND actor_id = ${actorId} AND action = ${action} AND reason IS NOT NULL AND at >= ${since}`,
    )
    .limit(1)
  return row !== undefined
}

/**
 * SQL number of the first row since a time. Rows are numbered in the order of their times, but for the milliseconds by
 * which two servers' clocks differ.
 */
const firstSince = (time: number) =>
  sql`coalesce((SELECT seq FROM audit_log WHERE at >= ${time} ORDER BY at LIMIT 1), ${Number.MAX_SAFE_INTEGER})`

const rowColumns = {
  seq: auditLog.seq,
  at: auditLog.at,
  actor_id: auditLog.actorId,
  action: auditLog.action,
  target_kind: auditLog.targetKind,
  target_id: auditLog.targetId,
  reason: auditLog.reason,
  details: auditLog.details,
}
const sealColumns = { seq: auditSeals.seq, prev_hash: auditSeals.prevHash, hash: auditSeals.hash }

/** Where `verifyChain` reads this database's log. */
export function chainOf(db: Database): ChainSource {
  return {
    rows: async (after, limit) => findRows(db, after, limit),
    seals: async (after, limit) => findSealsFrom(db, after, limit),
    lastNumber: async () => {
      const [[row]] = await read(db, sql<{ seq: number }>`SELECT seq FROM sqlite_sequence WHERE name = 'audit_log'`)
      return row?.seq ?? 0
    },
  }
}

/** Returns the rows after a number, in order. */
export async function findRows(db: Database, after: number, limit: number): Promise<AuditRow[]> {
  return db.select(rowColumns).from(auditLog).where(gt(auditLog.seq, after)).orderBy(asc(auditLog.seq)).limit(limit)
}

/** Returns the seals after a number, in order. */
export async function findSealsFrom(db: Database, after: number, limit: number): Promise<Seal[]> {
  return db
    .select(sealColumns)
    .from(auditSeals)
    .where(gt(auditSeals.seq, after))
    .orderBy(asc(auditSeals.seq))
    .limit(limit)
}

export async function findLastSeal(db: Database): Promise<Seal | null> {
  const [seal] = await db.select(sealColumns).from(auditSeals).orderBy(desc(auditSeals.seq)).limit(1)
  return seal ?? null
}

/** Inserts seals, in order. Another sealer's are the same, and remain. */
export async function insertSeals(db: Database, seals: readonly Seal[]): Promise<void> {
  const rows = JSON.stringify(seals)
  await db.run(sql`INSERT OR IGNORE INTO audit_seals (seq, prev_hash, hash)
    SELECT value ->> 'seq', value ->> 'prev_hash', value ->> 'hash' FROM json_each(${rows}) WHERE true ORDER BY key`)
}

/** Returns the entries that match, latest first. */
export async function findEntries(
  db: Database,
  { actor, action, target_kind, target_id, from, to }: AuditFilters,
  before: number | null,
  limit: number,
): Promise<AuditRow[]> {
  const last = sql`coalesce((SELECT seq FROM audit_log WHERE at < ${to ?? 0} ORDER BY at DESC LIMIT 1), 0)`
  return db
    .select(rowColumns)
    .from(auditLog)
    .where(
      and(
        actor === undefined ? undefined : eq(auditLog.actorId, actor),
        action === undefined ? undefined : eq(auditLog.action, action),
        target_kind === undefined ? undefined : eq(auditLog.targetKind, target_kind),
        target_id === undefined ? undefined : eq(auditLog.targetId, target_id),
        from === undefined ? undefined : sql`seq >= ${firstSince(from)} AND at >= ${from}`,
        to === undefined ? undefined : sql`seq <= ${last} AND at < ${to}`,
        before === null ? undefined : sql`seq < ${before}`,
      ),
    )
    .orderBy(desc(auditLog.seq))
    .limit(limit)
}

/** Deletes up to `limit` rows from before a time, oldest first, and then their seals. The latest row remains. */
export async function deleteRowsBefore(db: Database, time: number, limit: number): Promise<number> {
  const kept = sql`coalesce((SELECT seq FROM audit_log WHERE at >= ${time} ORDER BY seq LIMIT 1), (SELECT max(seq) FROM audit_log))`
  const oldest = sql`(SELECT min(seq) FROM audit_log)`
  const [rows] = await db.batch([
    db.delete(auditLog).where(sql`seq < min(${kept}, ${oldest} + ${limit})`),
    db.delete(auditSeals).where(sql`seq < ${oldest}`),
  ])
  return rows.meta.changes
}
