import { fileURLToPath } from "node:url"
import ts from "typescript"
import routeConfig from "../../../app/routes"

const root = fileURLToPath(new URL("../../..", import.meta.url))

/** The field of a form that names its intent, as a page renders it. */
export interface RenderedIntent {
  /** Where it is rendered: a file and its line. */
  place: string
  /** The values that it can have; null if its type is not a union of literals. */
  values: string[] | null
  /** The address that its form posts to, without its query; null for the page that renders it. */
  action: string | null
}

export interface RoutePage {
  file: string
  path: string
  rendered: RenderedIntent[]
  /** The intents that its action handles: "any" if it reads none, null without an action. */
  handled: string[] | "any" | null
}

interface ConfiguredRoute {
  file: string
  path?: string
  children?: ConfiguredRoute[]
}

function pathsOf(routes: ConfiguredRoute[], parent = ""): [file: string, path: string][] {
  return routes.flatMap(({ file, path, children = [] }) => {
    const own = path ? `${parent}/${path}` : parent
    return [[`app/${file}`, own || "/"], ...pathsOf(children, own)] as [string, string][]
  })
}

/** Reads every route of the app: the intents that its page renders, through all its components, and those that it handles. */
export function readRoutes(): RoutePage[] {
  const routes = pathsOf(routeConfig as ConfiguredRoute[])
  const { checker, sourceOf } = createProgram(routes.map(([file]) => file))
  const names = new Naming(checker)
  return routes.map(([file, path]) => {
    const source = sourceOf(file)
    const page = exportOf(checker, source, "default")
    const action = exportOf(checker, source, "action")
    const calls = action ? callsOfByIntent(source) : []
    return {
      file,
      path,
      rendered: page ? renderedBelow(names, page) : [],
      handled: action ? (calls.length === 0 ? "any" : calls.flatMap((call) => handledBy(checker, call))) : null,
    }
  })
}

/** Creates a program of the app's own files alone: the intents need no types of packages or of the DOM. */
function createProgram(files: string[]) {
  const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile)
  const { options: configured } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  const lib = ["lib.es2023.d.ts"]
  const options = { ...configured, lib, types: [], incremental: false, tsBuildInfoFile: undefined }
  const host = ts.createCompilerHost(options, true)
  host.resolveModuleNameLiterals = (specifiers, from) =>
    specifiers.map(({ text }) => ({ resolvedModule: /^[~.]/.test(text) ? resolveOwn(text, from, options) : undefined }))
  const program = ts.createProgram(
    files.map((file) => root + file),
    options,
    host,
  )
  return {
    checker: program.getTypeChecker(),
    sourceOf: (file: string) => {
      const source = program.getSourceFile(root + file)
      if (!source) throw new Error(`${file} is not in the program`)
      return source
    },
  }
}

function resolveOwn(specifier: string, from: string, options: ts.CompilerOptions) {
  return ts.resolveModuleName(specifier, from, options, ts.sys).resolvedModule
}

function exportOf(checker: ts.TypeChecker, source: ts.SourceFile, name: string): ts.Node | null {
  const module = checker.getSymbolAtLocation(source)
  const found = module && checker.getExportsOfModule(module).find((symbol) => symbol.name === name)
  return found?.declarations?.[0] ?? null
}

/** Follows names to their declarations in the app's own files. */
class Naming {
  constructor(readonly checker: ts.TypeChecker) {}

  /** The declarations at the top level of the app's files that a node names, the node's own among them. */
  below(start: ts.Node): Set<ts.Node> {
    const found = new Set<ts.Node>()
    const open = [start]
    for (let node = open.pop(); node; node = open.pop()) {
      if (found.has(node)) continue
      found.add(node)
      forEachNode(node, (one) => {
        if (ts.isIdentifier(one) && isUsed(one)) open.push(...this.#declaredBy(this.checker.getSymbolAtLocation(one)))
        const loaded = loadedBy(one)
        if (loaded) open.push(...this.#exportedBy(loaded))
      })
    }
    return found
  }

  #declaredBy(symbol: ts.Symbol | undefined): ts.Node[] {
    if (!symbol) return []
    const target = symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol
    return (target.declarations ?? []).filter((declaration) => {
      const isServers = declaration.getSourceFile().fileName.includes(".server.")
      return !isServers && (ts.isFunctionDeclaration(declaration) || isTopLevelVariable(declaration))
    })
  }

  #exportedBy(specifier: ts.Expression): ts.Node[] {
    const module = this.checker.getSymbolAtLocation(specifier)
    return module ? this.checker.getExportsOfModule(module).flatMap((symbol) => this.#declaredBy(symbol)) : []
  }
}

/** Returns the specifier of a dynamic import. */
function loadedBy(node: ts.Node): ts.Expression | null {
  if (!ts.isCallExpression(node) || node.expression.kind !== ts.SyntaxKind.ImportKeyword) return null
  return node.arguments[0] ?? null
}

/** A component in JSX, or a function that is called or passed on: not a property, nor the name in a declaration. */
function isUsed(name: ts.Identifier): boolean {
  const { parent } = name
  if (ts.isJsxOpeningLikeElement(parent)) return /^[A-Z]/.test(name.text)
  if (ts.isCallExpression(parent)) return true
  return ts.isConditionalExpression(parent) || ts.isPropertyAssignment(parent)
}

function isTopLevelVariable(node: ts.Node): boolean {
  return ts.isVariableDeclaration(node) && ts.isSourceFile(node.parent.parent.parent)
}

function forEachNode(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node)
  ts.forEachChild(node, (child) => forEachNode(child, visit))
}

function renderedBelow(names: Naming, page: ts.Node): RenderedIntent[] {
  const found: RenderedIntent[] = []
  for (const declaration of names.below(page)) {
    forEachNode(declaration, (node) => {
      const value = intentValueOf(node)
      if (!value) return
      const source = node.getSourceFile()
      const { line } = source.getLineAndCharacterOfPosition(node.getStart())
      found.push({
        place: `${source.fileName.slice(root.length)}:${line + 1}`,
        values: literalsOf(names.checker, value),
        action: actionOf(names.checker, node),
      })
    })
  }
  return found
}

/**
 * Returns the value of an intent: of `<Button name="intent" value=…>`, of `{ name: "intent", value: … }`, of
 * `submit({ intent: … })` and of `form.set("intent", …)`.
 */
function intentValueOf(node: ts.Node): ts.Expression | null {
  if (ts.isJsxAttributes(node)) {
    return textOfAttribute(attributeOf(node, "name")) === "intent" ? expressionOf(attributeOf(node, "value")) : null
  }
  if (ts.isObjectLiteralExpression(node)) {
    const name = propertyOf(node, "name")
    if (name && ts.isStringLiteral(name) && name.text === "intent") return propertyOf(node, "value")
    return propertyOf(node, "intent")
  }
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return null
  const [name, value] = node.arguments
  const isSet = ["set", "append"].includes(node.expression.name.text)
  return isSet && name && value && ts.isStringLiteral(name) && name.text === "intent" ? value : null
}

function attributeOf(attributes: ts.JsxAttributes, name: string): ts.JsxAttribute | undefined {
  return attributes.properties.find(
    (one): one is ts.JsxAttribute => ts.isJsxAttribute(one) && one.name.getText() === name,
  )
}

function textOfAttribute(attribute: ts.JsxAttribute | undefined): string | null {
  const value = expressionOf(attribute)
  return value && ts.isStringLiteralLike(value) ? value.text : null
}

function expressionOf(attribute: ts.JsxAttribute | undefined): ts.Expression | null {
  const value = attribute?.initializer
  if (!value) return null
  return ts.isJsxExpression(value) ? (value.expression ?? null) : value
}

function propertyOf(object: ts.ObjectLiteralExpression, name: string): ts.Expression | null {
  for (const one of object.properties) {
    if (one.name?.getText() !== name) continue
    if (ts.isPropertyAssignment(one)) return one.initializer
    if (ts.isShorthandPropertyAssignment(one)) return one.name
  }
  return null
}

function literalsOf(checker: ts.TypeChecker, value: ts.Expression): string[] | null {
  return ts.isStringLiteralLike(value) ? [value.text] : literalsIn(checker.getTypeAtLocation(value))
}

/** Returns the members of a union of string literals; null for any other type. */
function literalsIn(type: ts.Type): string[] | null {
  const parts = type.isUnion() ? type.types : [type]
  const literals = parts.flatMap((part) => (part.isStringLiteral() ? [part.value] : []))
  return literals.length === parts.length ? literals : null
}

/** Returns the address of the form around an intent, or of the call that sends it, if it is written out. */
function actionOf(checker: ts.TypeChecker, node: ts.Node): string | null {
  const [, options] = ts.isCallExpression(node.parent) ? node.parent.arguments : []
  const sentTo = options && ts.isObjectLiteralExpression(options) ? propertyOf(options, "action") : null
  if (sentTo) return addressOf(checker, sentTo)
  for (let one = node; one && !ts.isSourceFile(one); one = one.parent) {
    const attributes = ts.isJsxElement(one) ? one.openingElement.attributes : null
    if (!attributes || !/Form(Element)?$|^form$/.test((one as ts.JsxElement).openingElement.tagName.getText())) continue
    const action = expressionOf(attributeOf(attributes, "action"))
    return action && addressOf(checker, action)
  }
  return null
}

function addressOf(checker: ts.TypeChecker, value: ts.Expression): string | null {
  const text = ts.isTemplateExpression(value)
    ? value.head.text + value.templateSpans.map((span) => `x${span.literal.text}`).join("")
    : literalsOf(checker, value)?.[0]
  return text?.startsWith("/") ? (text.split(/[?#]/)[0] ?? null) : null
}

function callsOfByIntent(source: ts.SourceFile): ts.CallExpression[] {
  const calls: ts.CallExpression[] = []
  forEachNode(source, (node) => {
    if (ts.isCallExpression(node) && node.expression.getText() === "byIntent") calls.push(node)
  })
  return calls
}

/** Returns the intents of the call's type, each of which the compiler requires a handler for. */
function handledBy(checker: ts.TypeChecker, { typeArguments: [intents] = [] as never }: ts.CallExpression): string[] {
  if (!intents) return []
  return literalsIn(checker.getTypeFromTypeNode(intents)) ?? []
}
