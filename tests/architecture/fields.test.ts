import ts from "typescript"
import { expect, test } from "vitest"
import { filesOf, nodesOf, parse } from "./helpers/sources"

/** The button of the browser's language and look, which these cover with their own. */
const fileFields = ["app/ui/form/file-field.tsx", "app/features/media/videos/file-button.tsx"]

/** Types of inputs that browsers draw in their own language and look, and the fields of ours that stand for them. */
const ownFields: Record<string, string> = {
  date: "app/features/shell/dates/date-field.tsx",
  time: "app/features/shell/dates/time-field.tsx",
  month: "app/features/shell/dates/date-field.tsx",
  week: "app/features/shell/dates/date-field.tsx",
  "datetime-local": "app/features/shell/dates/date-field.tsx",
}

/** The browser's own field for a date: a visitors' page, whose script has no room for another. */
const exceptions = ["app/features/listing/filters/time-group.tsx"]

/** Returns the type that an attribute or a property gives to an input. */
function typeGivenBy(node: ts.Node): string | null {
  if (!ts.isJsxAttribute(node) && !ts.isPropertyAssignment(node)) return null
  const isType = node.name.getText() === "type"
  const value =
    node.initializer && ts.isJsxExpression(node.initializer) ? node.initializer.expression : node.initializer
  return isType && value && ts.isStringLiteral(value) ? value.text : null
}

test("dates and times are asked for by the fields of ours, in the reader's language", () => {
  const files = filesOf("app/**/*.tsx").filter((file) => !exceptions.includes(file))
  expect(files.length).toBeGreaterThan(300)
  const raw = files.flatMap((file) =>
    [...nodesOf(parse(file))].flatMap((node) => {
      const type = typeGivenBy(node)
      const own = type && Object.hasOwn(ownFields, type) ? ownFields[type] : undefined
      return own && own !== file ? [`${file}: a raw ${type} input, where ${own} is`] : []
    }),
  )
  expect(raw).toEqual([])
})

test("files are asked for by the fields of ours, which cover the browser's button", () => {
  const raw = filesOf("app/**/*.tsx").filter((file) =>
    [...nodesOf(parse(file))].some((node) => typeGivenBy(node) === "file"),
  )
  expect(raw).toEqual(fileFields.toSorted())
})
