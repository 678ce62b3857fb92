import ts from "typescript"
import { beforeAll, expect, test } from "vitest"
import { errorStatus } from "~/lib/errors"
import { filesOf, parse, resolve, textOf } from "./helpers/sources"

/** A top-level declaration: the codes that it throws by itself, and the declarations that it names. */
interface Declared {
  codes: Set<string>
  names: Set<string>
}

const files = filesOf("{app/domain,app/lib,worker}/**/*.ts")
/** By `file#name`, the file without its extension. */
const declarations = new Map<string, Declared>()
/** The handler of each operation, by operationId. */
const handlers = new Map<string, Declared>()
/** The codes that the document lists, by operationId. */
let listed: Map<string, string[]>

beforeAll(async () => {
  for (const file of files) readDeclarations(file)
  const [{ api }, { describeApi }, { ownCodes }] = await Promise.all([
    import("../../worker/api/api"),
    import("../../worker/api/openapi/document"),
    import("../../worker/api/openapi/errors"),
  ])
  const { paths = {} } = describeApi(api, { name: "Salon", server: "https://salon.example/api" })
  const operations = Object.values(paths).flatMap((item) => Object.values(item as Record<string, Operation>))
  listed = new Map(operations.map((one) => [one.operationId, Object.values(one.responses).flatMap(ownCodes)]))
}, 60_000)

interface Operation {
  operationId: string
  responses: Record<string, object>
}

test("every error code that an operation lists is thrown by a function that its handler calls", () => {
  expect(handlers.size).toBeGreaterThan(100)
  const impossible = [...handlers].flatMap(([operationId, handler]) => {
    const thrown = codesOf(handler)
    // By every operation with a request schema (create-api.ts).
    const isThrown = (code: string) => code === "validation.failed" || thrown.some((one) => code.startsWith(one))
    return (listed.get(operationId) ?? []).filter((code) => !isThrown(code)).map((code) => `${operationId}: ${code}`)
  })
  expect(impossible, "Remove it from `errors`, or name the guard that the handler really has.").toEqual([])
})

test("every error code is named by a test that provokes it", () => {
  const tests = filesOf("tests/{unit,worker,browser,build,live}/**/*.ts").map(textOf).join("\n")
  const unnamed = Object.keys(errorStatus).filter((code) => !tests.includes(code))
  expect(unnamed).toEqual([])
})

/** Returns the codes, or the beginnings of codes, that a declaration throws by itself or by what it names. */
function codesOf(start: Declared): string[] {
  const seen = new Set<string>()
  const codes = new Set(start.codes)
  const open = [...start.names]
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const declared = declarations.get(name)
    if (!declared || seen.has(name)) continue
    seen.add(name)
    for (const code of declared.codes) codes.add(code)
    open.push(...declared.names)
  }
  return [...codes]
}

function readDeclarations(file: string): void {
  const source = parse(file)
  const scope = readScope(file, source)
  const operationIds = new Map<string, string>()
  for (const [name, node] of namedIn(source)) {
    declarations.set(scope.get(name) ?? name, read(node, scope))
    const id = /\bcreateOperation\(\{.*?operationId: "(\w+)"/s.exec(node.getText())?.[1]
    if (id) operationIds.set(name, id)
  }
  visit(source, (node) => {
    if (!ts.isCallExpression(node) || !/\.openapi$/.test(node.expression.getText())) return
    const [route, handler] = node.arguments
    const id = route && operationIds.get(route.getText())
    if (id && handler) handlers.set(id, read(handler, scope))
  })
}

/** Returns what each name of a file stands for, as `file#name`; `file#*` for all of another file. */
function readScope(file: string, source: ts.SourceFile): Map<string, string> {
  const scope = new Map(namedIn(source).map(([name]) => [name, `${file.replace(/\.ts$/, "")}#${name}`]))
  for (const node of source.statements) {
    if (!ts.isImportDeclaration(node) || !ts.isStringLiteral(node.moduleSpecifier)) continue
    const from = resolve(file, node.moduleSpecifier.text)
    const bindings = node.importClause?.namedBindings
    if (!bindings) continue
    if (ts.isNamespaceImport(bindings)) scope.set(bindings.name.text, `${from}#*`)
    else
      for (const { name, propertyName } of bindings.elements)
        scope.set(name.text, `${from}#${(propertyName ?? name).text}`)
  }
  return scope
}

function namedIn(source: ts.SourceFile): [string, ts.Node][] {
  return source.statements.flatMap((node): [string, ts.Node][] => {
    if (ts.isFunctionDeclaration(node) && node.name) return [[node.name.text, node]]
    if (!ts.isVariableStatement(node)) return []
    return node.declarationList.declarations.map((one) => [one.name.getText(), one])
  })
}

function read(node: ts.Node, scope: Map<string, string>): Declared {
  const found: Declared = { codes: new Set(), names: new Set() }
  visit(node, (one) => {
    if (ts.isNewExpression(one) && one.expression.getText() === "AppError") addTexts(one.arguments?.[0], found.codes)
    if (ts.isCallExpression(one)) {
      const called = one.expression.getText()
      if (called === "requireWithin") addTexts(one.arguments.at(-1), found.codes)
      if (called === "ctx.limit") found.codes.add("rate.limited")
    }
    if (!ts.isIdentifier(one)) return
    const target = scope.get(one.text)
    const isMember = ts.isPropertyAccessExpression(one.parent) && one.parent.expression === one
    if (target?.endsWith("#*") && isMember) found.names.add(target.replace("*", one.parent.name.text))
    else if (target) found.names.add(target)
  })
  return found
}

/** Adds every string of an expression; of a template what is before its first value. */
function addTexts(expression: ts.Node | undefined, codes: Set<string>): void {
  if (!expression) return
  visit(expression, (node) => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node)) codes.add(node.text)
  })
}

function visit(node: ts.Node, action: (node: ts.Node) => void): void {
  action(node)
  ts.forEachChild(node, (child) => visit(child, action))
}
