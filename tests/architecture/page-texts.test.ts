import ts from "typescript"
import { expect, test } from "vitest"
import routes from "../../app/routes.ts"
import { filesOf, importsOf, nodesOf, parse } from "./helpers/sources"

/** Shown by the result of a form alone: texts that a page lacks may arrive while the form is being sent. */
const shownLater = ["app/features/accounts/auth/proof-notice.tsx"]

const files = new Map(filesOf("app/**/*.{ts,tsx}").map((file) => [file.replace(/\.tsx?$/, ""), file]))

interface Module {
  imports: string[]
  /** The namespaces that its components read. */
  reads: string[]
  /** The namespaces that its `handle` sends with the page. */
  sends: string[]
}

const modules = new Map<string, Module>()

function moduleOf(file: string): Module {
  const known = modules.get(file)
  if (known) return known
  const nodes = [...nodesOf(parse(file))]
  const module: Module = {
    imports: importsOf(file)
      .filter(({ to, isType, isDynamic }) => !isType && !isDynamic && !to.endsWith(".server"))
      .flatMap(({ to }) => files.get(to) ?? []),
    reads: nodes.filter((node) => ts.isCallExpression(node)).flatMap(namespacesOf),
    sends: nodes
      .filter((node) => ts.isPropertyAssignment(node) && node.name.getText() === "i18n")
      .flatMap((node) => stringsOf(node)),
  }
  modules.set(file, module)
  return module
}

function namespacesOf(call: ts.CallExpression): string[] {
  const [names] = call.arguments
  return call.expression.getText() === "useTranslation" && names ? stringsOf(names) : []
}

function stringsOf(node: ts.Node): string[] {
  return [...nodesOf(node)].filter((one) => ts.isStringLiteral(one)).map(({ text }) => text)
}

/** Returns the namespaces that a page's modules read, each with the module. */
function readBy(page: string): { namespace: string; file: string }[] {
  const found = new Set([page])
  for (const file of found) for (const next of moduleOf(file).imports) found.add(next)
  return [...found]
    .filter((file) => !shownLater.includes(file))
    .flatMap((file) => moduleOf(file).reads.map((namespace) => ({ namespace, file })))
}

interface Route {
  file: string
  children?: Route[]
}

/** Returns each page with the layouts around it. */
function pagesOf(all: Route[], layouts: string[] = []): { page: string; layouts: string[] }[] {
  return all.flatMap(({ file, children = [] }) => {
    const page = `app/${file}`
    return [{ page, layouts }, ...pagesOf(children, [...layouts, page])]
  })
}

test("each page is sent with the texts that its components read: a press that has to wait for them fails", async () => {
  const pages = pagesOf((await routes) as Route[]).filter(({ page }) => page.endsWith(".tsx"))
  expect(pages.length).toBeGreaterThan(100)
  const missing = pages.flatMap(({ page, layouts }) => {
    const sent = new Set(["common", ...["app/root.tsx", ...layouts, page].flatMap((file) => moduleOf(file).sends)])
    return readBy(page)
      .filter(({ namespace }) => !sent.has(namespace))
      .map(({ namespace, file }) => `${page} needs "${namespace}" for ${file}`)
  })
  expect(missing).toEqual([])
})
