import { and, asc, desc, eq, gt, isNotNull } from "drizzle-orm"
import type { Database } from "~/db/client.server"
import { blockedHashes } from "~/db/schema"
import type { PictureHashes } from "../../core/ports/hash-matcher"
import { distanceOf, pdqDistance, pdqMinQuality } from "../pictures/pdq"

/** Rows compared per round trip. */
const atOnce = 2_000

/**
 * Returns the blocklist's entry for a picture: the same file, or the nearest hash within 31 bits. Hashes of low quality
 * are not compared: people review those pictures.
 */
export async function findBlockedHash(db: Database, { sha256, pdq, quality }: PictureHashes) {
  const [same] = await db
    .select({ list: blockedHashes.list })
    .from(blockedHashes)
    .where(eq(blockedHashes.sha256, sha256))
    .limit(1)
  if (same) return { list: same.list, distance: 0 }
  if (quality < pdqMinQuality) return null
  let nearest: { list: string; distance: number } | null = null
  for (let after = ""; ; ) {
    const rows = await db
      .select({ list: blockedHashes.list, pdq: blockedHashes.pdq })
      .from(blockedHashes)
      .where(and(isNotNull(blockedHashes.pdq), gt(blockedHashes.pdq, after)))
      .orderBy(asc(blockedHashes.pdq))
      .limit(atOnce)
    for (const row of rows) {
      const distance = distanceOf(pdq, row.pdq as string)
      if (distance <= Math.min(pdqDistance, (nearest?.distance ?? pdqDistance + 1) - 1))
        nearest = { list: row.list, distance }
    }
    after = rows.at(-1)?.pdq ?? ""
    if (rows.length < atOnce) return nearest
  }
}

export type BlockedHash = typeof blockedHashes.$inferSelect

/** Returns the statement that inserts an entry of the blocklist; one with the same hash remains. */
export function insertBlockedHash(db: Database, hash: BlockedHash) {
  return db.insert(blockedHashes).values(hash).onConflictDoNothing()
}

/** Returns the latest entries of the blocklist. */
export async function findBlockedHashes(db: Database, limit: number): Promise<BlockedHash[]> {
  return db.select().from(blockedHashes).orderBy(desc(blockedHashes.id)).limit(limit)
}

/** Returns the statement that deletes an entry of the blocklist. */
export function deleteBlockedHash(db: Database, id: string) {
  return db.delete(blockedHashes).where(eq(blockedHashes.id, id))
}
