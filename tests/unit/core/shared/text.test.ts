import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { lineDraft, lineText, multilineDraft, multilineText, typedText } from "~/domain/core/shared/text"
import { countCharacters, firstCharacters } from "~/lib/characters"
import { fieldProblems } from "~/lib/field-problems"

const lineOf = (text: string) => lineText(80).safeParse(text).data
const linesOf = (text: string) => multilineText(80).safeParse(text).data

describe("a line of text", () => {
  test.each([
    ["a non-breaking space", "Aix\u00a0en\u202fProvence", "Aix en Provence"],
    ["spaces of all kinds", "\u3000a\u2003\u2009b\t\r\nc\u2028d\u2800e ", "a b c d e"],
    ["a zero-width space", "Par\u200bis", "Paris"],
    ["a byte order mark", "\ufeffParis", "Paris"],
    ["a soft hyphen", "Pa\u00adris", "Paris"],
    ["a word joiner", "Pa\u2060ris", "Paris"],
    ["controls of direction", "\u202eParis\u202c \u2066x\u2069\u200f\u061c", "Paris x"],
    ["a control character", "Pa\u0000\u001bris\u007f", "Paris"],
    ["a Hangul filler", "\u3164Par\u115fis\uffa0", "Paris"],
    ["tags that spell hidden words", "Paris\u{e0068}\u{e0069}", "Paris"],
    ["a noncharacter", "Paris\uffff\u{1fffe}", "Paris"],
    ["decomposed letters", "Ge\u0301rard", "Gérard"],
    ["letters that an invisible one separates", "Ge\u200b\u0301rard", "Gérard"],
    ["joiners between Latin letters", "Pa\u200d\u200cris", "Paris"],
    ["a variation selector after a letter", "Paris\ufe0f\u{e0100}", "Paris"],
  ])("%s is normalised", (_, typed, stored) => expect(lineOf(typed)).toBe(stored))

  test.each([
    ["Persian, which separates parts of a word by a non-joiner", "می\u200cخواهم"],
    ["a Persian name", "علی\u200cرضا"],
    ["Persian with a vowel before the joiner", "مِ\u200cخ"],
    ["Sinhala, which joins letters", "ශ්\u200dරී"],
    ["Hindi, which keeps letters apart", "क्\u200cष"],
    ["Malayalam, where a joiner ends a word", "ന്\u200d അവൻ"],
    ["Bengali, with a joiner before the sign", "র\u200d্যাম"],
    ["an emoji of several", "👩‍🚀 👨‍👩‍👧‍👦 🏳️‍🌈 ❤️‍🔥 👩🏽‍🚀 🏃‍♀️‍➡️"],
    ["an emoji in its two presentations", "❤️ ☎︎"],
    ["a keycap", "1️⃣ #️⃣"],
    ["the flag of Scotland", "🏴󠁧󠁢󠁳󠁣󠁴󠁿"],
    ["the variant of an ideograph in a Japanese name", "葛\u{e0100}城"],
    ["Mongolian with its variants", "ᠨᠢᠭ\u180bᠡ"],
    ["Arabic signs of numbers", "\u0600\u0661"],
  ])("%s remains as it is", (_, text) => expect(lineOf(text)).toBe(text.normalize("NFC")))

  test.each(["", " ", "\u00a0\u3000", "\u200b", "\u200d\ufe0f", "\u0301", "\u2800", "\u3164", "\n\n", "\u{e0020}"])(
    "%j is nothing: a required line refuses it, a draft stores the empty text",
    (typed) => {
      const { error } = lineText(80).safeParse(typed)
      expect(error && fieldProblems(error)).toEqual({ body: ["required"] })
      expect(multilineText(80).safeParse(typed).success).toBe(false)
      expect(lineDraft(80).parse(typed)).toBe("")
      expect(multilineDraft(80).parse(typed)).toBe("")
    },
  )

  test.each([
    ["a line", lineText(80)],
    ["a draft", multilineDraft(80)],
    ["a text that is being typed", typedText(80)],
  ])("%s with half of a surrogate pair is invalid", (_, schema) => {
    for (const typed of ["\ud800", "a\udc00b", "\ude80\ud83d"]) {
      const { error } = schema.safeParse(typed)
      expect(error && fieldProblems(error)).toEqual({ body: ["invalid"] })
    }
  })
})

describe("a text of several lines", () => {
  test("keeps the non-breaking spaces of French, and has one kind of line end", () => {
    expect(linesOf(" Vraiment\u00a0?\r\n1\u202f284\u00a0€\rfin\u2028\u2003x\ty ")).toBe(
      "Vraiment\u00a0?\n1\u202f284\u00a0€\nfin\n x\ty",
    )
  })

  test("a text that is being typed is stored as it is", () => {
    expect(typedText(80).parse(" a\u200b\r\n ")).toBe(" a\u200b\r\n ")
  })
})

describe("the length of a text", () => {
  test.each([
    ["letters of two bytes", "é".repeat(80)],
    ["decomposed letters", "e\u0301".repeat(80)],
    ["characters beyond the basic plane", "𝔸".repeat(80)],
    ["letters with spaces around", `   ${"a".repeat(80)}   `],
    ["letters with invisible ones between", "a\u200b".repeat(80)],
  ])("80 %s fit into 80 characters, and 81 do not", (_, text) => {
    expect(countCharacters(lineText(80).parse(text))).toBe(80)
    const { error } = lineText(80).safeParse(`${text.trim()}b`)
    expect(error && fieldProblems(error)).toEqual({ body: ["too_long"] })
  })

  test("a megabyte is too long before it is normalised", () => {
    const { error } = multilineText(80).safeParse("\u0315\u0300".repeat(500_000))
    expect(error && fieldProblems(error)).toEqual({ body: ["too_long"] })
  })

  test("a text is cut between characters", () => expect(firstCharacters("a🚀b", 2)).toBe("a🚀"))
})

test("what was stored is stored again as it is", () => {
  const pieces = fc.constantFrom(
    "\u200b",
    "\u200c",
    "\u200d",
    "\ufe0f",
    "\u0301",
    "\u094d",
    "\u2800",
    "\u180b",
    "\u{1f3f4}",
    "\u{e0067}",
    "\u{e007f}",
    "ک",
    "क",
    "葛",
    "ᠨ",
    "👩",
    "🏽",
    "\u061c",
    "\u00a0",
    " ",
    "\r",
    "\n",
    "é",
    "1",
    "\u20e3",
    "\ufeff",
    "\u0315",
    "\u0600",
    "\u3164",
    "\u{e0100}",
    "\ud83d",
    "\uffff",
    "x",
    "\u0000",
    "\u3000",
    "Å",
    "ﷺ",
    "한",
    "\u115f",
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 20 }), (parts) => {
      for (const schema of [lineDraft(1_000), multilineDraft(1_000)]) {
        const { data: stored } = schema.safeParse(parts.join(""))
        if (stored !== undefined) expect(schema.parse(stored)).toBe(stored)
      }
    }),
  )
}, 60_000)
