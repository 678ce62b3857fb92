import { DatabaseSync } from "node:sqlite"
import fc from "fast-check"
import { expect, test } from "vitest"
import { schemaObjects } from "~/db/triggers"
import { wordsQuery } from "~/domain/core/shared/words-query"

/** A database with an empty search index like the app's. */
function openIndex(): DatabaseSync {
  const db = new DatabaseSync(":memory:")
  db.exec(schemaObjects.find(({ name }) => name === "search_newest")?.sql ?? "")
  return db
}

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
  const search = openIndex().prepare("SELECT count(*) AS n FROM search_newest WHERE search_newest MATCH ?")
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
      if (words !== null) expect(search.get(`tags : (taggedall) AND {en} : (${words})`)).toEqual({ n: 0 })
    }),
    { numRuns: 500 },
  )
})

test("no letter, digit or mark of Unicode is within a word of a query and between two words of the index", () => {
  const search = openIndex().prepare("SELECT count(*) AS n FROM search_newest WHERE search_newest MATCH ?")
  const refused = []
  for (let code = 0; code < 0x110000; code += 1) {
    const one = String.fromCodePoint(code)
    if (!/[\p{L}\p{M}\p{N}]/u.test(one)) continue
    try {
      search.get(wordsQuery(`q${one}q`))
    } catch {
      refused.push(code.toString(16))
    }
  }
  expect(refused).toEqual([])
})

test("letters of every script are searched for, cut where the index cuts them", () => {
  expect(wordsQuery("n\u0303a\u0301")).toBe('"ñá"*')
  expect(wordsQuery("x\u0304y")).toBe('"x\u0304y"*')
  expect(wordsQuery("Ольга 東京 हिन्दी")).toBe('"Ольга"* AND "東京"* AND "ह" AND "न" AND "द"')
})
