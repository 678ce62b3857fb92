import fc from "fast-check"
import Papa from "papaparse"
import { expect, test } from "vitest"
import { csvLine, unescapedCell } from "~/domain/core/shared/csv"

const starts = ["=", "+", "-", "@", "|", "%", "'", "''", "'=", " =", "\t", "＝", '"', ";", ",", ""]

test("a cell that was escaped as a formula is read as it was, whatever it begins with", () => {
  const cells = fc.tuple(fc.constantFrom(...starts), fc.string()).map(([start, rest]) => start + rest)
  fc.assert(
    fc.property(fc.array(cells, { minLength: 2 }), fc.constantFrom("en" as const, "fr" as const), (row, locale) => {
      const [read = []] = Papa.parse<string[]>(csvLine(row, locale), { delimiter: locale === "fr" ? ";" : "," }).data
      expect(read.map(unescapedCell)).toEqual(row)
    }),
  )
})

test.each(["=1+1", "+33 1", "-a", "@sum", "'=1", "''=1"])(
  "the cell %s gets an apostrophe that keeps spreadsheets from running it",
  (cell) => {
    expect(csvLine([cell], "en")).toBe(`"'${cell}"\r\n`)
  },
)

test.each(["plain", "'quoted'", "-1.5", "it's"])("the cell %s is written and read as it is", (cell) => {
  expect([csvLine([cell], "en"), unescapedCell(cell)]).toEqual([`"${cell}"\r\n`, cell])
})
