import { expect, test } from "vitest"
import { columnFinder, fileColumns, headOf, keyColumn } from "~/domain/back-office/records/imports/columns"
import { resources } from "~/domain/back-office/records/registry.server"
import { isImported } from "~/domain/back-office/records/resource"
import { nameOf, personalTables } from "~/domain/privacy/registry"
import { locales } from "~/i18n/locales"
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

test.each(resources.filter(isImported))("$name has columns in its files that differ in every language", (resource) => {
  const nameOf = columnFinder(resource)
  for (const column of fileColumns(resource))
    for (const head of [column.name, ...locales.map(({ code }) => headOf(column, code))])
      expect([head, nameOf(head)]).toEqual([head, column.name])
  expect(keyColumn(resource)).toBeDefined()
})

test("plans and prices, which cannot be deleted, are not imported", () => {
  expect(
    resources
      .filter(isImported)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(["cities", "faqs", "prepared-answers", "reason-templates", "service-categories", "services"])
})

test("no record that holds personal data leaves a version behind: what an erasure deletes cannot be restored", () => {
  const personal = personalTables.map(nameOf)
  const versioned = resources.filter(({ write, fields, mayDelete }) => mayDelete || (write && fields))
  expect(versioned.length).toBeGreaterThan(3)
  expect(versioned.filter(({ table }) => personal.includes(table)).map(({ name }) => name)).toEqual([])
})
