import { readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"
import terms from "~/i18n/product-terms.json"
import { faqs } from "../../../scripts/seed/content/faqs.ts"
import { readPages } from "../../../scripts/seed/content/pages.ts"
import { filesOf, textOf } from "../../architecture/helpers/sources"

type Language = "en" | "fr"

/** A text that people read, and where it stands. */
interface Text {
  where: string
  text: string
}

const languages: Language[] = ["en", "fr"]
const offlinePage = readFileSync("public/offline.html", "utf8").split("<body>")[1] ?? ""

function stringsOf(node: unknown, where: string): Text[] {
  if (typeof node === "string") return [{ where, text: node }]
  return Object.entries(node as object).flatMap(([key, value]) => stringsOf(value, `${where}.${key}`))
}

/** Everything that the app and its demo say in a language: locale files, questions, legal texts, the page for no network. */
function textsOf(language: Language): Text[] {
  const [english = "", french = ""] = offlinePage.split('<section lang="fr">')
  return [
    ...filesOf(`app/i18n/locales/${language}/*.json`).flatMap((file) => stringsOf(JSON.parse(textOf(file)), file)),
    ...faqs.flatMap(({ question, answer }, place) =>
      [question, answer].map((pair) => ({ where: `question ${place + 1}`, text: pair[language] })),
    ),
    ...readPages("demo").flatMap(({ slug, texts }) =>
      texts
        .filter(({ locale }) => locale === language)
        .flatMap(({ title, body }) => [title, ...body.split("\n")].map((text) => ({ where: slug, text }))),
    ),
    { where: "public/offline.html", text: language === "en" ? english : french },
  ].map(({ where, text }) => ({ where, text: plain(text) }))
}

/** One apostrophe, one space (the typography is another test's), and no names of variables. */
const plain = (text: string) =>
  text
    .replaceAll("'", "’")
    .replace(/\{\{\w+\}\}/g, "…")
    .replace(/\s+/g, " ")

/** Finds a phrase between letters that are not its own, in any case. */
const phrase = (words: string) => new RegExp(`(?<![\\p{L}-])${plain(words)}(?![\\p{L}-])`, "iu")

describe.each(languages)("what people read in %s", (language) => {
  const texts = textsOf(language)

  test("is found", () => {
    for (const part of ["locales/", "question ", "legal/", "public/offline.html"]) {
      expect(texts.some(({ where, text }) => where.includes(part) && text.length > 10)).toBe(true)
    }
  })

  test.each(terms)("has one word for $term", (term) => {
    const { word, not } = term[language]
    const wrong = not.flatMap((banned) => {
      const pattern = phrase(banned)
      return texts.filter(({ text }) => pattern.test(text)).map(({ where, text }) => ({ where, text, banned }))
    })
    expect(wrong, `Write "${word}" (app/i18n/product-terms.json).`).toEqual([])
    expect(
      texts.some(({ text }) => text.toLowerCase().includes(word.toLowerCase())),
      `Nothing says "${word}".`,
    ).toBe(true)
  })
})
