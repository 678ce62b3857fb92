import { createHash } from "node:crypto"
// Scripts read this file without the alias.
import { trustedJson } from "../../../../db/statements/json.ts"
import { type AuditRow, type ChainFault, type Seal, sealHash } from "../chain.ts"

/** A file of entries of the audit log that are no longer in the database, as the table `audit_tiles` describes it. Times are epoch ms. */
export interface TileRow {
  first_seq: number
  last_seq: number
  first_at: number
  last_at: number
  /** The seals of the row before the first one, and of the last one. */
  prev_hash: string
  last_hash: string
  /** SHA-256 (hex) of the text. */
  sha256: string
}

/** A row with the hash of its seal. */
interface SealedRow {
  row: AuditRow
  hash: string
}

/** Days whose anchors the chain is compared with. */
export const anchoredDays = 7

/** Returns the key of the anchor of the day of a time (epoch ms). */
export const anchorKey = (time: number) => `audit/seals/${new Date(time).toISOString().slice(0, 10)}.json`

/** The folder of tiles in the file store. */
export const tileFolder = "audit/tiles/"

/** Returns the key of a tile's file. It names the content: another content is another file. */
export const tileKey = ({ first_seq, sha256 }: Pick<TileRow, "first_seq" | "sha256">) =>
  `${tileFolder}${String(first_seq).padStart(12, "0")}-${sha256}.jsonl.gz`

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex")

/** Makes a tile of rows and their seals, in order: its description and its text, a line of JSON for each row. Throws without rows. */
export function makeTile(rows: readonly AuditRow[], seals: readonly Seal[]): { tile: TileRow; text: string } {
  const first = rows.at(0)
  const last = rows.at(-1)
  const firstSeal = seals.at(0)
  const lastSeal = seals.at(-1)
  if (!first || !last || !firstSeal || !lastSeal) throw new Error("A tile has rows")
  const text = rows.map((row, place) => JSON.stringify([...valuesOf(row), seals[place]?.hash])).join("\n")
  return {
    tile: {
      first_seq: first.seq,
      last_seq: last.seq,
      first_at: Math.min(...rows.map(({ at }) => at)),
      last_at: Math.max(...rows.map(({ at }) => at)),
      prev_hash: firstSeal.prev_hash,
      last_hash: lastSeal.hash,
      sha256: hashOf(text),
    },
    text,
  }
}

const valuesOf = ({ seq, at, actor_id, action, target_kind, target_id, reason, details }: AuditRow) =>
  [seq, at, actor_id, action, target_kind, target_id, reason, details] as const

/** Reads a tile's text. */
export function readRows(text: string): SealedRow[] {
  return text.split("\n").map((line) => {
    const [seq, at, actor_id, action, target_kind, target_id, reason, details, hash] = trustedJson<
      [...ReturnType<typeof valuesOf>, string]
    >(line as never)
    return { row: { seq, at, actor_id, action, target_kind, target_id, reason, details }, hash }
  })
}

/** Returns what is wrong with a tile's text (null: the file is missing), by number. */
export function faultsOfTile(tile: TileRow, text: string | null): ChainFault[] {
  if (text === null) return [{ seq: tile.first_seq, kind: "tile_missing" }]
  const faults: ChainFault[] = []
  let before = tile.prev_hash
  try {
    const rows = readRows(text)
    for (const { row, hash } of rows) {
      if (sealHash(before, row) !== hash) faults.push({ seq: row.seq, kind: "row_altered" })
      before = hash
    }
    const numbers = rows.every(({ row }, place) => row.seq === tile.first_seq + place)
    if (
      numbers &&
      rows.length === tile.last_seq - tile.first_seq + 1 &&
      before === tile.last_hash &&
      hashOf(text) === tile.sha256
    )
      return faults
  } catch {
    // No JSON, or not of rows.
  }
  return faults.length > 0 ? faults : [{ seq: tile.first_seq, kind: "tile_altered" }]
}

export async function gzip(text: string): Promise<Uint8Array<ArrayBuffer>> {
  return bytesOf(new Blob([text]).stream().pipeThrough(new CompressionStream("gzip")))
}

/** Returns the text of a compressed file; null if it is none. */
export async function gunzip(body: ReadableStream<Uint8Array>): Promise<string | null> {
  try {
    const bytes = await bytesOf(
      body.pipeThrough(new DecompressionStream("gzip") as ReadableWritablePair<Uint8Array, Uint8Array>),
    )
    return new TextDecoder().decode(bytes)
  } catch {
    return null
  }
}

async function bytesOf(body: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(body).arrayBuffer())
}
