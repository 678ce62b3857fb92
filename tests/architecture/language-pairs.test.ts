import ts from "typescript"
import { expect, test } from "vitest"
import { completeLocales } from "~/i18n/locales"
import { filesOf, nodesOf, parse, textOf } from "./helpers/sources"

/** Files with something for each language that is no text of ours, and what it is. */
const exceptions: Record<string, string> = {
  "app/domain/safety/transparency/service.server.ts": "reasons that staff write in each language",
  "app/i18n/format.ts": "signs of thousands",
  "app/i18n/resources.server.ts": "imports the locale files",
}

const codes: readonly string[] = completeLocales.map(({ code }) => code)

/** Whether an object literal has something for each language. */
function isOfLanguages(node: ts.Node): boolean {
  if (!ts.isObjectLiteralExpression(node)) return false
  const names = node.properties.map(({ name }) => name?.getText().replaceAll('"', ""))
  return codes.every((code) => names.includes(code))
}

test("no text stands in the code in several languages: the locale files have all of them", () => {
  const found = filesOf("app/**/*.{ts,tsx}").filter(
    (file) =>
      codes.every((code) => new RegExp(`\\b${code}\\b`).test(textOf(file))) &&
      [...nodesOf(parse(file))].some(isOfLanguages),
  )
  expect(
    found.filter((file) => !(file in exceptions)),
    "Write it in app/i18n/locales; labels of the back office's records are in records.json.",
  ).toEqual([])
  expect(
    Object.keys(exceptions).filter((file) => !found.includes(file)),
    "These are exceptions no more.",
  ).toEqual([])
})
