/** A statement of the FAQ: its phrases in English and French, and the proof that it is true. */
export type Line = { says: [en: string, fr: string] } & (
  | { does: () => Promise<void> }
  /** Why it needs no proof: it names no act or place of the product. */
  | { informs: string }
)

/** The statements of each question, by the question in English. */
export type Lines = Record<string, Line[]>
