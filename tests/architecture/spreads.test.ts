import ts from "typescript"
import { expect, test } from "vitest"
import { filesOf, textOf } from "./helpers/sources"

/** Returns the spreads of array and object literals in a source, as `file:line`. */
function spreadsOf(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node) => {
    if (ts.isSpreadElement(node) || ts.isSpreadAssignment(node) || ts.isJsxSpreadAttribute(node)) {
      const spread = literalIn(node.expression)
      const isLiteral = ts.isSpreadElement(node)
        ? ts.isArrayLiteralExpression(spread)
        : ts.isObjectLiteralExpression(spread)
      const { line } = source.getLineAndCharacterOfPosition(node.getStart())
      if (isLiteral) found.push(`${file}:${line + 1}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** `(["a", "b"] as const)` -> `["a", "b"]`. */
function literalIn(expression: ts.Expression): ts.Expression {
  const isWrapped =
    ts.isParenthesizedExpression(expression) || ts.isAsExpression(expression) || ts.isSatisfiesExpression(expression)
  return isWrapped ? literalIn(expression.expression) : expression
}

test("no literal is spread to save lines", () => {
  const files = filesOf("{app,worker,party,packages,scripts,tests}/**/*.{ts,tsx,mjs}")
  const spreads = files.filter((file) => textOf(file).includes("...")).flatMap((file) => spreadsOf(file, textOf(file)))
  expect(spreads, "Write its elements or properties where they belong.").toEqual([])
})

test("the test of spreads finds arrays, objects and attributes", () => {
  const source = `f(...[1, 2]); const a = { ...{ b: 1 }, ...(["x"] as const) }; const c = <p {...{ id: "d" }} />`
  expect(spreadsOf("sample.tsx", source)).toHaveLength(3)
  expect(spreadsOf("sample.tsx", "f(...list, ...[1, 2].map(String)); const a = { ...(isB ? { b } : {}) }")).toEqual([])
})
