import type { Faq } from "~/domain/content/schema"
import { foldText } from "~/i18n/fold-text"

/**
 * Returns the questions that contain every word, in the question or its answer, ignoring case and accents. Without
 * words: all of them.
 */
export function filterFaqs<One extends Pick<Faq, "question" | "html">>(faqs: readonly One[], words: string): One[] {
  const wanted = foldText(words).split(/\s+/).filter(Boolean)
  return faqs.filter(({ question, html }) => {
    const text = foldText(`${question} ${html.replace(/<[^>]*>/g, "")}`)
    return wanted.every((word) => text.includes(word))
  })
}
