import type { Faq } from "~/domain/content/schema"

/**
 * Returns the questions that contain every word, in the question or its answer, ignoring case and accents. Without
 * words: all of them.
 */
export function filterFaqs<One extends Pick<Faq, "question" | "html">>(faqs: readonly One[], words: string): One[] {
  const wanted = fold(words).split(/\s+/).filter(Boolean)
  return faqs.filter(({ question, html }) => {
    const text = fold(`${question} ${html.replace(/<[^>]*>/g, "")}`)
    return wanted.every((word) => text.includes(word))
  })
}

/** Folds accents, case and typographic apostrophes, which readers type as plain ones: `Où` equals `OU`. */
function fold(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("’", "'").toLowerCase()
}
