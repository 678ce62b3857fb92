/** The sections of the settings page, in order: each one's anchor, and its title under `sections` in the texts. */
export const sections = [
  "profile",
  "email",
  "password",
  "two-factor",
  "sessions",
  "appearance",
  "notifications",
  "privacy",
] as const
export type SectionName = (typeof sections)[number]
