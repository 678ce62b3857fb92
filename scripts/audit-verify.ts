import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { anchoredDays, anchorKey, gunzip, type TileRow, tileKey } from "../app/domain/core/audit/archive/tile.ts"
import { type LogSource, verifyLog } from "../app/domain/core/audit/archive/verify.ts"
import type { AuditRow, ChainFault, ChainSource, Seal } from "../app/domain/core/audit/chain.ts"
import { type Database, placeFlags, placeHelp, placeOf, withDatabase } from "./lib/d1.ts"

const help = `npm run audit:verify [-- --remote]: verifies the hash chain of the audit log, in the database and in the tiles of the bucket,
and that it has the seals that were stored there in the last week. Prints the number of each row at fault.
Ends with 0 for an intact chain, 1 for faults, 2 when database or bucket could not be read.
The cron seals, and npm start runs none: rows of a local database stay unsealed

${placeHelp}`

/** Reads the chain by SQL text: `ask` executes one query. */
export function sourceOf(ask: (sql: string) => Promise<Record<string, unknown>[]>): ChainSource {
  const page = (columns: string, table: string, after: number, limit: number) =>
    ask(`SELECT ${columns} FROM ${table} WHERE seq > ${after} ORDER BY seq LIMIT ${limit}`)
  const rowColumns = "seq, at, actor_id, action, target_kind, target_id, reason, details"
  return {
    rows: async (after, limit) => (await page(rowColumns, "audit_log", after, limit)) as unknown as AuditRow[],
    seals: async (after, limit) =>
      (await page("seq, prev_hash, hash", "audit_seals", after, limit)) as unknown as Seal[],
    lastNumber: async () => {
      const [last] = await ask("SELECT seq FROM sqlite_sequence WHERE name = 'audit_log'")
      return Number(last?.seq ?? 0)
    },
  }
}

const day = 24 * 60 * 60 * 1_000

/** Reads the whole log of a deployment. With `--remote` each tile is a start of wrangler. */
function logOf({ query, readFile }: Database): LogSource {
  const textOf = async (bytes: Uint8Array | null) => bytes && gunzip(new Blob([bytes as BlobPart]).stream())
  return {
    ...sourceOf(query),
    tiles: async (after, limit) =>
      (await query(
        `SELECT first_seq, last_seq, first_at, last_at, prev_hash, last_hash, sha256 FROM audit_tiles WHERE first_seq > ${after} ORDER BY first_seq LIMIT ${limit}`,
      )) as unknown as TileRow[],
    tileText: async (tile) => textOf(await readFile(tileKey(tile))),
    anchors: async () => {
      const anchors: Pick<Seal, "seq" | "hash">[] = []
      for (let ago = 0; ago <= anchoredDays; ago += 1) {
        const bytes = await readFile(anchorKey(Date.now() - ago * day))
        if (bytes) anchors.push(JSON.parse(new TextDecoder().decode(bytes)) as Pick<Seal, "seq" | "hash">)
      }
      return anchors
    },
  }
}

/** A start of wrangler for each page: a million rows are some four hundred. */
const rowsAtOnce = 5_000

const words: Record<ChainFault["kind"], string> = {
  row_altered: "the row was changed after it was sealed",
  row_missing: "the row is missing",
  seal_altered: "the seal was changed",
  seal_missing: "the seal is missing",
  tile_altered: "the tile that begins with this row was changed, or does not continue the one before it",
  tile_missing: "the tile that begins with this row is missing",
  anchor_differs:
    "the seal is not the one that was stored in the bucket on its day: the chain was computed again, or restored from a backup",
  unsealed: "the row has had no seal for more than ten minutes: does the cron run?",
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { ...placeFlags, help: { type: "boolean", default: false } } })
  if (values.help) return console.log(help)
  const { faults, rows, tiles, head } = await withDatabase(placeOf(values), (database) =>
    verifyLog(logOf(database), Date.now(), rowsAtOnce),
  )
  for (const { seq, kind } of faults) console.log(`${seq}: ${words[kind]}`)
  if (faults.length > 0) process.exitCode = 1
  else
    console.log(
      `${rows} rows${tiles > 0 ? `, ${tiles} tiles` : ""}, none changed or missing. Last seal: ${head ? `${head.seq} ${head.hash}` : "none yet"}`,
    )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exit(2)
  })
}
