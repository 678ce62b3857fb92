import { DatabaseSync } from "node:sqlite"
import fc from "fast-check"
import { expect, test } from "vitest"
import { wordsQuery } from "~/domain/profiles/search"

test("every word is searched for as a prefix; a single letter as itself", () => {
  expect(wordsQuery("Dîners  à l’Opéra")).toBe('"Dîners"* AND "à" AND "l" AND "Opéra"*')
})

test("a query holds eight words at most, none longer than 40 letters", () => {
  const query = wordsQuery(`${"x".repeat(10_000)} ${"word ".repeat(2_000)}`) ?? ""
  expect(query.split(" AND ")).toHaveLength(8)
  expect(query.split(" AND ")[0]).toBe(`"${"x".repeat(40)}"*`)
})

test("a text without words gives no query", () => {
  for (const typed of ["", "   ", "***", '"', "(((", "-- ;"]) expect(wordsQuery(typed)).toBeNull()
})

test("any typed text becomes a valid full-text query", () => {
  const db = new DatabaseSync(":memory:")
  db.exec("CREATE VIRTUAL TABLE t USING fts5(en, tags, content='', contentless_delete=1, prefix='2 3')")
  const search = db.prepare("SELECT count(*) AS n FROM t WHERE t MATCH ?")
  const syntax = fc.constantFrom(
    "AND",
    "OR",
    "NOT",
    "NEAR(a b)",
    "en:",
    "{en}",
    '"',
    "*",
    "^",
    "(",
    ")",
    "-",
    "+",
    ":",
    "\0",
  )
  const typed = fc
    .array(fc.oneof(syntax, fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" })))
    .map((all) => all.join(" "))
  fc.assert(
    fc.property(typed, (text) => {
      const words = wordsQuery(text)
      if (words !== null) expect(search.get(`tags : (all) AND {en} : (${words})`)).toEqual({ n: 0 })
    }),
    { numRuns: 500 },
  )
})
