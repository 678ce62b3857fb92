import { globSync, readFileSync } from "node:fs"
import { dirname, join, posix } from "node:path"
import { fileURLToPath } from "node:url"
import ts from "typescript"

const root = fileURLToPath(new URL("../../..", import.meta.url))

/** Lists files of the project by pattern, as paths from its root. */
export function filesOf(...patterns: string[]): string[] {
  return globSync(patterns, { cwd: root })
    .map((path) => path.replaceAll("\\", "/"))
    .toSorted()
}

export function textOf(file: string): string {
  return readFileSync(join(root, file), "utf8")
}

export function parse(file: string): ts.SourceFile {
  return ts.createSourceFile(file, textOf(file), ts.ScriptTarget.Latest, true)
}

/** Yields every node below (and with) this one, in order. */
export function* nodesOf(node: ts.Node): Generator<ts.Node> {
  yield node
  for (const child of node.getChildren()) yield* nodesOf(child)
}

export interface Import {
  from: string
  /** A file of the project as a path from the root without its extension; a package or a scheme as it is written. */
  to: string
  /** A type import, which leaves nothing at run time. */
  isType: boolean
  /** By `import()`: it is loaded when it is needed. */
  isDynamic: boolean
}

/** Lists all imports of a file: static, dynamic, of types, and re-exports. */
export function importsOf(file: string): Import[] {
  return [...nodesOf(parse(file))].flatMap((node) => {
    const found = specifierOf(node)
    return found
      ? [{ from: file, to: resolve(file, found.specifier), isType: found.isType, isDynamic: ts.isCallExpression(node) }]
      : []
  })
}

function specifierOf(node: ts.Node): { specifier: string; isType: boolean } | null {
  if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier))
    return { specifier: node.moduleSpecifier.text, isType: isTypeImport(node.importClause) }
  if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier))
    return { specifier: node.moduleSpecifier.text, isType: node.isTypeOnly }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument) && ts.isStringLiteral(node.argument.literal))
    return { specifier: node.argument.literal.text, isType: true }
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    const [argument] = node.arguments
    if (argument && ts.isStringLiteralLike(argument)) return { specifier: argument.text, isType: false }
  }
  return null
}

function isTypeImport(clause: ts.ImportClause | undefined): boolean {
  if (!clause) return false
  if (clause.isTypeOnly) return true
  const bindings = clause.namedBindings
  return !clause.name && !!bindings && ts.isNamedImports(bindings) && bindings.elements.every((one) => one.isTypeOnly)
}

/** Returns a file of the project as a path from the root without its extension; a package or a scheme as it is written. */
export function resolve(file: string, specifier: string): string {
  if (specifier.startsWith("~/")) return withoutExtension(`app/${specifier.slice(2)}`)
  if (specifier.startsWith(".")) return withoutExtension(posix.join(dirname(file), specifier))
  return specifier
}

function withoutExtension(path: string): string {
  return path.replace(/\.(tsx?|mjs|js)$/, "").replace(/\?\w+$/, "")
}
