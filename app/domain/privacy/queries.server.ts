import { and, count, desc, eq, exists, gt, inArray, isNull, lt, lte, notExists, type SQL, sql } from "drizzle-orm"
import type { BatchItem } from "drizzle-orm/batch"
import { getTableConfig, type SQLiteTable } from "drizzle-orm/sqlite-core"
import { type Database, read } from "~/db/client.server"
import { dataRequests, type media, resourceExports, users } from "~/db/schema"
import { insertSelect } from "~/db/statements/insert-select"
import type { RowOf } from "~/db/statements/row"
import type { Locale } from "~/i18n/locales"
import { type Place, readTimePlace } from "../core/shared/lane"
import { hasOwnFiles } from "../media/uploads/processing-queries.server"
import { publishedAgain } from "../profiles/state-queries.server"
import { nameOf, ofSender } from "./registry"
import type { RequestState } from "./schema"
import type { PersonalTable } from "./tables/personal-table"

export type User = typeof users.$inferSelect
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

/**
 * Returns a statement that inserts an erasure, unless the user has an open one or is the last root. Its receipt records
 * whether their profile is public.
 */
export function insertErasure(db: Database, request: { id: string; userId: string; runAt: number }, now: number) {
  const { userId } = request
  const receipt = sql`(SELECT iif(state = 'published', '{"republish":1}', '{}') FROM profiles WHERE owner_id = ${userId})`
  return insertRequest(db, { ...request, kind: "erasure", receipt }, now, isLastRoot(sql`${userId}`))
}

/** SQL condition: this user (an SQL expression) is the only root user, without whom nobody could administer the app. */
function isLastRoot(userId: SQL) {
  const others = sql`SELECT 1 FROM "groups" AS g JOIN user_groups AS m ON m.group_id = g.id WHERE g.root = 1 AND m.user_id`
  return sql`EXISTS (${others} = ${userId}) AND NOT EXISTS (${others} <> ${userId})`
}

/** SQL condition: there is a request with this id. */
export function hasRequest(db: Database, id: string): SQL {
  return exists(db.select({ one: sql`1` }).from(dataRequests).where(eq(dataRequests.id, id)))
}

const isPendingErasure = (userId: string) =>
  and(eq(dataRequests.userId, userId), eq(dataRequests.kind, "erasure"), eq(dataRequests.state, "requested"))

/** Returns a statement that cancels a user's erasure unless it has begun. */
export function cancelErasure(db: Database, userId: string, now: number, expiresAt: number) {
  return db
    .update(dataRequests)
    .set({ state: "cancelled", doneAt: now, expiresAt, updatedAt: now })
    .where(isPendingErasure(userId))
}

/** SQL condition: a user's pending erasure unpublished their profile. */
export function hasUnpublished(db: Database, userId: string): SQL {
  const wasPublic = sql`json_extract(${dataRequests.receipt}, '$.republish') = 1`
  return exists(
    db
      .select({ one: sql`1` })
      .from(dataRequests)
      .where(and(isPendingErasure(userId), wasPublic)),
  )
}

/** SQL expression: the state of a user's republished profile. */
export function publicState(userId: string, isLaunched: boolean): SQL<"banned" | "published" | "paused"> {
  const isBanned = sql`EXISTS (SELECT 1 FROM users WHERE id = ${userId} AND banned_at IS NOT NULL)`
  return sql`iif(${isBanned}, 'banned', ${publishedAgain(isLaunched)})`
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

/** Claims a due erasure as `claimRequest` does, unless its user is the last root. */
export function claimErasure(db: Database, id: string, now: number, leaseEnd: number): Promise<DataRequest | null> {
  const unless = isLastRoot(sql`${dataRequests.userId}`)
  return claimRequest(db, { id, kind: "erasure", unless }, now, leaseEnd)
}

/** Updates a running request. Returns false if it is no longer running. */
export async function updateRunning(db: Database, id: string, change: Partial<DataRequest>): Promise<boolean> {
  const { meta } = await db
    .update(dataRequests)
    .set(change)
    .where(and(eq(dataRequests.id, id), eq(dataRequests.state, "running")))
  return meta.changes > 0
}

interface DueSearch {
  kind: DataRequest["kind"]
  states: RequestState[]
  now: number
  place: Place
  limit: number
}

/** Returns the due requests, oldest first, after a place in that order: those to begin, and running ones whose worker died. */
export async function findDue(db: Database, { kind, states, now, place, limit }: DueSearch) {
  const after = readTimePlace(place)
  const [due] = await read(
    db,
    sql<{ id: string; at: number; created_at: number }>`SELECT id, run_at AS at, created_at FROM data_requests
      WHERE kind = ${kind} AND state IN ${states} AND run_at <= ${now} AND run_at >= ${after.at}
        AND (run_at, id) > (${after.at}, ${after.id}) ORDER BY run_at, id LIMIT ${limit}`,
  )
  return due
}

/** SQL condition on `data_requests AS r`: its user was not reminded of it. */
const isUnreminded = sql`json_extract(coalesce(r.receipt, '{}'), '$.reminded') IS NULL`

/** SQL condition: an erasure is pending and its user was not reminded of it. */
export function existsUnreminded(id: string): SQL {
  return sql`EXISTS (SELECT 1 FROM data_requests AS r
    WHERE r.id = ${id} AND r.state = 'requested' AND ${isUnreminded})`
}

/** Returns the erasures between two times without a reminder, in their order after a place, with the users' addresses. */
export async function findToRemind(
  db: Database,
  { from, until }: { from: number; until: number },
  place: Place,
  limit: number,
) {
  const after = readTimePlace(place)
  const [found] = await read(
    db,
    sql<{ id: string; at: number; email: string; locale: Locale }>`SELECT r.id, r.run_at AS at, u.email, u.locale
      FROM data_requests AS r JOIN users AS u ON u.id = r.user_id
      WHERE r.kind = 'erasure' AND r.state = 'requested' AND r.run_at > ${from} AND r.run_at <= ${until}
        AND (r.run_at, r.id) > (${after.at}, ${after.id}) AND ${isUnreminded}
      ORDER BY r.run_at, r.id LIMIT ${limit}`,
  )
  return found
}

/** Returns the requests whose file or whole row has expired, after an id. */
export async function findExpired(db: Database, now: number, after: string, limit: number) {
  return db
    .select({ id: dataRequests.id, fileKey: dataRequests.fileKey })
    .from(dataRequests)
    .where(and(lt(dataRequests.expiresAt, now), gt(dataRequests.id, after)))
    .orderBy(dataRequests.id)
    .limit(limit)
}

/** Removes a request's file key and retains the row until `expiresAt`. */
export async function clearFileKey(db: Database, id: string, expiresAt: number): Promise<void> {
  await db.update(dataRequests).set({ fileKey: null, expiresAt }).where(eq(dataRequests.id, id))
}

export async function deleteRequest(db: Database, id: string): Promise<void> {
  await db.delete(dataRequests).where(and(eq(dataRequests.id, id), isNull(dataRequests.fileKey)))
}

/** Marks an open export as failed. */
export async function markExportFailed(
  db: Database,
  id: string,
  now: number,
  expiresAt: number,
): Promise<DataRequest | null> {
  const [failed] = await db
    .update(dataRequests)
    .set({ state: "failed", expiresAt, updatedAt: now })
    .where(and(eq(dataRequests.id, id), eq(dataRequests.kind, "export"), isOpen))
    .returning()
  return failed ?? null
}

/** Returns a statement that ends an erasure; `receipt` is JSON. */
export function endErasure(
  db: Database,
  id: string,
  { state, receipt, expiresAt }: Pick<DataRequest, "state" | "receipt" | "expiresAt">,
  now: number,
) {
  return db
    .update(dataRequests)
    .set({ state, runAt: null, receipt, doneAt: now, expiresAt, updatedAt: now })
    .where(eq(dataRequests.id, id))
}

/** Makes a user's open erasure due at once; returns its id, null if there is none. */
export async function makeErasureDue(db: Database, userId: string, now: number): Promise<string | null> {
  const [request] = await db
    .update(dataRequests)
    .set({ state: "requested", runAt: now, updatedAt: now })
    .where(and(eq(dataRequests.userId, userId), eq(dataRequests.kind, "erasure"), isOpen))
    .returning({ id: dataRequests.id })
  return request?.id ?? null
}

/** Returns a statement that records that the user was reminded of an erasure. */
export function markReminded(db: Database, id: string) {
  const reminded = sql`json_set(coalesce(${dataRequests.receipt}, '{}'), '$.reminded', 1)`
  return db.update(dataRequests).set({ receipt: reminded }).where(eq(dataRequests.id, id))
}

export async function findUser(db: Database, id: string): Promise<User | null> {
  const [user] = await db.select().from(users).where(eq(users.id, id)).limit(1)
  return user ?? null
}

/** Returns the statements that erase a user's rows of a table: one or none. */
export function eraseRows(db: Database, { table, of, erase }: PersonalTable, userId: string): BatchItem<"sqlite">[] {
  if (erase === "follows") return []
  if (erase === "delete") return [db.delete(table).where(of(userId))]
  return [
    db
      .update(table as typeof dataRequests)
      .set(erase.set)
      .where(of(userId)),
  ]
}

/** Counts a user's rows of each table, in order: one round trip. */
export async function countRows(db: Database, tables: PersonalTable[], userId: string): Promise<number[]> {
  const [first, ...others] = tables.map(({ table, of }) => db.select({ rows: count() }).from(table).where(of(userId)))
  const counts = first ? await db.batch([first, ...others]) : []
  return counts.map((found) => found[0]?.rows ?? 0)
}

/** The columns of a table's primary key. */
function keyOf({ table }: PersonalTable): string[] {
  const { columns, primaryKeys } = getTableConfig(table as SQLiteTable)
  const key = primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary)
  return key.map(({ name }) => name)
}

/** Returns a user's rows of a table after a row, in the order of its key, with the columns that its export adds. */
export async function findRows(
  db: Database,
  entry: PersonalTable,
  userId: string,
  { after, limit, now }: { after?: Record<string, unknown>; limit: number; now: number },
) {
  const only = "nothing" in entry.export ? undefined : entry.export.only
  const add = "nothing" in entry.export ? {} : (entry.export.add ?? {})
  const added = Object.entries(add).map(([name, value]) => sql`, ${value} AS ${sql.identifier(name)}`)
  const table = sql.identifier(nameOf(entry))
  const names = keyOf(entry)
  // With the plus, the rows are sorted after they were found; without it, the planner may read the whole table in order.
  const key = sql.join(
    names.map((name) => sql`+${sql.identifier(name)}`),
    sql`, `,
  )
  const last = sql.join(
    names.map((name) => sql`${after?.[name]}`),
    sql`, `,
  )
  const [rows] = await read(
    db,
    sql<Record<string, unknown>>`SELECT *${sql.join(added)} FROM ${table}
        WHERE ${entry.of(userId)} ${only ? sql`AND ${only(userId, now)}` : sql``} ${after ? sql`AND (${key}) > (${last})` : sql``} ORDER BY ${key} LIMIT ${limit}`,
  )
  return rows
}

/** Returns the media of a user's profile, in order, and their applications: one round trip. */
type OwnUpload = RowOf<typeof media, "id" | "kind" | "storage_key" | "upload_key">

export async function findOwnUploads(db: Database, userId: string) {
  const [media, applications] = await read<[OwnUpload, { id: string }]>(
    db,
    // Originals of what is not processed yet; a rejected picture's files are gone, and a quarantined one's are withheld.
    sql<OwnUpload>`SELECT m.id, m.kind, m.storage_key,
        iif(m.state IN ('uploaded', 'processing', 'failed'), m.upload_key, NULL) AS upload_key
      FROM media AS m JOIN profiles AS p ON p.id = m.profile_id WHERE p.owner_id = ${userId} ORDER BY m.position, m.id`,
    // Without visitors' applications with this address: a stranger may have typed it, and pictures are more sensitive
    // than text.
    sql<{ id: string }>`SELECT id FROM applications WHERE user_id = ${userId}`,
  )
  return { media, applications }
}

/** Ends the exports of lists whose files are being deleted: they can be asked for again. */
export async function failListExports(db: Database): Promise<void> {
  await db
    .update(resourceExports)
    .set({ state: "failed" })
    .where(inArray(resourceExports.state, ["running", "done"]))
}

/**
 * Returns the media of a user's profile that have files of their own, and their applications, those sent as a visitor included: one round
 * trip.
 */
export async function findUploadsToErase(db: Database, userId: string) {
  const [media, applications, profiles] = await read<[{ storage_key: string }, { id: string }, { id: string }]>(
    db,
    sql<{ storage_key: string }>`SELECT media.storage_key FROM profiles AS p JOIN media ON media.profile_id = p.id
      WHERE p.owner_id = ${userId} AND ${hasOwnFiles}`,
    sql<{ id: string }>`SELECT id FROM applications WHERE ${ofSender(userId)}`,
    sql<{ id: string }>`SELECT id FROM profiles WHERE owner_id = ${userId}`,
  )
  return { media, applications, profiles }
}
