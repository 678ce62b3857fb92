import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { hasLink } from "~/domain/chat/links"

const links = [
  "https://x.yz",
  "ftp://a",
  "www.a",
  "see example.com",
  "t.me/ada",
  "EXAMPLE.FR!",
  "ｅxample.com",
  "a-b.co.uk",
  "javascript://x",
  "bit.ly/abc",
  "evil.tk",
  "evil.dev",
  "1.2.3.4/pay",
  "at 1.2.3.4",
  "evil。com",
  "evil｡com",
  "evil.\u200bcom",
  "e\u00advil.com",
  "discord.gg/abc",
  "ada@example.org",
  "write to ada.l+x@mail.example.museum",
  "(evil.com)",
  "Evil.Com",
  "evil.Tk",
  "пример.рф/оплата",
  "evil.xn--p1ai",
  "go:evil.com.",
  "x.com",
  "_evil.com",
  "evil.com...",
  "a/evil.com",
]
const sentences = [
  "Hello.Are you there",
  "at 8.30 p.m.",
  "1.5 h",
  "e.g. this",
  "etc...",
  "un.deux",
  "ok.merci",
  "e.g. hello.I am",
  "10.30",
  "M.Dupont",
  "200.50 €",
  "1.234,56",
  "12.11.2026",
  "Mr.Smith",
  "Merci.Me voilà",
  "D'accord.De rien",
  "oui...de rien",
  "et/ou",
  "a.m./p.m.",
  "@ada.lovelace",
  "v1.2.3",
  "3.5/5",
  "24/7",
  "svp. et/ou",
  "9.30/10.30",
  "Bonsoir.",
  "J.-P. Martin",
  "M.de Villiers",
  "300.-/h",
]

describe("addresses in messages", () => {
  test.each(links)("%j is a link in a message", (text) => expect(hasLink(text)).toBe(true))
  test.each(sentences)("%j is no link in a message", (text) => expect(hasLink(text)).toBe(false))

  test("links are found anywhere in a text", () => {
    const around = fc.string({ unit: "grapheme", maxLength: 30 })
    const check = (before: string, link: string, after: string) => hasLink(`${before} ${link} ${after}`)
    fc.assert(fc.property(around, fc.constantFrom(...links), around, check))
  })

  test("looking for links in eight times the text takes at most 24 times as long: a quadratic search takes 64", () => {
    const units = [
      "a",
      "é",
      "a.",
      "é.",
      "a@",
      "/",
      "a/",
      ".",
      "-",
      "1.",
      "a:",
      "www",
      "\u200b",
      "a.b/",
      "_",
      "ﷺ",
      "w.w-",
      "@.",
    ]
    const enclosed = { unit: "-", start: "x", end: "a" }
    for (const shape of [...units.map((unit) => ({ unit, start: "", end: "" })), enclosed]) {
      const [once, eightfold] = shortestTimes(shape, 4_000)
      expect([shape, eightfold / once <= 24, eightfold / once]).toEqual([shape, true, expect.any(Number)])
    }
  })
})

/**
 * Returns the shortest times for a text of this length once normalised and for one eight times as long, measured in turns.
 * Short runs, and the best of many: other load on the machine interrupts some of them, but not all. Each text is a new
 * one, since V8 caches the results of splitting and replacing equal texts.
 */
function shortestTimes(
  { unit, start: before, end: after }: { unit: string; start: string; end: string },
  length: number,
): [once: number, eightfold: number] {
  const times: [once: number, eightfold: number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  const count = Math.ceil(length / unit.normalize("NFKC").length)
  for (let round = 0; round < 10; round++)
    for (const at of [0, 1] as const) {
      const text = `${round} ${before}${unit.repeat((at === 0 ? 1 : 8) * count)}${after}`
      const start = performance.now()
      hasLink(text)
      times[at] = Math.min(times[at], performance.now() - start)
    }
  return times
}
