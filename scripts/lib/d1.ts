import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { writeDeployedConfig } from "../deploy/deployment.ts"
import { openLocalStore } from "./local-store.ts"
import { finish, wranglerCli } from "./setup.mjs"

/** A database: the deployment's, or the local one below a folder of wrangler's state. */
export type Place = { remote: true } | { remote: false; persist: string }

/** The flags of a command that works on either, for `parseArgs`. */
export const placeFlags = {
  remote: { type: "boolean", default: false },
  persist: { type: "string", default: ".wrangler/state" },
} as const

/** Help of these options. */
export const placeHelp = `  --remote       in the database of the deployment (deployment.toml); without it, in the local one
  --persist DIR  folder of wrangler's local state (.wrangler/state)`

export function placeOf({ remote, persist }: { remote: boolean; persist: string }): Place {
  return remote ? { remote } : { remote, persist }
}

type Row = Record<string, unknown>

/** An open database. Each function throws a sentence for the terminal. */
export interface Database {
  /** Executes one query and returns its rows, of any size together. */
  query: (sql: string) => Promise<Row[]>
  /** Executes statements, all or none. */
  executeAll: (statements: string[]) => Promise<void>
  /** Returns a file of the bucket beside it, or null. */
  readFile: (key: string) => Promise<Uint8Array | null>
}

/** Opens a database for `act`: the local one in this process, the deployment's by wrangler, once for each call. */
export async function withDatabase<T>(place: Place, action: (database: Database) => Promise<T>): Promise<T> {
  if (place.remote) return action({ query: queryByWrangler, executeAll: executeByWrangler, readFile: readByWrangler })
  const { env, dispose } = await openLocalStore(place.persist)
  try {
    return await action({
      query: async (sql) => (await inWords(env.DB.prepare(sql).all<Row>())).results,
      executeAll: async (statements) => {
        await inWords(env.DB.batch(statements.map((statement) => env.DB.prepare(statement))))
      },
      readFile: async (key) => {
        const file = await env.MEDIA.get(key)
        return file && new Uint8Array(await file.arrayBuffer())
      },
    })
  } finally {
    await dispose()
  }
}

async function inWords<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw new Error(sentenceOf(error instanceof Error ? error.message : String(error)))
  }
}

async function queryByWrangler(sql: string): Promise<Row[]> {
  const [result] = JSON.parse(await runWrangler(["--json", "--command", sql])) as { results: Row[] }[]
  return result?.results ?? []
}

async function executeByWrangler(statements: string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "salon-sql-"))
  try {
    const file = join(folder, "statements.sql")
    writeFileSync(file, `${statements.join(";\n")};\n`)
    await runWrangler(["--json", "--yes", "--file", file])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function readByWrangler(key: string): Promise<Uint8Array | null> {
  const folder = mkdtempSync(join(tmpdir(), "salon-file-"))
  try {
    const file = join(folder, "file")
    const config = writeDeployedConfig()
    const { bucket, jurisdiction } = bucketIn(config)
    const its = jurisdiction ? ["--jurisdiction", jurisdiction] : []
    const command = ["r2", "object", "get", `${bucket}/${key}`, "--remote", "--config", config, "--file", file, ...its]
    const { status, output } = await finish(process.execPath, [wranglerCli, ...command], { quiet: true })
    if (status === 0) return readFileSync(file)
    if (/specified key does not exist/i.test(output)) return null
    throw new Error(output)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns the bucket of pictures of a deployment's configuration. */
function bucketIn(config: string): { bucket: string; jurisdiction: string | undefined } {
  const { r2_buckets } = JSON.parse(readFileSync(config, "utf8")) as {
    r2_buckets: { binding: string; bucket_name: string; jurisdiction?: string }[]
  }
  const found = r2_buckets.find(({ binding }) => binding === "MEDIA")
  if (!found) throw new Error("The deployment has no bucket MEDIA")
  return { bucket: found.bucket_name, jurisdiction: found.jurisdiction }
}

async function runWrangler(args: string[]): Promise<string> {
  const command = [wranglerCli, "d1", "execute", "salon", "--remote", "--config", writeDeployedConfig(), ...args]
  const { status, stdout, output } = await finish(process.execPath, command, { quiet: true })
  if (status !== 0) throw new Error(reasonOf(output))
  return stdout
}

/** Returns why wrangler failed, from its output: with `--json` that is `{"error": {"text": …}}`. */
export function reasonOf(output: string): string {
  const text = /"text": (".*")/.exec(output)?.[1]
  return sentenceOf(text ? String(JSON.parse(text)) : output)
}

function sentenceOf(reason: string): string {
  if (!/(^|D1_ERROR: )no such table/.test(reason)) return reason
  return "The database has no tables yet. A local one is made by `npm start`; for a deployment see docs/deploy.md."
}

/** Returns a value as SQL text: `wrangler d1 execute` binds none. */
export function quoted(value: string | number | null): string {
  if (value === null) return "NULL"
  return typeof value === "number" ? String(value) : `'${value.replaceAll("'", "''")}'`
}
