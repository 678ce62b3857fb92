import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { openLocalStore } from "./local-store.ts"
import { root } from "./setup.mjs"
import { statementsOf } from "./sql.ts"

/** Wrangler's table of what it applied; `wrangler d1 migrations` goes on from it. */
const createTable = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`

/**
 * Applies the migrations that the local database below `persistTo` lacks, in order, each whole or not at all. In place
 * of `wrangler d1 migrations apply --local`, which starts a runtime for each file: 2 s instead of 20. Throws a sentence
 * for the terminal.
 */
export async function migrateLocal(persistTo: string, folder = join(root, "migrations")): Promise<void> {
  const { env, dispose } = await openLocalStore(persistTo)
  try {
    await env.DB.prepare(createTable).run()
    const { results } = await env.DB.prepare("SELECT name FROM d1_migrations").all<{ name: string }>()
    const applied = new Set(results.map(({ name }) => name))
    for (const name of readdirSync(folder).sort()) {
      if (name.endsWith(".sql") && !applied.has(name)) await apply(env.DB, folder, name)
    }
  } finally {
    await dispose()
  }
}

async function apply(db: D1Database, folder: string, name: string): Promise<void> {
  const statements = statementsOf(readFileSync(join(folder, name), "utf8")).map((sql) => db.prepare(sql))
  const record = db.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(name)
  await db.batch([...statements, record]).catch((error: unknown) => {
    throw new Error(`${folder}/${name} failed, and nothing of it was applied: ${String(error)}`)
  })
}
