import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { createTextSearch, excerptOf } from "~/domain/chat/search/text-search"

const marked = (query: string, text: string) =>
  createTextSearch(query)
    .mark(text)
    .map((part) => (part.isFound ? `[${part.text}]` : part.text))
    .join("")

describe("a search in texts", () => {
  test("a search finds words whatever their case and accents, in any order, and all of them", () => {
    const { matches } = createTextSearch("ete VENDREDI")
    expect(matches("Vendredi, en plein été")).toBe(true)
    expect(matches("VENDREDI, en plein E\u0301TE\u0301")).toBe(true)
    expect(matches("Vendredi, en hiver")).toBe(false)
    expect(createTextSearch("été").matches("En ete")).toBe(true)
    expect(createTextSearch("oeuvre").matches("L’œuvre")).toBe(true)
  })

  test("a search without a letter finds nothing", () => {
    for (const query of ["", "  ", "\u0301"]) expect(createTextSearch(query).matches("Anything")).toBe(false)
  })

  test("a search for signs of patterns finds these signs alone", () => {
    expect(createTextSearch("100%").matches("It is 100 now")).toBe(false)
    expect(createTextSearch("100%").matches("It is 100% now")).toBe(true)
    expect(createTextSearch("a.c").matches("abc")).toBe(false)
  })

  test("a search marks what it finds with its accents, ligatures and emoji whole", () => {
    expect(marked("ete", "En été, en E\u0301TE\u0301 et en 🎉été")).toBe("En [été], en [E\u0301TE\u0301] et en 🎉[été]")
    expect(marked("o", "L’œuvre")).toBe("L’[œ]uvre")
    expect(marked("e s", "Les étés")).toBe("L[es] [é]t[és]")
    expect(marked("nothing", "A text")).toBe("A text")
    expect(marked("<b>", "A <b>bold</b> text")).toBe("A [<b>]bold</b> text")
  })

  test("the parts of a marked text are the text, and one is found exactly where it matches", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme" }),
        fc.string({ unit: "grapheme", minLength: 1, maxLength: 3 }),
        (text, query) => {
          const { mark } = createTextSearch(query)
          expect(
            mark(text)
              .map((part) => part.text)
              .join(""),
          ).toBe(text)
        },
      ),
    )
  })

  test("an excerpt of a long text has what was found in it, on one line", () => {
    const search = createTextSearch("seven")
    const text = `${"One word, and another.\n".repeat(40)}At seven.${" And more.".repeat(40)}`
    const parts = excerptOf(text, search, 100)
    const whole = parts.map((part) => part.text).join("")
    expect(parts.some((part) => part.isFound && part.text === "seven")).toBe(true)
    expect([...whole].length).toBeLessThanOrEqual(102)
    expect(whole).toMatch(/^….*…$/)
    expect(excerptOf("At\nseven", search, 100)).toEqual([
      { text: "At ", isFound: false },
      { text: "seven", isFound: true },
    ])
  })
})
