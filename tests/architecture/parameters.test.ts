import ts from "typescript"
import { expect, test } from "vitest"
import { filesOf, textOf } from "./helpers/sources"

/** Signatures that a library calls. */
const exempt = ["app/entry.server.tsx handleRequest"]

/** Returns the functions and methods of a source that take five or more positional parameters, as `file name`. */
function longSignaturesOf(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node) => {
    if (ts.isFunctionLike(node) && node.parameters.length >= 5) found.push(`${file} ${nameOf(node)}`)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** Returns the name of a function, or of the variable, field or class that holds it. */
function nameOf(node: ts.SignatureDeclaration): string {
  if (node.name) return node.name.getText()
  const { parent } = node
  const isNamed = ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) || ts.isClassLike(parent)
  return (isNamed && parent.name?.getText()) || "(anonymous)"
}

test("a function takes at most four positional parameters", () => {
  const files = filesOf("{app,worker,party,packages,scripts,tests}/**/*.{ts,tsx,mjs}")
  const found = files.flatMap((file) => longSignaturesOf(file, textOf(file)))
  expect(found.toSorted(), "Keep ctx or db first, and make one object of the other parameters.").toEqual(exempt)
})

test("the test of parameters finds functions, methods, constructors and types", () => {
  const source = `
    function f(a, b, c, d, e = 1) {}
    const g = (a, b, c, d, ...e) => a
    class C { constructor(a, b, c, d, e) {} m(a, b, c, d, e?) {} }
    type T = (a: 1, b: 2, c: 3, d: 4, e: 5) => void
    list.map((a, b, c, d, { e }) => a)`
  const names = ["f", "g", "C", "m", "(anonymous)", "(anonymous)"]
  expect(longSignaturesOf("sample.ts", source)).toEqual(names.map((name) => `sample.ts ${name}`))
  expect(longSignaturesOf("sample.ts", "function f(db, { a, b, c, d, e }) { return g(a, b, c, d, e) }")).toEqual([])
})
