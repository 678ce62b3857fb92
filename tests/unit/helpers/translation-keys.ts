import ts from "typescript"
import { nodesOf, parse } from "./sources"

/** A place where a text is asked for. */
export interface Use {
  file: string
  /** The namespaces that are looked through, in order; empty when the code does not say. */
  namespaces: string[]
  /** The whole key, or what it begins with. */
  key: string
  isPrefix: boolean
  /** Asked for with a `context`: i18next then prefers `key_context`. */
  hasContext: boolean
}

/** Every text that a file asks for by `t("...")`, `translator(locale, "ns")("...")` or `i18nKey`, and the strings that may be keys. */
export function usesOf(file: string): { uses: Use[]; strings: string[] } {
  const source = parse(file)
  const uses: Use[] = []
  const strings: string[] = []
  let asksForVariables = false
  for (const node of nodesOf(source)) {
    if (ts.isStringLiteralLike(node)) strings.push(node.text)
    if (ts.isJsxAttribute(node) && node.name.getText() === "i18nKey" && node.initializer) {
      const value = ts.isJsxExpression(node.initializer) ? node.initializer.expression : node.initializer
      if (value) add(value, namespaceAttribute(node))
    }
    if (!ts.isCallExpression(node)) continue
    const namespaces = namespacesOf(node.expression)
    const [key, options] = node.arguments
    if (namespaces && key) add(key, namespaces, namesContext(options))
  }
  return { uses, strings: asksForVariables ? strings : [] }

  function add(key: ts.Expression, namespaces: string[], hasContext = false): void {
    if (ts.isParenthesizedExpression(key) || ts.isAsExpression(key)) add(key.expression, namespaces, hasContext)
    else if (ts.isConditionalExpression(key)) {
      add(key.whenTrue, namespaces, hasContext)
      add(key.whenFalse, namespaces, hasContext)
    } else if (ts.isStringLiteralLike(key)) push(key.text, namespaces, false, hasContext)
    else if (ts.isTemplateExpression(key)) push(key.head.text, namespaces, true, hasContext)
    else if (ts.isArrayLiteralExpression(key)) for (const one of key.elements) add(one, namespaces, hasContext)
    else asksForVariables = true
  }

  function push(text: string, namespaces: string[], isPrefix: boolean, hasContext: boolean): void {
    const [namespace, key] = text.includes(":") ? text.split(":", 2) : [undefined, text]
    if (isPrefix && key === "") asksForVariables = true
    else uses.push({ file, namespaces: namespace ? [namespace] : namespaces, key: key ?? "", isPrefix, hasContext })
  }
}

function namesContext(options: ts.Expression | undefined): boolean {
  return (
    !!options &&
    ts.isObjectLiteralExpression(options) &&
    options.properties.some((one) => one.name?.getText() === "context")
  )
}

/** The namespaces behind what is called, or null when it is no translation function. */
function namespacesOf(callee: ts.Expression): string[] | null {
  if (ts.isCallExpression(callee)) return isMaker(callee) ? namespaceArguments(callee) : null
  if (ts.isPropertyAccessExpression(callee) && callee.name.text === "t") return ["common"]
  if (!ts.isIdentifier(callee) || callee.text !== "t") return null
  for (let scope: ts.Node | undefined = callee; scope; scope = scope.parent) {
    if (!ts.isBlock(scope) && !ts.isSourceFile(scope) && !ts.isFunctionLike(scope)) continue
    if (ts.isFunctionLike(scope) && scope.parameters.some((parameter) => /\bt\b/.test(parameter.name.getText())))
      return []
    if (ts.isFunctionLike(scope)) continue
    for (const statement of scope.statements) {
      if (!ts.isVariableStatement(statement)) continue
      for (const { name, initializer } of statement.declarationList.declarations) {
        const call = initializer && ts.isCallExpression(initializer) && isMaker(initializer) ? initializer : null
        if (call && /\bt\b/.test(name.getText())) return namespaceArguments(call)
      }
    }
  }
  return []
}

function isMaker(call: ts.CallExpression): boolean {
  return /^(useTranslation|translator)$|\.getFixedT$/.test(call.expression.getText())
}

/** The strings among the arguments of useTranslation("ns" | ["ns", ...]) or translator(locale, "ns"). */
function namespaceArguments(call: ts.CallExpression): string[] {
  const names = call.arguments.flatMap((argument) =>
    ts.isArrayLiteralExpression(argument)
      ? argument.elements.flatMap((element) => (ts.isStringLiteralLike(element) ? [element.text] : []))
      : ts.isStringLiteralLike(argument)
        ? [argument.text]
        : [],
  )
  return names.length > 0 ? names : ["common"]
}

/** The `ns` beside an `i18nKey`. */
function namespaceAttribute(attribute: ts.JsxAttribute): string[] {
  for (const other of attribute.parent.properties) {
    if (!ts.isJsxAttribute(other) || other.name.getText() !== "ns" || !other.initializer) continue
    const text = other.initializer.getText().replace(/["'{}]/g, "")
    return [text]
  }
  return []
}
