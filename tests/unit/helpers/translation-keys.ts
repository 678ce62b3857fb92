import ts from "typescript"
import { nodesOf, parse } from "../../architecture/helpers/sources"

/** A use of a text. */
export interface Use {
  file: string
  /** The namespaces searched, in order; empty when the code does not say. */
  namespaces: string[]
  /** The whole key, or its beginning. */
  key: string
  isPrefix: boolean
}

/**
 * Returns every text that a file uses by `t("...")` or `translator(locale, "ns")("...")`, and the strings that may be
 * keys.
 */
export function usesOf(file: string): { uses: Use[]; strings: string[] } {
  const source = parse(file)
  const uses: Use[] = []
  const strings: string[] = []
  let asksForVariables = false
  for (const node of nodesOf(source)) {
    if (ts.isStringLiteralLike(node)) strings.push(node.text)
    if (!ts.isCallExpression(node)) continue
    const namespaces = namespacesOf(node.expression)
    const [key] = node.arguments
    if (namespaces && key) add(key, namespaces)
  }
  return { uses, strings: asksForVariables ? strings : [] }

  function add(key: ts.Expression, namespaces: string[]): void {
    if (ts.isParenthesizedExpression(key) || ts.isAsExpression(key)) add(key.expression, namespaces)
    else if (ts.isConditionalExpression(key)) {
      add(key.whenTrue, namespaces)
      add(key.whenFalse, namespaces)
    } else if (ts.isStringLiteralLike(key)) push(key.text, namespaces, false)
    else if (ts.isTemplateExpression(key)) push(key.head.text, namespaces, true)
    else if (ts.isArrayLiteralExpression(key)) for (const one of key.elements) add(one, namespaces)
    else asksForVariables = true
  }

  function push(text: string, namespaces: string[], isPrefix: boolean): void {
    const [namespace, key] = text.includes(":") ? text.split(":", 2) : [undefined, text]
    if (isPrefix && key === "") asksForVariables = true
    else uses.push({ file, namespaces: namespace ? [namespace] : namespaces, key: key ?? "", isPrefix })
  }
}

/** Returns the namespaces of a call, or null if it is no translation function. */
function namespacesOf(callee: ts.Expression): string[] | null {
  if (ts.isCallExpression(callee)) return isMaker(callee) ? namespaceArguments(callee) : null
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
  return /^(useTranslation|translator)$/.test(call.expression.getText())
}

/** Returns the strings among the arguments of useTranslation("ns" | ["ns", ...]) or translator(locale, "ns"). */
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
