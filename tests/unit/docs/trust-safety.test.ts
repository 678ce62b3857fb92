import ts from "typescript"
import { expect, test } from "vitest"
import { filesOf, parse, textOf } from "../../architecture/helpers/sources"

const page = "docs/trust-safety.md"
/** Rows of the specification beyond those under its heading MUST that the page lists. */
const alsoListed = ["R37", "R38", "R41"]

interface Row {
  id: string
  isUnbuilt: boolean
  tests: { file: string; title: string }[]
}

/** The page's rows: a heading, sentences, and a list of tests, each as a file and a title. */
const rows: Row[] = textOf(page)
  .split(/^## /m)
  .slice(1)
  .map((section) => ({
    id: /^\S+/.exec(section)?.[0] ?? "",
    isUnbuilt: /^Not built\b/m.test(section),
    tests: [...section.matchAll(/^- .*$/gm)].map(([line]) => {
      const [, file = line, title = ""] = /^- `([^`]+)`: (.+)$/.exec(line) ?? []
      return { file, title }
    }),
  }))

/** Returns the rows of the specification's tables that the page has to list. */
function requiredRows(): string[] {
  const [must = "", next = ""] = textOf("docs/spec/trust-safety.md").split("### NEXT")
  const idsIn = (text: string) => [...text.matchAll(/^\| (R\d+) \|/gm)].map(([, id = ""]) => id)
  return [...idsIn(must), ...idsIn(next).filter((id) => alsoListed.includes(id))]
}

/** Returns the titles of the tests and describe blocks of a file; of a template, its text between the backticks. */
function titlesIn(file: string): Set<string> {
  const titles = new Set<string>()
  const visit = (node: ts.Node): void => {
    const title = isTestCall(node) ? node.arguments[0] : undefined
    if (title && ts.isStringLiteralLike(title)) titles.add(title.text)
    if (title && ts.isTemplateExpression(title)) titles.add(title.getText().slice(1, -1))
    // Visits no tokens, unlike `nodesOf`: these are fifty large files.
    ts.forEachChild(node, visit)
  }
  visit(parse(file))
  return titles
}

/** Returns whether a node is a call of `test`, `describe` or `it`, or of what they give: `test.describe`, `test.each(…)`. */
function isTestCall(node: ts.Node): node is ts.CallExpression {
  if (!ts.isCallExpression(node)) return false
  let callee: ts.Expression = node.expression
  while (ts.isCallExpression(callee) || ts.isPropertyAccessExpression(callee)) callee = callee.expression
  return ts.isIdentifier(callee) && ["test", "describe", "it"].includes(callee.text)
}

const testFiles = new Set(filesOf("tests/**/*.test.ts"))
const named = rows.flatMap(({ id, tests }) => tests.map((one) => ({ id, ...one })))

test("the page of trust and safety lists every row that it has to", () => {
  const required = requiredRows()
  expect(required.length).toBeGreaterThan(alsoListed.length + 30)
  expect(required).toEqual(expect.arrayContaining(alsoListed))
  const listed = rows.map(({ id }) => id)
  expect(required.filter((id) => !listed.includes(id))).toEqual([])
})

test("the page of trust and safety lists no row twice", () => {
  const listed = rows.map(({ id }) => id)
  expect(listed.filter((id, place) => listed.indexOf(id) !== place)).toEqual([])
})

test("every row of trust and safety names one to eight tests, or is said to be not built", () => {
  const wrong = rows.filter(({ isUnbuilt, tests }) =>
    isUnbuilt ? tests.length > 0 : tests.length < 1 || tests.length > 8,
  )
  expect(wrong.map(({ id }) => id)).toEqual([])
})

test("every file that a row of trust and safety names is a file of tests", () => {
  expect(named.filter(({ file }) => !testFiles.has(file))).toEqual([])
})

test("every title that a row of trust and safety names is that of a test or a describe block of its file", () => {
  const files = [...new Set(named.map(({ file }) => file))].filter((file) => testFiles.has(file))
  const titles = new Map(files.map((file) => [file, titlesIn(file)]))
  expect(named.filter(({ file, title }) => titles.get(file)?.has(title) === false)).toEqual([])
})

test("every file and folder of the code that the page of trust and safety names is there", () => {
  const paths = [...textOf(page).matchAll(/`((?:app|worker|party|tests|docs)\/[^`]+)`/g)].map(([, path = ""]) => path)
  expect(paths.length).toBeGreaterThan(100)
  expect(paths.filter((path) => filesOf(path).length === 0)).toEqual([])
})
