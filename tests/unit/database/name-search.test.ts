import { DatabaseSync } from "node:sqlite"
import { beforeAll, expect, test } from "vitest"
import { searchedTexts, textRefills } from "~/db/search/name-search"
import { filesOf, textOf } from "../../architecture/helpers/sources"

const database = new DatabaseSync(":memory:", { enableForeignKeyConstraints: false })

beforeAll(() => {
  for (const file of filesOf("migrations/*.sql")) database.exec(textOf(file))
  database.exec("PRAGMA ignore_check_constraints = ON")
})

const indexes = Object.entries(searchedTexts).map(([index, { table, columns }]) => ({ index, table, columns }))

let made = 0
const next = () => (made += 1)

/** Inserts a row whose searched columns have a text, and whose others have what they must. Returns its row number. */
function insert(table: string, columns: readonly string[], text: string): number {
  const info = database.prepare('SELECT name, type, "notnull" AS needed, dflt_value AS given FROM pragma_table_info(?)')
  const needed = (info.all(table) as { name: string; type: string; needed: number; given: string | null }[]).filter(
    ({ name, needed, given }) => columns.includes(name) || (needed === 1 && given === null),
  )
  const values = needed.map(({ name, type }) => (columns.includes(name) ? text : type === "INTEGER" ? 0 : `k${next()}`))
  const marks = values.map(() => "?").join(", ")
  const { lastInsertRowid } = database
    .prepare(`INSERT INTO ${table} (${needed.map(({ name }) => `"${name}"`).join(", ")}) VALUES (${marks})`)
    .run(...values)
  return Number(lastInsertRowid)
}

const rowsWith = (index: string, words: string) =>
  database
    .prepare(`SELECT rowid FROM ${index} WHERE ${index} MATCH ?`)
    .all(words)
    .map(({ rowid }) => rowid)

test.each(indexes)(
  "$index finds a row of $table by a word, follows its changes, and forgets it",
  ({ index, table, columns }) => {
    const row = insert(table, columns, "Élise Vaubertin")
    for (const words of ['"vaub"*', '"ELISE"', '"elise"* AND "vaubertin"'])
      expect([words, rowsWith(index, words)]).toEqual([words, [row]])
    for (const column of columns)
      database.prepare(`UPDATE ${table} SET ${column} = 'Zoé Martin' WHERE rowid = ?`).run(row)
    expect([rowsWith(index, '"vaub"*'), rowsWith(index, '"zoe"')]).toEqual([[], [row]])
    database.prepare(`DELETE FROM ${table} WHERE rowid = ?`).run(row)
    expect(rowsWith(index, '"zoe"')).toEqual([])
  },
)

test.each(indexes)("$index is filled again, in parts that may be repeated", ({ index, table, columns }) => {
  const rows = ["Ada Quillon", "Ben Quillon", "Cora Quillon"].map((text) => insert(table, columns, text))
  database.exec(`INSERT INTO ${index} (${index}) VALUES ('delete-all')`)
  expect(rowsWith(index, '"quillon"')).toEqual([])
  const refill = textRefills.find(({ clear }) => clear.includes(` ${index} `))
  for (const last of [rows[1] ?? 0, rows[1] ?? 0, rows[2] ?? 0]) {
    database.prepare(refill?.clear ?? "").run(0, last)
    database.prepare(refill?.fill ?? "").run(0, last)
  }
  expect(rowsWith(index, '"quillon"')).toEqual(rows)
})
