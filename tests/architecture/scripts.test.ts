import { existsSync } from "node:fs"
import { posix } from "node:path"
import ts from "typescript"
import { expect, test } from "vitest"
import { filesOf, parse } from "./helpers/sources"

/** Returns the modules that a file loads when it runs, as they are written. */
function loadedBy(file: string): string[] {
  return parse(file).statements.flatMap((statement) => {
    const isImport = ts.isImportDeclaration(statement) && !statement.importClause?.isTypeOnly
    const isExport = ts.isExportDeclaration(statement) && !statement.isTypeOnly
    if (!isImport && !isExport) return []
    const { moduleSpecifier } = statement
    return moduleSpecifier && ts.isStringLiteral(moduleSpecifier) ? [moduleSpecifier.text] : []
  })
}

test("what scripts load is found by Node, which knows neither the alias nor a missing extension", () => {
  const waiting = filesOf("{scripts,packages/*/src}/**/*.{ts,mjs}")
  const seen = new Set(waiting)
  const lost: string[] = []
  for (const file of waiting)
    for (const specifier of loadedBy(file)) {
      const path = posix.join(posix.dirname(file), specifier)
      if (specifier.startsWith("~/") || (specifier.startsWith(".") && !existsSync(path)))
        lost.push(`${file}: ${specifier}`)
      else if (specifier.startsWith(".") && /\.(ts|mjs)$/.test(path) && !seen.has(path)) {
        seen.add(path)
        waiting.push(path)
      }
    }
  expect([...seen].some((file) => file.startsWith("app/"))).toBe(true)
  expect(lost).toEqual([])
})
