import { and, eq, gt, inArray, lt, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import { media } from "~/db/schema"
import type { State } from "./queries.server"

export type Claimed = typeof media.$inferSelect

/**
 * Claims a photo for processing until `leaseUntil`: one just uploaded, or one whose worker died. Returns null if there is
 * nothing to do, or another worker is at it.
 */
export async function claim(db: Database, id: string, now: number, leaseUntil: number): Promise<Claimed | null> {
  const [row] = await db
    .update(media)
    .set({ leaseUntil, state: sql`CASE WHEN state = 'uploaded' THEN 'processing' ELSE state END`, updatedAt: now })
    .where(
      sql`${media.id} = ${id} AND kind = 'photo' AND removed_at IS NULL AND is_encoded = 0 AND (state = 'uploaded'
        OR (state IN ('processing', 'ready') AND coalesce(lease_until, 0) <= ${now}))`,
    )
    .returning()
  return row ?? null
}

interface Lease {
  id: string
  leaseUntil: number
}

interface FinishedStep {
  lease: Lease
  from: State
  result: Partial<typeof media.$inferInsert>
  now: number
}

/** Returns a statement that writes a worker's result, if it still holds the lease. */
export function finish(db: Database, { lease: { id, leaseUntil }, from, result, now }: FinishedStep) {
  return db
    .update(media)
    .set({ ...result, version: sql`version + 1`, updatedAt: now })
    .where(and(eq(media.id, id), eq(media.state, from), eq(media.leaseUntil, leaseUntil)))
}

/** Gives a claimed photo back, so that a retry can claim it at once. */
export async function release(db: Database, { id, leaseUntil }: Lease): Promise<void> {
  await db
    .update(media)
    .set({ leaseUntil: null, state: sql`CASE WHEN state = 'processing' THEN 'uploaded' ELSE state END` })
    .where(and(eq(media.id, id), eq(media.leaseUntil, leaseUntil)))
}

/** Marks a photo as failed that could not be processed; returns its owner, or null if it was not waiting. */
export async function markFailed(db: Database, id: string, now: number): Promise<string | null> {
  const failed = await db
    .update(media)
    .set({ state: "failed", leaseUntil: null, version: sql`version + 1`, updatedAt: now })
    .where(and(eq(media.id, id), eq(media.state, "uploaded")))
  return failed.meta.changes > 0 ? findOwner(db, id) : null
}

export async function findOwner(db: Database, id: string): Promise<string | null> {
  const [rows] = await read(
    db,
    sql<{
      owner_id: string
    }>`SELECT p.owner_id FROM media AS m JOIN profiles AS p ON p.id = m.profile_id WHERE m.id = ${id}`,
  )
  return rows[0]?.owner_id ?? null
}

/** SQL condition on `media`: no other media item shows its files. */
export const hasOwnFiles = sql`media.storage_key LIKE '%/' || media.id`

/** Where a media item's files are, and whether they are to remain. */
export interface FilePlaces {
  /** Null unless they are its own. */
  storage_key: string | null
  upload_key: string | null
  state: State
  /** Of a rejected one: until when its files stay (epoch ms), or null. */
  held_until: number | null
}

/** Returns where the files of a media item are; null if there is no such media item. */
export async function findFiles(db: Database, id: string): Promise<FilePlaces | null> {
  const [rows] = await read(
    db,
    sql<FilePlaces>`SELECT state, upload_key, held_until, iif(${hasOwnFiles}, storage_key, NULL) AS storage_key FROM media WHERE id = ${id}`,
  )
  return rows[0] ?? null
}

/** Records that the original is deleted. */
export async function clearUploadKey(db: Database, id: string): Promise<void> {
  await db.update(media).set({ uploadKey: null }).where(eq(media.id, id))
}

/** Returns the upload keys, of these, that a media item still has. */
export async function findUploadKeys(db: Database, ids: string[]): Promise<Set<string>> {
  const [rows] = await read(
    db,
    sql<{ upload_key: string }>`SELECT upload_key FROM media
      WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND upload_key IS NOT NULL`,
  )
  return new Set(rows.map(({ upload_key }) => upload_key))
}

/** Returns media in these states that did not change since `before`, after `id` in order. */
export async function findStale(
  db: Database,
  { state, before, now, after, limit }: { state: State; before: number; now: number; after: string; limit: number },
): Promise<string[]> {
  const rows = await db
    .select({ id: media.id })
    .from(media)
    .where(
      and(
        eq(media.state, state),
        lt(media.updatedAt, before),
        gt(media.id, after),
        sql`state <> 'approved'`,
        state === "ready" ? and(eq(media.isEncoded, false), eq(media.kind, "photo")) : undefined,
        state === "rejected" ? isHeldNoLonger(now) : undefined,
      ),
    )
    .orderBy(media.id)
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** SQL condition on `media`: no appeal can bring it back any more. */
const isHeldNoLonger = (now: number) => sql`coalesce(held_until, 0) <= ${now} AND NOT EXISTS (
  SELECT 1 FROM decisions AS d JOIN appeals AS a ON a.decision_id = d.id WHERE d.subject_id = ${media.id} AND a.state = 'open')`

/** Returns media approved before a time whose originals still exist. */
export async function findOriginalsDue(db: Database, before: number, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: media.id })
    .from(media)
    .where(sql`state = 'approved' AND upload_key IS NOT NULL AND approved_at < ${before} AND id > ${after}`)
    .orderBy(media.id)
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Deletes the row of a media item whose files are gone. */
export async function deleteMediaItem(db: Database, id: string): Promise<void> {
  await db.delete(media).where(and(eq(media.id, id), inArray(media.state, ["deleted", "rejected"])))
}
