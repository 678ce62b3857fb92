/** A statement of the FAQ: phrases that say it in English and French, and what shows that it is true. */
export type Line = { says: [en: string, fr: string] } & (
  | { does: () => Promise<void> }
  /** It names no act or place of the product, for this reason. */
  | { informs: string }
)

/** The statements of each question, by the question in English. */
export type Lines = Record<string, Line[]>
