/** How long after it was sent a message may be edited, ms. */
export const editableFor = 5 * 60_000
/** A message has so many characters at most. */
export const maxBody = 4_000
/** What is typed may be longer while its author works on it. */
export const maxDraft = 10_000
