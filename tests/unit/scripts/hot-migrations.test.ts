import { expect, test } from "vitest"
import { missingStatements } from "../../../scripts/lib/hot-migrations"
import { statementsOf } from "../../../scripts/lib/sql"

const table = "CREATE TABLE notes (id TEXT)"
const trigger = "CREATE TRIGGER t AFTER INSERT ON notes BEGIN SELECT 1; SELECT 2; END"

test("a migration is split into its statements, with triggers whole and without empty ones", () => {
  const statements = statementsOf(
    `-- Costs nothing; really.\n${table};\n--> statement-breakpoint\n${trigger};\n-- The end\n`,
  )
  expect(statements.map((statement) => statement.replace(/^--.*\n/gm, ""))).toEqual([table, trigger])
  expect(["", "\n", "-- Later\n"].map(statementsOf)).toEqual([[], [], []])
})

test("a new migration is applied whole, and one with statements appended from these on", () => {
  expect(missingStatements(undefined, [table, trigger])).toEqual([table, trigger])
  expect(missingStatements([table], [table, trigger])).toEqual([trigger])
  expect(missingStatements([table, trigger], [table, trigger])).toEqual([])
})

test("an applied migration counts as edited if its statements changed, and not if its comments did", () => {
  expect(missingStatements([table], [`-- For members\n${table};`])).toEqual([])
  expect(missingStatements([table], ["CREATE TABLE notes (id TEXT, body TEXT)"])).toBe("edited")
  expect(missingStatements([table, trigger], [table])).toBe("edited")
})
