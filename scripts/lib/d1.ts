import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { writeDeployedConfig } from "../deploy/deployment.ts"
import { wranglerCli } from "./setup.mjs"

/** A database: the deployment's, or the local one below a folder of wrangler's state. */
export type Place = { remote: true } | { remote: false; persist: string }

/** The flags of a command that works on either, for `parseArgs`. */
export const placeFlags = {
  remote: { type: "boolean", default: false },
  persist: { type: "string", default: ".wrangler/state" },
} as const

/** What `--help` says of them. */
export const placeHelp = `  --remote       in the database of the deployment (deployment.toml); without it, in the local one
  --persist DIR  folder of wrangler's local state (.wrangler/state)`

export function placeOf({ remote, persist }: { remote: boolean; persist: string }): Place {
  return remote ? { remote } : { remote, persist }
}

/** Executes one query and returns its rows. Throws a sentence for the terminal. */
export function query(place: Place, sql: string): Record<string, unknown>[] {
  const [result] = JSON.parse(execute(place, ["--json", "--command", sql])) as { results: Record<string, unknown>[] }[]
  return result?.results ?? []
}

/** Executes statements, all or none. Throws a sentence for the terminal. */
export function executeAll(place: Place, statements: string[]): void {
  const folder = mkdtempSync(join(tmpdir(), "salon-sql-"))
  try {
    const file = join(folder, "statements.sql")
    writeFileSync(file, `${statements.join(";\n")};\n`)
    execute(place, ["--json", "--yes", "--file", file])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function execute(place: Place, args: string[]): string {
  const where = place.remote
    ? ["--remote", "--config", writeDeployedConfig()]
    : ["--local", "--persist-to", place.persist]
  const command = [wranglerCli, "d1", "execute", "salon", ...where, ...args]
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: "utf8" })
  if (status !== 0) throw new Error(reasonOf(stderr || stdout))
  return stdout
}

/** Returns why wrangler failed, from its output: with `--json` that is `{"error": {"text": …}}`. */
export function reasonOf(output: string): string {
  const text = /"text": (".*")/.exec(output)?.[1]
  const reason = text ? String(JSON.parse(text)) : output
  if (!reason.startsWith("no such table")) return reason
  return "The database has no tables yet. A local one is made by `npm start`; for a deployment see docs/deploy.md."
}

/** Returns a value as SQL text: `wrangler d1 execute` binds none. */
export function quoted(value: string | number | null): string {
  if (value === null) return "NULL"
  return typeof value === "number" ? String(value) : `'${value.replaceAll("'", "''")}'`
}
