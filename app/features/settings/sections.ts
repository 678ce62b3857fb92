/** The sections of the settings page, in order: each one's anchor, and its title under `sections` in the texts. */
export const sections = ["password", "sessions"] as const
export type SectionName = (typeof sections)[number]
