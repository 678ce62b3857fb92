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

/** A statement: asks for a user, unless they have such a request open, or `unless` is true. */
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

/** Asked for, or under way. */
export const isOpen = sql`state IN ('requested', 'running')`

/** A user's exports, newest first, and their open erasure: one round trip. */
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

/** One of a user's exports; another's is not there. */
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
 * Takes a request that is due for one worker; until `leaseEnd` nobody else gets it. Null when it is not due, not open, or `unless` is
 * true of it.
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

/** Writes down what became of a request that runs; whether it still did. */
export async function updateRunning(db: Database, id: string, change: Partial<DataRequest>): Promise<boolean> {
  const { meta } = await db
    .update(dataRequests)
    .set(change)
    .where(and(eq(dataRequests.id, id), eq(dataRequests.state, "running")))
  return meta.changes > 0
}

/** Ids of open requests whose time has come: those that begin, and those whose worker is dead. Oldest first. */
export async function findDue(db: Database, kind: DataRequest["kind"], states: RequestState[], now: number) {
  const [due] = await read(
    db,
    sql<{ id: string; created_at: number }>`SELECT id, created_at FROM data_requests
      WHERE kind = ${kind} AND state IN ${states} AND run_at <= ${now} ORDER BY run_at LIMIT 100`,
  )
  return due
}

/** Erasures that run before `until`, of whom nobody has been reminded yet, with the address to write to. */
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

/** Requests whose file, or whose whole row, has had its time. */
export async function findExpired(db: Database, now: number) {
  return db
    .select({ id: dataRequests.id, fileKey: dataRequests.fileKey })
    .from(dataRequests)
    .where(lt(dataRequests.expiresAt, now))
    .limit(200)
}

/** Forgets the file of a request and keeps the row until `expiresAt`. */
export async function forgetFile(db: Database, id: string, expiresAt: number): Promise<void> {
  await db.update(dataRequests).set({ fileKey: null, expiresAt }).where(eq(dataRequests.id, id))
}

export async function deleteRequest(db: Database, id: string): Promise<void> {
  await db.delete(dataRequests).where(and(eq(dataRequests.id, id), isNull(dataRequests.fileKey)))
}
