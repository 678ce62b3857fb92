import { expect, test } from "vitest"
import { filesOf, textOf } from "./helpers/sources"

/** Code that runs for the requests of a Worker. Objects (`party`) have one context for all that they do. */
const files = [
  ...filesOf("{app/{db,domain,i18n,lib,remix,routes},worker}/**/*.{ts,tsx}"),
  ...filesOf("app/features/**/*.server.{ts,tsx}"),
]

/** A variable, a field or a map that holds a promise: `let opening: Promise<…>`, `end: Promise<…>`, `new Map<string, Promise<…>>`. */
const storesPromise = /^\s*(?:(?:const|let|readonly) )?#?\w+\??: Promise<.*[^,]$|Map<[^()]*Promise</m

test("requests of one isolate share values, and no promises (docs/decisions/2026-11-29-no-request-awaits-another.md)", () => {
  expect(files.length).toBeGreaterThan(500)
  expect(files.filter((file) => storesPromise.test(textOf(file)))).toEqual([])
})
