import { execFile } from "node:child_process"
import { promisify } from "node:util"
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

  /**
   * A quadratic search takes minutes for any of these: a process of its own, which is ended after 40 seconds, runs them all.
   * Linear, they take two seconds, so that no load of the machine can be taken for a slow search.
   */
  test("looking for links in 400,000 characters of any shape is over in a moment, since it is linear", async () => {
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
    const source = new URL("../../../app/domain/chat/links.ts", import.meta.url)
    const script = `
      import { hasLink } from ${JSON.stringify(source.href)}
      const long = (unit) => unit.repeat(400_000 / unit.normalize("NFKC").length)
      for (const unit of ${JSON.stringify(units)}) hasLink(long(unit))
      hasLink("x" + long("-") + "a")
      console.log("done")`
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script], {
      timeout: 40_000,
    })
    expect(stdout.trim()).toBe("done")
  }, 60_000)
})
