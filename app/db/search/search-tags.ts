/**
 * Beginning of every tag in the search indexes: as long as their longest prefix index, so that all tags of a profile are one entry
 * in each of those, though nobody looks a tag up by its beginning.
 */
export const tagStart = "tagged"

/** Returns the tag of a time of the week, as `profiles.rhythm` names it: letters alone, so that the indexes do not cut it. */
export const timeTag = (time: string) => `w${time.replace("-", "")}`
