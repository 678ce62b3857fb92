import type { Locale } from "~/i18n/locales"

interface SourceText {
  text: string
  from: Locale
  to: Locale
}

/** Why there is no translation: the provider took too long, failed, or returned nothing for a part of the text. */
type TranslationProblem = "timeout" | "failed" | "empty"

/** A failed translation. It has neither the text nor the provider's message, which may quote it. */
export class TranslationError extends Error {
  override readonly name = "TranslationError"
  constructor(readonly problem: TranslationProblem) {
    super(problem)
  }
}

/** Compares by name, so that an error of the adapter's own class counts too. */
export function isTranslationError(error: unknown): error is TranslationError {
  return error instanceof Error && error.name === "TranslationError"
}

/** Translates texts by a machine. They leave the app for its provider, and are logged nowhere. */
export interface Translator {
  /** Returns the whole text in the other language, with its line breaks. Ends within 20 seconds. Throws TranslationError. */
  translate: (source: SourceText) => Promise<string>
}
