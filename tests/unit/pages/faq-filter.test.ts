import { expect, test } from "vitest"
import { filterFaqs } from "~/features/content/faq-filter"

const faqs = [
  { question: "Comment résilier ?", html: "<p>Sous <strong>Facturation</strong>, jusqu’à ce jour.</p>" },
  { question: "How do I cancel?", html: '<p>Under <a href="/profile/billing">Billing</a>.</p>' },
]
const found = (words: string) => filterFaqs(faqs, words).map(({ question }) => question)

test("an empty search finds every question", () => {
  expect(found("")).toHaveLength(2)
  expect(found("  ")).toHaveLength(2)
})

test("every word must be in the question or its answer, in any case and with any accents", () => {
  expect(found("RESILIER facturation")).toEqual(["Comment résilier ?"])
  expect(found("cancel facturation")).toEqual([])
  expect(found("jusqu'à")).toEqual(["Comment résilier ?"])
})

test("the search of questions ignores their markup", () => {
  expect(found("strong")).toEqual([])
  expect(found("profile/billing")).toEqual([])
})

test("the words searched for are no patterns", () => {
  for (const words of [".*", "[", "(", "\\", "%"]) expect(found(words)).toEqual([])
})
