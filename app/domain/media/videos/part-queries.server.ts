import { and, eq, sql } from "drizzle-orm"
import type { Database } from "~/db/client.server"
import { media, videoParts } from "~/db/schema"
import { insertSelect } from "~/db/statements/insert-select"

export interface StoredPart {
  number: number
  etag: string
  sha256: string
}

export async function findParts(db: Database, id: string): Promise<StoredPart[]> {
  return db
    .select({ number: videoParts.number, etag: videoParts.etag, sha256: videoParts.sha256 })
    .from(videoParts)
    .where(eq(videoParts.mediaId, id))
    .orderBy(videoParts.number)
    .limit(10_000)
}

/** Records a stored part of an open upload. Returns whether the upload was still open. */
export async function savePart(db: Database, id: string, part: StoredPart, now: number): Promise<boolean> {
  const { etag, sha256 } = part
  const [, touched] = await db.batch([
    insertSelect(
      db,
      videoParts,
      { mediaId: id, ...part },
      sql`WHERE EXISTS (SELECT 1 FROM media WHERE id = ${id} AND state = 'uploading')`,
    ).onConflictDoUpdate({ target: [videoParts.mediaId, videoParts.number], set: { etag, sha256 } }),
    db
      .update(media)
      .set({ updatedAt: now })
      .where(and(eq(media.id, id), eq(media.state, "uploading"))),
  ])
  return touched.meta.changes > 0
}

/** Forgets the parts of an upload, which are to be sent again. */
export async function deleteParts(db: Database, id: string): Promise<void> {
  await db.delete(videoParts).where(eq(videoParts.mediaId, id))
}
