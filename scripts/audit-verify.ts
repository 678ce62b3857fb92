import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { type AuditRow, type ChainSource, type Seal, verifyChain } from "../app/domain/core/audit/chain.ts"
import { placeFlags, placeHelp, placeOf, withDatabase } from "./lib/d1.ts"

const help = `npm run audit:verify [-- --remote]: verifies the hash chain of the audit log, and prints the number of each row at fault.
Ends with 0 for an intact chain, 1 for faults, 2 when the database could not be read.
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

/** A start of wrangler for each page: a million rows are some four hundred. */
const rowsAtOnce = 5_000

const words = {
  row_altered: "the row was changed after it was sealed",
  row_missing: "the row is missing",
  seal_altered: "the seal was changed",
  seal_missing: "the seal is missing",
  unsealed: "the row has had no seal for more than ten minutes: does the cron run?",
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { ...placeFlags, help: { type: "boolean", default: false } } })
  if (values.help) return console.log(help)
  const { faults, rows, head } = await withDatabase(placeOf(values), ({ query }) =>
    verifyChain(sourceOf(query), Date.now(), rowsAtOnce),
  )
  for (const { seq, kind } of faults) console.log(`${seq}: ${words[kind]}`)
  if (faults.length > 0) process.exitCode = 1
  else
    console.log(`${rows} rows, none changed or missing. Last seal: ${head ? `${head.seq} ${head.hash}` : "none yet"}`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exit(2)
  })
}
