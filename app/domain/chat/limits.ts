/** How long after it was sent a message may be edited, ms. */
export const editableFor = 5 * 60_000
/** A message has so many characters at most. */
export const maxBody = 4_000
