import { expect, test } from "vitest"
import { resources } from "~/domain/back-office/records/registry.server"
import { nameOf, personalTables } from "~/domain/privacy/registry"
import { readIndex, resourceIndex } from "../../../../scripts/resource-index"

test("every file of a resource is in the index that builds write", () => {
  expect(readIndex(), "Run npm run build.").toBe(resourceIndex())
})

test.each(resources)("$name names each column, filter, sort, field and act once", (resource) => {
  for (const list of [resource.columns, resource.filters, resource.sorts, resource.fields, resource.acts]) {
    const names = (list ?? []).map(({ name }) => name)
    expect(names).toEqual([...new Set(names)])
  }
})

test.each(resources)("$name undoes an act by one that it has", ({ acts = [] }) => {
  const names = acts.map(({ name }) => name)
  for (const { undo } of acts) if (undo) expect(names).toContain(undo)
})

test("no record that holds personal data leaves a version behind: what an erasure deletes cannot be restored", () => {
  const personal = personalTables.map(nameOf)
  const versioned = resources.filter(({ write, fields, mayDelete }) => mayDelete || (write && fields))
  expect(versioned.length).toBeGreaterThan(3)
  expect(versioned.filter(({ table }) => personal.includes(table)).map(({ name }) => name)).toEqual([])
})
