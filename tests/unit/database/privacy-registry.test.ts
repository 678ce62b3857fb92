import { getTableColumns, getTableName, is, Table } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import * as schema from "~/db/schema"
import { nameOf, personalTables, registry } from "~/domain/privacy/registry"

const tables = Object.values<unknown>(schema).filter((one): one is Table => is(one, Table))
const columnsOf = (table: Table) => Object.values(getTableColumns(table)).map(({ name }) => name)

describe("the personal-data registry", () => {
  test("the personal-data registry names every table of the schema, and no other", () => {
    expect(Object.keys(registry).toSorted()).toEqual(tables.map((table) => getTableName(table)).toSorted())
  })

  test("the personal-data registry names each table under its own name", () => {
    for (const [name, entry] of Object.entries(registry)) {
      if ("table" in entry) expect(getTableName(entry.table)).toBe(name)
    }
  })

  test("the personal-data registry knows the owner of every table that refers to a user or a profile", () => {
    const personal = personalTables.map(nameOf)
    const pointing = tables.filter((table) => columnsOf(table).some((name) => /^(user|owner|profile)_id$/.test(name)))
    expect(pointing.length).toBeGreaterThan(15)
    for (const table of pointing) expect(personal).toContain(getTableName(table))
  })

  test("the personal-data registry hides secrets from an export, and names no column that does not exist", () => {
    const secret = /hash|token|secret|password|storage_key|file_key|public_key|challenge/
    for (const { table, export: rule } of personalTables) {
      if ("nothing" in rule) continue
      const columns = columnsOf(table)
      for (const hidden of rule.hide ?? []) expect(columns).toContain(hidden)
      const shown = columns.filter((name) => !rule.hide?.includes(name))
      expect([getTableName(table), shown.filter((name) => secret.test(name))]).toEqual([getTableName(table), []])
    }
  })
})
