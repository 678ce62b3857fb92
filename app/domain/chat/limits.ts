/** How long a message may be edited after sending, ms. */
export const editableFor = 5 * 60_000
/** Maximum length of a message, in characters. */
export const maxBody = 4_000
/** Maximum length of a draft, which may exceed a message's. */
export const maxDraft = 10_000
