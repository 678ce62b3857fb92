import { afterEach, describe, expect, test, vi } from "vitest"
import { faqs } from "../../../scripts/seed/content/faqs"
import { takeWoken } from "../helpers/mail"
import { account } from "./faq/account"
import type { Line } from "./faq/lines"
import { membership } from "./faq/membership"
import { profiles } from "./faq/profiles"
import { safety } from "./faq/safety"

afterEach(() => {
  vi.useRealTimers()
  takeWoken()
})

/** The proof of each answer that the seed writes; a question is named in English. */
const lines: Record<string, Line[]> = { ...account, ...membership, ...profiles, ...safety }
const statements = Object.values(lines).flat()

/** Splits an answer into sentences; a leading "No." belongs to the one after it. */
const sentencesOf = (answer: string) => answer.replace(/^(No|Non)\. /, "").split(/(?<=[.?!]) /)

describe("the questions and answers", () => {
  test("the questions and answers are those whose statements are tested here", () => {
    expect(faqs.map(({ question }) => question.en).toSorted()).toEqual(Object.keys(lines).toSorted())
  })

  test.each(faqs)(
    "every statement of the answer is tested here, in both languages: $question.en",
    ({ question, answer }) => {
      const said = lines[question.en] ?? []
      for (const [at, language] of (["en", "fr"] as const).entries()) {
        const text = answer[language]
        const phrases = said.map(({ says }) => says[at] as string)
        expect(phrases.filter((phrase) => !text.includes(phrase))).toEqual([])
        const isTested = (sentence: string) =>
          phrases.some((phrase) => sentence.includes(phrase) || phrase.includes(sentence))
        expect(sentencesOf(text).filter((sentence) => !isTested(sentence))).toEqual([])
      }
    },
  )

  test.each(statements.flatMap((line) => ("does" in line ? [[line.says[0], line.does] as const] : [])))(
    "the statements of the answer are true: %s",
    (_says, does) => does(),
  )
})
