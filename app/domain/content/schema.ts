import type { FaqTopic } from "~/db/enums"
import type { Locale } from "~/i18n/locales"

export { type FaqTopic, faqTopics, legalPages } from "~/db/enums"

/** A heading of a long text, for its table of contents. */
export interface Heading {
  id: string
  text: string
}

/** A page written by staff, as readers get it. */
export interface ContentPage {
  slug: string
  title: string
  /** The language of the text: not the reader's if there is no translation yet. */
  locale: Locale
  /** Markdown, as it was written. */
  markdown: string
  /** The text as HTML that is safe to show. */
  html: string
  headings: Heading[]
  version: number
  /** Epoch ms. */
  published_at: number
  updated_at: number
}

export interface Faq {
  id: string
  topic: FaqTopic
  /** Of the text: another than the reader's if there is no translation. */
  locale: Locale
  question: string
  /** Markdown, as it was written. */
  markdown: string
  /** The text as HTML that is safe to show. */
  html: string
}
