import type { DatabaseSync } from "node:sqlite"
import { type Growth, growths } from "./growths.ts"

const days = 365
const yearMs = days * 86_400_000
const start = 1_790_000_000_000

/** Adds to a demo as many members as it has profiles, all of whom pay, and what a year leaves of all of them. */
export function simulateYear(db: DatabaseSync): void {
  const { people } = db.prepare("SELECT count(*) AS people FROM profiles").get() as { people: number }
  db.exec("PRAGMA temp_store = MEMORY; PRAGMA cache_size = -65536; PRAGMA synchronous = NORMAL; BEGIN")
  db.exec(`CREATE TEMP TABLE numbers AS WITH RECURSIVE g(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM g WHERE i < ${people + days})
    SELECT i FROM g`)
  db.exec(`CREATE TEMP TABLE owners AS
    SELECT 'profile' AS kind, row_number() OVER () - 1 AS nr, owner_id AS user_id, id AS profile_id, ${people} AS count FROM profiles
    UNION ALL SELECT kind, i, printf('01M%023d', i), NULL, ${people}
      FROM numbers, (SELECT 'member' AS kind UNION ALL SELECT 'payer') WHERE i < ${people}
    UNION ALL SELECT 'day', i, NULL, NULL, ${days} FROM numbers WHERE i < ${days}`)
  db.exec("CREATE INDEX temp.owners_nr ON owners (kind, nr)")
  for (const growth of growths) fill(db, growth)
  db.exec("COMMIT; DROP TABLE temp.owners; DROP TABLE temp.numbers; PRAGMA wal_checkpoint(TRUNCATE)")
}

/** Inserts a growth's rows in the order in which a year brings them, with a value in every column that must have one. */
function fill(db: DatabaseSync, { table, of, each, columns = {}, later = "" }: Growth): void {
  const expressions = new Map<string, string>()
  for (const { name, type, notnull, dflt_value, pk } of db.prepare(`PRAGMA table_info(${table})`).all()) {
    const isNeeded = (notnull === 1 && dflt_value === null) || Number(pk) > 0
    if (isNeeded || columns[String(name)])
      expressions.set(String(name), columns[String(name)] ?? fallbackOf(String(name), String(type)))
  }
  // The demo has some of them already.
  db.exec(`INSERT INTO ${table} (${[...expressions.keys()].map((name) => `"${name}"`)})
    SELECT ${[...expressions.values()]} FROM
      (SELECT k.i AS k, k.i * o.count + o.nr AS n, ${start} + k.i * ${Math.floor(yearMs / each)} + o.nr AS at, o.rowid AS owner
        FROM temp.numbers AS k JOIN temp.owners AS o ON o.kind = '${of}' WHERE k.i < ${each} ORDER BY k.i, o.nr) AS r
    JOIN temp.owners AS o ON o.rowid = r.owner WHERE true ORDER BY r.k, o.nr ON CONFLICT DO NOTHING;
    ${later}`)
}

const fallbackOf = (column: string, type: string): string => {
  if (column === "user_id" || column === "profile_id") return `o.${column}`
  if (column.endsWith("_at") || column === "at") return "at"
  return type.toLowerCase() === "integer" ? "n" : "printf('01R%023d', n)"
}
