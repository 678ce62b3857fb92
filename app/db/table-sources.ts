import { is } from "drizzle-orm"
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core"
import * as schema from "./schema"

/** A table as a backup reads it, in pages by its key. */
export interface TableSource {
  table: string
  columns: string[]
  key: string[]
}

interface Described extends TableSource {
  parents: string[]
}

const described = Object.values(schema)
  .filter((one) => is(one, SQLiteTable))
  .map((table): Described => {
    const { name, columns, primaryKeys, foreignKeys } = getTableConfig(table)
    const key = primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary)
    return {
      table: name,
      columns: columns.map((column) => column.name),
      key: key.map((column) => column.name),
      parents: foreignKeys.map((one) => getTableConfig(one.reference().foreignTable).name),
    }
  })

/**
 * Every table of the schema, referring ones first: rows are read while members write, and what refers to a row is gone
 * with it. A restore goes the other way.
 */
export const tableSources: readonly TableSource[] = sorted()

function sorted(): TableSource[] {
  const done = new Set<string>()
  const parentsFirst: TableSource[] = []
  const add = ({ table, columns, key, parents }: Described) => {
    if (done.has(table)) return
    done.add(table)
    for (const one of described) if (parents.includes(one.table)) add(one)
    parentsFirst.push({ table, columns, key })
  }
  for (const one of described) add(one)
  return parentsFirst.toReversed()
}
