import { sql } from "drizzle-orm"
import { type Database, read, write } from "~/db/client.server"
import { auditTiles } from "~/db/schema"
import type { AuditFilters } from "../schema"
import type { TileRow } from "./tile"

const columns = sql`first_seq, last_seq, first_at, last_at, prev_hash, last_hash, sha256`

/** Returns the tile that a number is in, or null. */
export async function findTile(db: Database, seq: number): Promise<TileRow | null> {
  const [[tile]] = await read(
    db,
    sql<TileRow>`SELECT ${columns} FROM audit_tiles WHERE first_seq <= ${seq} AND last_seq >= ${seq}
      ORDER BY first_seq DESC LIMIT 1`,
  )
  return tile ?? null
}

/** Returns tiles after a number, in order. */
export async function findTiles(db: Database, after: number, limit: number): Promise<TileRow[]> {
  const [tiles] = await read(
    db,
    sql<TileRow>`SELECT ${columns} FROM audit_tiles WHERE first_seq > ${after} ORDER BY first_seq LIMIT ${limit}`,
  )
  return tiles
}

/** Returns the latest tiles that may have entries of these times before a number. */
export async function findTilesBefore(
  db: Database,
  { from, to }: Pick<AuditFilters, "from" | "to">,
  before: number,
  limit: number,
): Promise<TileRow[]> {
  const since = from === undefined ? sql`` : sql`AND last_at >= ${from}`
  const until = to === undefined ? sql`` : sql`AND first_at < ${to}`
  const [tiles] = await read(
    db,
    sql<TileRow>`SELECT ${columns} FROM audit_tiles WHERE first_seq < ${before} ${since} ${until}
      ORDER BY first_seq DESC LIMIT ${limit}`,
  )
  return tiles
}

/** Records a tile whose file is stored. The database refuses one that does not continue the log; the same one may be recorded again. */
export async function insertTile(db: Database, tile: TileRow): Promise<void> {
  const { first_seq, last_seq, first_at, last_at, prev_hash, last_hash, sha256 } = tile
  await db
    .insert(auditTiles)
    .values({
      firstSeq: first_seq,
      lastSeq: last_seq,
      firstAt: first_at,
      lastAt: last_at,
      prevHash: prev_hash,
      lastHash: last_hash,
      sha256,
    })
    .onConflictDoNothing()
}

/** Deletes up to `limit` rows of a tile from the database, oldest first, and their seals; returns how many. */
export async function deleteTiledRows(db: Database, { last_seq }: TileRow, limit: number): Promise<number> {
  const oldest = sql`(SELECT min(seq) FROM audit_log)`
  const [rows = 0] = await write(db, [
    sql`DELETE FROM audit_log WHERE seq < ${oldest} + ${limit} AND seq <= ${last_seq}`,
    sql`DELETE FROM audit_seals WHERE seq < ${oldest}`,
  ])
  return rows
}

/** Returns the number of the oldest row, or null without any. */
export async function findOldest(db: Database): Promise<number | null> {
  const [[row]] = await read(db, sql<{ seq: number | null }>`SELECT min(seq) AS seq FROM audit_log`)
  return row?.seq ?? null
}

/** Deletes a tile's row; its file is deleted before. */
export async function deleteTile(db: Database, firstSeq: number): Promise<void> {
  await write(db, [sql`DELETE FROM audit_tiles WHERE first_seq = ${firstSeq}`])
}

/** Returns the hash of a row's seal; null if it is not in the database. */
export async function findSealHash(db: Database, seq: number): Promise<string | null> {
  const [[seal]] = await read(db, sql<{ hash: string }>`SELECT hash FROM audit_seals WHERE seq = ${seq}`)
  return seal?.hash ?? null
}
