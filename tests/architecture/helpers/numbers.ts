import { basename, dirname } from "node:path"
import ts from "typescript"
import { parse, resolve } from "./sources"

export type Numbers = number | Numbers[] | { [name: string]: Numbers }

/** Names of a file's periods and limits, which tests may not know by name. */
const period =
  /lifetime|retention|remembered|patience|lease|idle|within|period|promises|^max|^waits$|(?:time|times|for|after|before|interval|every|days|minutes)$/i

/**
 * Returns the constants of files that are numbers, or lists and tables of numbers, by `folder/name`: those that are
 * exported, and all periods.
 */
export function decidedNumbers(files: string[]): Map<string, Numbers> {
  const found = new Map<string, Numbers>()
  for (const file of files) {
    for (const [name, { value, isExported }] of constantsOf(file)) {
      const numbers = isExported || period.test(name) ? evaluate(value, file) : undefined
      if (numbers !== undefined) found.set(`${basename(dirname(file))}/${name}`, numbers)
    }
  }
  return found
}

interface Constant {
  value: ts.Expression
  isExported: boolean
}

const known = new Map<string, Map<string, Constant>>()

function constantsOf(file: string): Map<string, Constant> {
  const before = known.get(file)
  if (before) return before
  const constants = new Map<string, Constant>()
  for (const statement of parse(file).statements) {
    if (!ts.isVariableStatement(statement)) continue
    const isExported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false
    for (const { name, initializer } of statement.declarationList.declarations)
      if (initializer) constants.set(name.getText(), { value: initializer, isExported })
  }
  known.set(file, constants)
  return constants
}

/** Returns what an expression of numbers alone amounts to; undefined for any other. */
function evaluate(node: ts.Expression, file: string): Numbers | undefined {
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node))
    return evaluate(node.expression, file)
  if (ts.isNumericLiteral(node)) return Number(node.text)
  if (ts.isIdentifier(node)) return evaluateName(node.text, file)
  if (ts.isBinaryExpression(node)) return evaluateBinary(node, file)
  if (ts.isArrayLiteralExpression(node)) {
    const items = node.elements.map((one) => evaluate(one, file))
    return items.length > 0 && items.every((one) => one !== undefined) ? items : undefined
  }
  if (!ts.isObjectLiteralExpression(node)) return undefined
  const entries = node.properties.map((one) =>
    ts.isPropertyAssignment(one) ? [nameOf(one.name), evaluate(one.initializer, file)] : ["", undefined],
  )
  const isWhole = entries.length > 0 && entries.every(([, value]) => value !== undefined)
  return isWhole ? Object.fromEntries(entries) : undefined
}

const nameOf = (name: ts.PropertyName) => (ts.isStringLiteral(name) ? name.text : name.getText())

function evaluateBinary(node: ts.BinaryExpression, file: string): number | undefined {
  const [left, right] = [evaluate(node.left, file), evaluate(node.right, file)]
  if (typeof left !== "number" || typeof right !== "number") return undefined
  if (node.operatorToken.kind === ts.SyntaxKind.AsteriskToken) return left * right
  if (node.operatorToken.kind === ts.SyntaxKind.AsteriskAsteriskToken) return left ** right
  if (node.operatorToken.kind === ts.SyntaxKind.PlusToken) return left + right
  if (node.operatorToken.kind === ts.SyntaxKind.MinusToken) return left - right
  return undefined
}

function evaluateName(name: string, file: string): Numbers | undefined {
  const own = constantsOf(file).get(name)
  if (own) return evaluate(own.value, file)
  for (const node of parse(file).statements) {
    if (!ts.isImportDeclaration(node) || !ts.isStringLiteral(node.moduleSpecifier)) continue
    const bindings = node.importClause?.namedBindings
    if (!bindings || !ts.isNamedImports(bindings)) continue
    const imported = bindings.elements.find((one) => one.name.text === name)
    const from = imported && `${resolve(file, node.moduleSpecifier.text)}.ts`
    const constant = from && constantsOf(from).get((imported.propertyName ?? imported.name).text)
    if (from && constant) return evaluate(constant.value, from)
  }
  return undefined
}
