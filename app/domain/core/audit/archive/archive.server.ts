import { DAY } from "~/lib/time"
import type { Ctx } from "../../context"
import { type Place, placeWhile } from "../../shared/lane"
import { type AuditRow, sealsAfter } from "../chain"
import { findRows, findSealsFrom } from "../queries.server"
import type { AuditFilters } from "../schema"
import * as queries from "./queries.server"
import { faultsOfTile, gunzip, gzip, makeTile, readRows, type TileRow, tileKey } from "./tile"

/** How long entries stay in the database at least, ms. The database itself refuses to let newer ones go. */
const stays = 90 * DAY
/** Entries of a tile. */
const tileLength = 10_000
/** Rows that one round reads, or deletes. */
const atOnce = 2_000
/** Tiles that one page of the log reads at most. */
const tilesAtOnce = 4

type ArchiveCtx = Pick<Ctx, "db" | "files" | "now" | "logError">

/**
 * Moves the oldest entries into a tile of the file store, once 10,000 of them are sealed and older than 90 days: writes the file, reads it
 * back, records it, and deletes the rows, in rounds. It may be stopped anywhere and repeated: each round begins with what the database
 * and the file store have. `length` is for tests.
 */
export async function archiveAuditLog(ctx: ArchiveCtx, _place: Place = null, length = tileLength): Promise<Place> {
  const oldest = await queries.findOldest(ctx.db)
  if (oldest === null) return null
  const begun = await queries.findTile(ctx.db, oldest)
  const tile = begun ?? (await writeTile(ctx, oldest, length))
  if (!tile) return null
  // Whatever wrote it, and whenever: no row is deleted whose copy is not there.
  const text = await readTile(ctx, tile)
  const faults = faultsOfTile(tile, text)
  if (faults.length > 0) return refuse(ctx, tile.first_seq, faults)
  if (!begun) await queries.insertTile(ctx.db, tile)
  await queries.deleteTiledRows(ctx.db, tile, atOnce)
  return placeWhile(true)
}

/** Writes the file of the next tile unless it is there; null while there is none to write. */
async function writeTile(ctx: ArchiveCtx, oldest: number, length: number): Promise<TileRow | null> {
  const last = oldest + length - 1
  const rows: AuditRow[] = []
  const seals = []
  let after = oldest - 1
  while (after < last) {
    const limit = Math.min(atOnce, last - after)
    const [page, sealed] = await Promise.all([findRows(ctx.db, after, limit), findSealsFrom(ctx.db, after, limit)])
    rows.push(...page)
    seals.push(...sealed)
    if (page.length < limit || sealed.length < limit) return null
    // Numbers follow each other: the tile's last row shows it.
    after += limit
  }
  const [next] = await findRows(ctx.db, last, 1)
  if (!next || rows.some(({ at }) => at > ctx.now() - stays)) return null
  const [first] = seals
  const computed = first ? sealsAfter({ seq: first.seq - 1, prev_hash: "", hash: first.prev_hash }, rows) : []
  const altered = seals.find(({ seq, hash }, place) => computed[place]?.seq !== seq || computed[place].hash !== hash)
  const newest = rows.at(-1)
  if (altered || !first || newest?.seq !== last) return refuse(ctx, altered?.seq ?? oldest, [])
  const { tile, text } = makeTile(rows, seals)
  // A locked bucket refuses to write it again.
  if (faultsOfTile(tile, await readTile(ctx, tile)).length > 0) await writeFile(ctx, tile, text)
  return tile
}

/** Logs that entries cannot be moved: they stay where they are until somebody has looked. */
function refuse(ctx: ArchiveCtx, seq: number, faults: readonly object[]): null {
  ctx.logError("audit.archive_refused", new Error("The audit log or its copy was changed: npm run audit:verify"), {
    seq,
    faults: faults.length,
  })
  return null
}

async function writeFile(ctx: ArchiveCtx, tile: TileRow, text: string): Promise<void> {
  const file = await ctx.files.write(tileKey(tile), "application/gzip")
  await file.write(await gzip(text))
  await file.close()
}

/** Returns the text of a tile; null if its file is missing, or is none. */
export async function readTile(ctx: Pick<Ctx, "files">, tile: TileRow): Promise<string | null> {
  const file = await ctx.files.read(tileKey(tile))
  return file && gunzip(file.body)
}

/**
 * Returns entries of the tiles that match, latest first, and the number before which the next page goes on: null at the end. It reads at
 * most four tiles, 40,000 entries: a page may be short. Throws if a tile cannot be read.
 */
export async function findArchived(
  ctx: Pick<Ctx, "db" | "files">,
  filters: AuditFilters,
  before: number,
  limit: number,
): Promise<{ rows: AuditRow[]; before: number | null }> {
  const tiles = await queries.findTilesBefore(ctx.db, filters, before, tilesAtOnce + 1)
  const found: AuditRow[] = []
  for (const tile of tiles.slice(0, tilesAtOnce)) {
    const text = await readTile(ctx, tile)
    if (text === null) throw new Error(`A tile of the audit log is missing: ${tileKey(tile)}`)
    const rows = readRows(text)
      .map(({ row }) => row)
      .filter((row) => row.seq < before && matches(row, filters))
      .toReversed()
    found.push(...rows)
    if (found.length >= limit) return { rows: found.slice(0, limit), before: found[limit - 1]?.seq ?? null }
  }
  return { rows: found, before: tiles.length > tilesAtOnce ? (tiles[tilesAtOnce - 1]?.first_seq ?? null) : null }
}

function matches(row: AuditRow, { actor, action, target_kind, target_id, from, to }: AuditFilters): boolean {
  return (
    (actor === undefined || row.actor_id === actor) &&
    (action === undefined || row.action === action) &&
    (target_kind === undefined || row.target_kind === target_kind) &&
    (target_id === undefined || row.target_id === target_id) &&
    (from === undefined || row.at >= from) &&
    (to === undefined || row.at < to)
  )
}

/** Deletes the oldest tile if all of its entries are from before a time: the file, then its row. Returns whether it did. */
export async function deleteOldestTile(ctx: Pick<Ctx, "db" | "files">, time: number): Promise<boolean> {
  const [tile] = await queries.findTiles(ctx.db, 0, 1)
  if (!tile || tile.last_at >= time) return false
  await ctx.files.delete([tileKey(tile)])
  await queries.deleteTile(ctx.db, tile.first_seq)
  return true
}
