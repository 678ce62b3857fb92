import type { Faq } from "~/domain/content/schema"

/** The questions that hold every word, in the question or its answer; case and accents do not count. No word: all of them. */
export function filterFaqs<One extends Pick<Faq, "question" | "html">>(faqs: readonly One[], words: string): One[] {
  const wanted = fold(words).split(/\s+/).filter(Boolean)
  return faqs.filter(({ question, html }) => {
    const text = fold(`${question} ${html.replace(/<[^>]*>/g, "")}`)
    return wanted.every((word) => text.includes(word))
  })
}

/** `Où` and `OU` are one. The apostrophe that one types is not the one that stands in print. */
function fold(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("’", "'").toLowerCase()
}
