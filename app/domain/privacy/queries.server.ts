import { and, desc, eq, isNull, lt, lte, notExists, type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import { insertSelect } from "~/db/insert-select"
import { dataRequests, users } from "~/db/schema"
import type { Locale } from "~/i18n/locales"
import type { RequestState } from "./schema"

export type DataRequest = typeof dataRequests.$inferSelect

interface NewRequest {
  id: string
  userId: string
  kind: DataRequest["kind"]
  runAt: number
  /** JSON, as an SQL expression. */
  receipt?: SQL
}

/** Returns a statement that inserts a request, unless the user has an open one of this kind or `unless` is true. */
export function insertRequest(db: Database, request: NewRequest, now: number, unless: SQL = sql`0`) {
  const { id, userId, kind, runAt, receipt } = request
  const open = db
    .select({ one: sql`1` })
    .from(dataRequests)
    .where(and(eq(dataRequests.userId, userId), eq(dataRequests.kind, kind), isOpen))
  const row = { id, userId, kind, state: "requested" as const, runAt, receipt, createdAt: now, updatedAt: now }
  const source = sql`FROM ${users} WHERE ${and(eq(users.id, userId), notExists(open))} AND NOT (${unless})`
  return insertSelect(db, dataRequests, row, source)
}

/** SQL condition: requested or running. */
export const isOpen = sql`state IN ('requested', 'running')`

/** Returns a user's exports, newest first, and their open erasure: one round trip. */
export async function findRequests(db: Database, userId: string, limit: number) {
  const mine = (kind: DataRequest["kind"]) => and(eq(dataRequests.userId, userId), eq(dataRequests.kind, kind))
  const [exports, [erasure]] = await db.batch([
    db.select().from(dataRequests).where(mine("export")).orderBy(desc(dataRequests.id)).limit(limit),
    db
      .select()
      .from(dataRequests)
      .where(and(mine("erasure"), isOpen))
      .limit(1),
  ])
  return { exports, erasure: erasure ?? null }
}

/** Returns one of a user's exports, or null. */
export async function findExport(db: Database, userId: string, id: string): Promise<DataRequest | null> {
  const [request] = await db
    .select()
    .from(dataRequests)
    .where(and(eq(dataRequests.id, id), eq(dataRequests.userId, userId), eq(dataRequests.kind, "export")))
    .limit(1)
  return request ?? null
}

export async function findRequest(db: Database, id: string): Promise<DataRequest | null> {
  const [request] = await db.select().from(dataRequests).where(eq(dataRequests.id, id)).limit(1)
  return request ?? null
}

/**
 * Claims a due request; no other worker gets it until `leaseEnd`. Null if it is not due, not open, or `unless` is true
 * for it.
 */
export async function claimRequest(
  db: Database,
  wanted: { id: string; kind: DataRequest["kind"]; unless?: SQL },
  now: number,
  leaseEnd: number,
): Promise<DataRequest | null> {
  const [request] = await db
    .update(dataRequests)
    .set({ state: "running", runAt: leaseEnd, updatedAt: now })
    .where(
      and(
        eq(dataRequests.id, wanted.id),
        eq(dataRequests.kind, wanted.kind),
        isOpen,
        lte(dataRequests.runAt, now),
        wanted.unless && sql`NOT (${wanted.unless})`,
      ),
    )
    .returning()
  return request ?? null
}

/** Updates a running request. Returns false if it is no longer running. */
export async function updateRunning(db: Database, id: string, change: Partial<DataRequest>): Promise<boolean> {
  const { meta } = await db
    .update(dataRequests)
    .set(change)
    .where(and(eq(dataRequests.id, id), eq(dataRequests.state, "running")))
  return meta.changes > 0
}

/** Returns the due requests, oldest first: those to begin, and running ones whose worker died. */
export async function findDue(db: Database, kind: DataRequest["kind"], states: RequestState[], now: number) {
  const [due] = await read(
    db,
    sql<{ id: string; created_at: number }>`SELECT id, created_at FROM data_requests
      WHERE kind = ${kind} AND state IN ${states} AND run_at <= ${now} ORDER BY run_at LIMIT 100`,
  )
  return due
}

/** Returns the erasures before `until` without a reminder, with the users' addresses. */
export async function findToRemind(db: Database, now: number, until: number) {
  const [found] = await read(
    db,
    sql<{ id: string; email: string; locale: Locale }>`SELECT r.id, u.email, u.locale
      FROM data_requests AS r JOIN users AS u ON u.id = r.user_id
      WHERE r.kind = 'erasure' AND r.state = 'requested' AND r.run_at > ${now} AND r.run_at <= ${until}
        AND json_extract(coalesce(r.receipt, '{}'), '$.reminded') IS NULL
      LIMIT 100`,
  )
  return found
}

/** Returns the requests whose file or whole row has expired. */
export async function findExpired(db: Database, now: number) {
  return db
    .select({ id: dataRequests.id, fileKey: dataRequests.fileKey })
    .from(dataRequests)
    .where(lt(dataRequests.expiresAt, now))
    .limit(200)
}

/** Removes a request's file key and retains the row until `expiresAt`. */
export async function clearFileKey(db: Database, id: string, expiresAt: number): Promise<void> {
  await db.update(dataRequests).set({ fileKey: null, expiresAt }).where(eq(dataRequests.id, id))
}

export async function deleteRequest(db: Database, id: string): Promise<void> {
  await db.delete(dataRequests).where(and(eq(dataRequests.id, id), isNull(dataRequests.fileKey)))
}
