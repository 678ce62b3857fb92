import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync, type StatementSync } from "node:sqlite"
import { searchedTexts } from "../../app/db/search/name-search.ts"
import type { TableRow } from "./rows.ts"
import type { SeededOwner } from "./states.ts"

const profilesPerTransaction = 1000

/**
 * Opens the local D1 database below `persist` (wrangler's `--persist-to`, by default `.wrangler/state`). Throws a
 * sentence for the terminal if the migrations have not been applied there.
 */
export function openDatabase(persist: string): DatabaseSync {
  const folder = join(persist, "v3/d1/miniflare-D1DatabaseObject")
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith(".sqlite")) : []
  for (const file of files) {
    if (file === "metadata.sqlite") continue
    const db = new DatabaseSync(join(folder, file), { timeout: 5000 })
    if (db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'profiles'").get()) return db
    db.close()
  }
  throw new Error(`There is no migrated database below ${persist}. Run: npx wrangler d1 migrations apply salon --local`)
}

/** Returns whether any profile exists, from a seed or from users. */
export function hasProfiles(db: DatabaseSync): boolean {
  return db.prepare("SELECT 1 FROM profiles LIMIT 1").get() !== undefined
}

/** The mark of a seed that has begun and is not done; the database has no other use for its `user_version`. */
const begun = 1

/** Marks that a seed has begun: one that is killed is made again by the next. */
export function beginSeed(db: DatabaseSync): void {
  db.exec(`PRAGMA user_version = ${begun}`)
}

export function endSeed(db: DatabaseSync): void {
  db.exec("PRAGMA user_version = 0")
}

/** Whether a seed has begun here and not ended. */
export function isHalfSeeded(db: DatabaseSync): boolean {
  return db.prepare("PRAGMA user_version").get()?.user_version === begun
}

/** Returns the next content epoch: one more than the current one, so that a running server drops its caches. */
export function nextEpoch(db: DatabaseSync): number {
  const row = db.prepare("SELECT epoch FROM content_epoch WHERE id = 1").get()
  return Number(row?.epoch ?? 0) + 1
}

/**
 * Replaces everything in the database. The clearing, `base` and the first thousand profiles are one transaction,
 * every further thousand another: a seed that fails early leaves the database as it was.
 */
export function replaceRows(db: DatabaseSync, base: TableRow[], profiles: Iterable<TableRow[]>) {
  // Statement journals in memory: the triggers open one for every insert, and files made that twice as slow.
  db.exec("PRAGMA temp_store = MEMORY; PRAGMA cache_size = -65536; PRAGMA synchronous = NORMAL")
  db.exec("PRAGMA wal_autocheckpoint = 20000")
  const insert = inserter(db)
  const publish = db.prepare("UPDATE profiles SET state = 'published' WHERE id = ?")
  db.exec("BEGIN IMMEDIATE")
  try {
    clearTables(db)
    for (const row of base) insert(row)
    let written = 0
    for (const rows of profiles) {
      for (const row of rows) insert(row)
      publish.run(...rows.filter(({ table }) => table === "profiles").map(({ row }) => row.id as string))
      written++
      if (written % profilesPerTransaction === 0) db.exec("COMMIT; BEGIN IMMEDIATE")
    }
    db.exec("COMMIT")
  } catch (error) {
    db.exec("ROLLBACK")
    throw error
  }
  db.exec("PRAGMA optimize; PRAGMA wal_checkpoint(TRUNCATE)")
}

/** Inserts owners whose profiles are in other states than the listing's, in one transaction. */
export function insertOwners(db: DatabaseSync, owners: SeededOwner[]) {
  const insert = inserter(db)
  const move = db.prepare("UPDATE profiles SET state = ? WHERE id = ?")
  db.exec("BEGIN IMMEDIATE")
  try {
    for (const { state, profileId, rows } of owners) {
      for (const row of rows) insert(row)
      move.run(state, profileId)
    }
    db.exec("COMMIT")
  } catch (error) {
    db.exec("ROLLBACK")
    throw error
  }
}

/** Prepares each table's INSERT once, for the columns of its first row. */
function inserter(db: DatabaseSync): (row: TableRow) => void {
  const statements = new Map<string, StatementSync>()
  return ({ table, row }) => {
    const columns = Object.keys(row)
    const insert = `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`
    const statement = statements.get(insert) ?? db.prepare(insert)
    statements.set(insert, statement)
    statement.run(...Object.values(row))
  }
}

/** Empties every table of the app, referring ones first. Wrangler's own and FTS's inner tables are left alone. */
function clearTables(db: DatabaseSync) {
  const tables = db
    .prepare(
      `SELECT name FROM pragma_table_list
       WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
         AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' AND name <> 'd1_migrations'`,
    )
    .all()
    .map((row) => String(row.name))
  // Rows that triggers write are cleared first: they then find nothing to do, row after row. The counts follow the listed profiles.
  const cleared = new Set<string>()
  const clear = (table: string) => {
    if (cleared.has(table)) return
    cleared.add(table)
    for (const other of tables) {
      const parents = db.prepare(`SELECT "table" AS name FROM pragma_foreign_key_list(?)`).all(other)
      if (parents.some((parent) => parent.name === table)) clear(other)
    }
    db.exec(`DELETE FROM ${table}`)
  }
  clear("content_epoch")
  clear("listings")
  clear("listing_counts")
  clear("facet_counts")
  for (const index of ["search_newest", "search_price", ...Object.keys(searchedTexts)])
    db.exec(`INSERT INTO ${index} (${index}) VALUES ('delete-all')`)
  for (const table of tables) clear(table)
}
