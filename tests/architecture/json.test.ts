import ts from "typescript"
import { expect, test } from "vitest"
import { filesOf, textOf } from "./helpers/sources"

/** Returns the calls of `JSON.parse` in a source whose result is given a type that nothing checks, as `file:line`. */
function assertedJsonOf(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node) => {
    const type = isJsonParse(node) ? assertedType(node) : undefined
    if (type && type.kind !== ts.SyntaxKind.UnknownKeyword) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart())
      found.push(`${file}:${line + 1}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const isJsonParse = (node: ts.Node): node is ts.CallExpression =>
  ts.isCallExpression(node) && node.expression.getText() === "JSON.parse"

/** Returns the type of `JSON.parse(text) as Type`, and of `const name: Type = JSON.parse(text)`. */
function assertedType({ parent }: ts.CallExpression): ts.TypeNode | undefined {
  return ts.isAsExpression(parent) || ts.isVariableDeclaration(parent) ? parent.type : undefined
}

test("JSON is given a type by the helpers of app/db/statements/json.ts alone", () => {
  const files = filesOf("{app,worker,party}/**/*.{ts,tsx}").filter((file) => file !== "app/db/statements/json.ts")
  const found = files.flatMap((file) => assertedJsonOf(file, textOf(file)))
  expect(found, "Name the type at the query (JsonText) and call trustedJson, or call parseJson with a schema.").toEqual(
    [],
  )
})

test("the test of JSON finds assertions and annotations", () => {
  const source = "f(JSON.parse(a) as T); const b: T = JSON.parse(c)"
  expect(assertedJsonOf("sample.ts", source)).toHaveLength(2)
  expect(assertedJsonOf("sample.ts", "f(JSON.parse(a) as unknown); const b: unknown = JSON.parse(c)")).toEqual([])
})
