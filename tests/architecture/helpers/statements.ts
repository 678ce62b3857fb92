import ts from "typescript"
import { filesOf, parse, resolve, textOf } from "./sources"

/** A statement's text, or a part of one that stands by itself in the code. */
export interface Statement {
  file: string
  line: number
  /** The declaration of the file that holds it. */
  name: string
  /** Tables that it names, and those of the parts that it is made of. */
  tables: string[]
}

interface Declared {
  file: string
  name: string
  node: ts.Node
}

const sources = new Map<string, ts.SourceFile>()

function sourceOf(file: string): ts.SourceFile {
  const known = sources.get(file) ?? parse(file)
  sources.set(file, known)
  return known
}

function childrenOf(node: ts.Node): ts.Node[] {
  const children: ts.Node[] = []
  ts.forEachChild(node, (child) => void children.push(child))
  return children
}

/** Yields every node below (and with) this one, without tokens. */
function* partsOf(node: ts.Node): Generator<ts.Node> {
  yield node
  for (const child of childrenOf(node)) yield* partsOf(child)
}

/** Names of tables by their names in the code (`userGroups`), from app/db/schema. */
export const tableVariables = new Map<string, string>(
  filesOf("app/db/schema/**/*.ts").flatMap((file) =>
    [...textOf(file).matchAll(/export const (\w+) = sqliteTable\(\s*"(\w+)"/g)].map(
      ([, variable = "", name = ""]) => [variable, name] as const,
    ),
  ),
)
const tableNames = new Set(tableVariables.values())

/** Views and search indexes count as the tables of the catalogue that they show. */
const shownBy: Record<string, string[]> = {
  listed_profiles: ["listings"],
  listed_sources: ["profiles"],
  listed_words: ["profiles", "listings"],
  search_newest: ["listings"],
  search_price: ["listings"],
  search_users: ["users"],
  publication_problems: ["profiles"],
}

/**
 * Lists every statement of these files, with the tables of the parts that it takes from other declarations, but not
 * from those of `seams`. Parts that are passed as arguments count where they are written.
 */
export function statementsOf(files: string[], seams: string[] = []): Statement[] {
  const index = new Map(
    files.filter((file) => !seams.includes(file)).map((file) => [file.replace(/\.ts$/, ""), declarationsOf(file)]),
  )
  const scopes = new Map(files.map((file) => [file, makeScope(file, index)]))
  const scopeOf = (file: string) => scopes.get(file) as Scope
  const reached = new Map<ts.Node, Set<string>>()

  /** Returns the tables that a node names, by itself and through what it refers to in these files. */
  function tablesOf(node: ts.Node, scope: Scope): Set<string> {
    const known = reached.get(node)
    if (known) return known
    const tables = new Set<string>()
    reached.set(node, tables)
    for (const one of partsOf(node)) {
      if (isText(one))
        for (const table of isTableProperty(one.parent) ? [one.text] : namedIn(one.text)) tables.add(table)
      if (!ts.isIdentifier(one) || isMember(one) || isChosenFrom(one)) continue
      const table = scope.tables.get(one.text)
      if (table) tables.add(table)
      const found = scope.find(one.text)
      if (found && found.node !== node && !contains(found.node, node))
        for (const each of tablesOf(found.node, scopeOf(found.file))) tables.add(each)
    }
    return tables
  }

  return files.flatMap((file) =>
    (index.get(file.replace(/\.ts$/, "")) ?? []).flatMap(({ name, node }) =>
      outermostStatements(node).map((statement) => ({
        file,
        name,
        line: lineOf(statement),
        tables: [...tablesOf(statement, scopeOf(file))].toSorted(),
      })),
    ),
  )
}

interface Scope {
  /** Tables that the file imports, by their names in it. */
  tables: Map<string, string>
  find(name: string): Declared | undefined
}

function makeScope(file: string, index: Map<string, Declared[]>): Scope {
  const tables = new Map<string, string>()
  const imported = new Map<string, Declared>()
  for (const statement of sourceOf(file).statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue
    const from = resolve(file, statement.moduleSpecifier.text)
    const bindings = statement.importClause?.namedBindings
    if (!bindings || !ts.isNamedImports(bindings)) continue
    for (const { name, propertyName } of bindings.elements) {
      const original = (propertyName ?? name).text
      const table = /\/db\/schema/.test(from) ? tableVariables.get(original) : undefined
      if (table) tables.set(name.text, table)
      const declared = index.get(from)?.find((one) => one.name === original)
      if (declared) imported.set(name.text, declared)
    }
  }
  const own = new Map((index.get(file.replace(/\.ts$/, "")) ?? []).map((one) => [one.name, one]))
  return { tables, find: (name) => own.get(name) ?? imported.get(name) }
}

function declarationsOf(file: string): Declared[] {
  return sourceOf(file).statements.flatMap((statement): Declared[] => {
    if (ts.isFunctionDeclaration(statement) && statement.name)
      return [{ file, name: statement.name.text, node: statement }]
    if (!ts.isVariableStatement(statement)) return []
    return statement.declarationList.declarations.map((one) => ({ file, name: one.name.getText(), node: one }))
  })
}

/** Templates, strings of SQL, and drizzle's chains, without those inside others. */
function outermostStatements(node: ts.Node): ts.Node[] {
  if (isStatement(node)) return [node]
  return childrenOf(node).flatMap(outermostStatements)
}

function isStatement(node: ts.Node): boolean {
  if (ts.isTaggedTemplateExpression(node)) return node.tag.getText() === "sql"
  if (ts.isTemplateExpression(node) || ts.isStringLiteralLike(node))
    return /\b(SELECT|INSERT|UPDATE|DELETE|EXISTS|JOIN|FROM)\b/.test(node.getText())
  if (ts.isObjectLiteralExpression(node)) return node.properties.some(isTableProperty)
  return (
    ts.isCallExpression(node) &&
    /^(ctx\.)?db\s*\.(select|selectDistinct|insert|update|delete|query)\b|^(insertSelect|deleteAtMost)\(/.test(
      node.getText(),
    )
  )
}

const isText = (node: ts.Node): node is ts.LiteralLikeNode =>
  ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node)

/** Tables that SQL names after FROM, JOIN, INTO, UPDATE, or a comma of FROM. */
function namedIn(text: string): string[] {
  const lists = [
    ...text.matchAll(
      /\b(?:FROM|JOIN|INTO|UPDATE|ON)\s+((?:[\w."`]+(?:\s+AS\s+\w+|\s+(?!\w*(?:WHERE|SET|ON|JOIN|VALUES))\w+)?\s*,\s*)*[\w."`]+)|\b(search_\w+)\b/g,
    ),
  ]
  return lists.flatMap(([, list = "", search = ""]) =>
    (search || list).split(",").flatMap((one) => {
      const name = /[a-z_]\w*/.exec(one)?.[0] ?? ""
      return shownBy[name] ?? (tableNames.has(name) ? [name] : [])
    }),
  )
}

/** `table: "users"` of a trigger, or of a resource of the back office: its parts make one statement. */
const isTableProperty = (node: ts.Node): boolean =>
  ts.isPropertyAssignment(node) &&
  node.name.getText() === "table" &&
  ts.isStringLiteral(node.initializer) &&
  tableNames.has(node.initializer.text)

/** One entry of a record of statements, such as `waiting[name]`: each entry counts where it is written. */
const isChosenFrom = (node: ts.Identifier) =>
  ts.isElementAccessExpression(node.parent) && node.parent.expression === node

const isMember = (node: ts.Identifier) =>
  (ts.isPropertyAccessExpression(node.parent) && node.parent.name === node) ||
  ((ts.isPropertyAssignment(node.parent) || ts.isPropertySignature(node.parent)) && node.parent.name === node)

function contains(outer: ts.Node, inner: ts.Node): boolean {
  for (let node: ts.Node | undefined = inner; node; node = node.parent) if (node === outer) return true
  return false
}

const lineOf = (node: ts.Node) => node.getSourceFile().getLineAndCharacterOfPosition(node.getStart()).line + 1
