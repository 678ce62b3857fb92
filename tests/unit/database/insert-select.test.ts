import { DatabaseSync } from "node:sqlite"
import { sql } from "drizzle-orm"
import { drizzle } from "drizzle-orm/d1"
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { expect, test } from "vitest"
import type { Database } from "~/db/client.server"
import { insertSelect } from "~/db/statements/insert-select"

const db = drizzle({} as D1Database) as Database
const id = () => text().primaryKey()
const isOpen = () => integer("is_open", { mode: "boolean" }).notNull()
const note = () => text()
const tries = () => integer().notNull().default(3)

/** The rows of a table made by this SQL, once the statement has run on it. */
function run(create: string, { sql, params }: { sql: string; params: unknown[] }) {
  const database = new DatabaseSync(":memory:")
  database.exec(
    `CREATE TABLE people (id TEXT, name TEXT); INSERT INTO people VALUES ('a', 'Ada'), ('b', 'Bea'); ${create}`,
  )
  database.prepare(sql).run(...(params as string[]))
  return database
    .prepare("SELECT id, name, is_open, note, tries FROM doors ORDER BY id")
    .all()
    .map((row) => ({ ...row }))
}

const tables = {
  "in the schema's order": [
    sqliteTable("doors", { id: id(), name: text().notNull(), isOpen: isOpen(), note: note(), tries: tries() }),
    "CREATE TABLE doors (id TEXT, name TEXT, is_open INTEGER, note TEXT, tries INTEGER NOT NULL)",
  ],
  "with new columns before the others": [
    sqliteTable("doors", { tries: tries(), note: note(), isOpen: isOpen(), name: text().notNull(), id: id() }),
    "CREATE TABLE doors (id TEXT, name TEXT, is_open INTEGER, note TEXT, tries INTEGER NOT NULL)",
  ],
  "with the database's columns in another order": [
    sqliteTable("doors", { id: id(), note: note(), name: text().notNull(), tries: tries(), isOpen: isOpen() }),
    "CREATE TABLE doors (note TEXT, is_open INTEGER, tries INTEGER NOT NULL, name TEXT, id TEXT)",
  ],
} as const

test.each(Object.entries(tables))("a row is inserted by its columns' names: %s", (_, [table, create]) => {
  const from = sql`FROM people AS p WHERE p.id <> ${"b"}`
  const insert = insertSelect(db, table, { id: sql`p.id`, name: sql`p.name`, isOpen: true }, from)
  expect(run(create, insert.toSQL())).toEqual([{ id: "a", name: "Ada", is_open: 1, note: null, tries: 3 }])
})

test("values are bound, null and false too, and a condition alone is a source", () => {
  const [table, create] = tables["in the schema's order"]
  const row = { id: "x", name: "'; DROP TABLE doors; --", isOpen: false, note: null, tries: 0 }
  const insert = (when: boolean) => insertSelect(db, table, row, sql`WHERE ${when ? 1 : 0}`).toSQL()
  expect(run(create, insert(true))).toEqual([{ id: "x", name: row.name, is_open: 0, note: null, tries: 0 }])
  expect(run(create, insert(false))).toEqual([])
})
