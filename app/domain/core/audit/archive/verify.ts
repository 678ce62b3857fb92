// Scripts read this file without the alias.
import { type ChainFault, type ChainSource, type Seal, verifyChain } from "../chain.ts"
import { faultsOfTile, readRows, type TileRow } from "./tile.ts"

/** Where `verifyLog` reads the whole log: that of the Worker, or that of `npm run audit:verify`. */
export interface LogSource extends ChainSource {
  /** Up to `limit` tiles whose first number is after a number, in order. */
  tiles: (after: number, limit: number) => Promise<TileRow[]>
  /** The text of a tile; null if its file is missing, or is none. */
  tileText: (tile: TileRow) => Promise<string | null>
  /** The last seals of earlier days that are stored outside of the database. */
  anchors: () => Promise<Pick<Seal, "seq" | "hash">[]>
}

const tilesAtOnce = 100

/**
 * Verifies the audit log in its tiles and in the database, as one chain, and that it has the seals that were anchored. Returns what is
 * wrong, by number, how many rows and tiles were read, and the last seal.
 */
export async function verifyLog(
  source: LogSource,
  now: number,
  pageLength?: number,
): Promise<{ faults: ChainFault[]; rows: number; tiles: number; head: Seal | null }> {
  const anchors = await source.anchors()
  const archived = await verifyTiles(source, anchors)
  const live = await verifyChain(source, now, { ...(pageLength && { pageLength }), begin: archived.end })
  const differing: ChainFault[] = []
  for (const { seq, hash } of anchors.filter(({ seq }) => seq > (archived.end?.seq ?? 0))) {
    const [seal] = await source.seals(seq - 1, 1)
    if (seal?.seq !== seq || seal.hash !== hash) differing.push({ seq, kind: "anchor_differs" })
  }
  return {
    faults: [...archived.faults, ...live.faults, ...differing],
    rows: archived.rows + live.rows,
    tiles: archived.tiles,
    head: live.head,
  }
}

async function verifyTiles(source: LogSource, anchors: readonly Pick<Seal, "seq" | "hash">[]) {
  const faults: ChainFault[] = []
  let [rows, tiles, end]: [number, number, Pick<Seal, "seq" | "hash"> | null] = [0, 0, null]
  for (;;) {
    const page = await source.tiles(end?.seq ?? 0, tilesAtOnce)
    for (const tile of page) {
      tiles += 1
      rows += tile.last_seq - tile.first_seq + 1
      const text = await source.tileText(tile)
      const own = faultsOfTile(tile, text)
      faults.push(...own, ...joinFaults(tile, end))
      if (text !== null && own.length === 0) faults.push(...anchorFaults(tile, text, anchors))
      end = { seq: tile.last_seq, hash: tile.last_hash }
    }
    if (page.length < tilesAtOnce) return { faults, rows, tiles, end }
  }
}

/** Returns what is wrong between a tile and the one before it. */
function joinFaults(tile: TileRow, before: Pick<Seal, "seq" | "hash"> | null): ChainFault[] {
  if (!before) return tile.first_seq === 1 && tile.prev_hash !== "" ? [{ seq: 1, kind: "tile_altered" }] : []
  if (tile.first_seq !== before.seq + 1) return [{ seq: before.seq + 1, kind: "tile_missing" }]
  return tile.prev_hash === before.hash ? [] : [{ seq: tile.first_seq, kind: "tile_altered" }]
}

function anchorFaults(tile: TileRow, text: string, anchors: readonly Pick<Seal, "seq" | "hash">[]): ChainFault[] {
  const own = anchors.filter(({ seq }) => seq >= tile.first_seq && seq <= tile.last_seq)
  if (own.length === 0) return []
  const rows = readRows(text)
  return own
    .filter(({ seq, hash }) => rows[seq - tile.first_seq]?.hash !== hash)
    .map(({ seq }) => ({ seq, kind: "anchor_differs" }))
}
