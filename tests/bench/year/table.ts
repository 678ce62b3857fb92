import { openDatabase } from "../../../scripts/seed/database.ts"
import { prepareYear } from "../database.ts"
import { type Growth, growths, type Owner, owners } from "./growths.ts"

/** Below this many rows, the pages of a table say little about a row. */
const fewest = 100

interface TableWeight {
  table: string
  rows: number
  /** Of its pages and its indexes', without free ones. */
  bytes: number
}

/** Weighs the tables of a database with their indexes; search indexes with the tables that SQLite makes for them. */
function weighTables(state: string): TableWeight[] {
  const db = openDatabase(state)
  const found = db
    .prepare(
      `SELECT s.tbl_name AS name, sum(d.pgsize) AS bytes FROM dbstat AS d JOIN sqlite_schema AS s USING (name)
        WHERE d.aggregate = TRUE AND name NOT LIKE 'sqlite\\_stat%' ESCAPE '\\' AND name NOT LIKE '\\_cf%' ESCAPE '\\' GROUP BY 1`,
    )
    .all()
  const searches = db.prepare("SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE%'").all()
  const bytes = new Map<string, number>()
  for (const { name, bytes: own } of found) {
    const search = searches.find((one) => String(name).startsWith(`${one.name}_`))
    const table = String(search?.name ?? name)
    bytes.set(table, (bytes.get(table) ?? 0) + Number(own))
  }
  const weights = [...bytes].map(([table, bytes]) => {
    const { rows } = db.prepare(`SELECT count(*) AS rows FROM "${table}"`).get() as { rows: number }
    return { table, rows, bytes }
  })
  db.close()
  return weights.toSorted((a, b) => b.bytes - a.bytes)
}

/** The bytes that a year leaves of each owner, of one growth. */
const yearOf = ({ each }: Growth, { rows, bytes }: TableWeight) => (each * bytes) / rows

/** Tables of the bytes of a row of every table, and of what a year leaves of a profile, a member, a payer and the site. */
export function yearTables(state: string): string {
  const weights = weighTables(state)
  const lines = weights
    .filter(({ rows }) => rows >= fewest)
    .map((weight) => {
      const own = growths.filter(({ table }) => table === weight.table)
      const years = owners.map((owner) => sumOf(own, owner, [weight]))
      return [weight.table, weight.rows, weight.bytes / weight.rows, ...years]
    })
  const sums = owners.map((owner) => sumOf(growths, owner, weights))
  const head = ["table", "rows", "bytes a row", ...owners.map((owner) => `bytes of each ${owner}`)]
  const rule = head.map((_, index) => (index === 0 ? "---" : "---:"))
  const body = [...lines, ["all that a year adds", "", "", ...sums]].map((cells) => cells.map(format))
  const table = [head, rule, ...body].map((cells) => `| ${cells.join(" | ")} |`).join("\n")
  const small = weights.filter(({ rows }) => rows < fewest).map(({ table }) => table)
  return `${table}\n\nFewer than ${fewest} rows: ${small.toSorted().join(", ")}.`
}

function sumOf(all: Growth[], owner: Owner, weights: TableWeight[]): number {
  return all
    .filter(({ of }) => of === owner)
    .reduce((sum, growth) => {
      const weight = weights.find(({ table }) => table === growth.table)
      return sum + (weight ? yearOf(growth, weight) : 0)
    }, 0)
}

const format = (cell: string | number) => (typeof cell === "string" ? cell : cell === 0 ? "" : cell.toFixed(0))

if (import.meta.main) console.log(yearTables(await prepareYear(Number(process.argv[2] ?? 1_000))))
