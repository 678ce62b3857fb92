/** The sections of the settings, in order: each one's address below, and its title under `sections` in the texts. */
export const sections = [
  "profile",
  "email",
  "password",
  "sign-in",
  "sessions",
  "appearance",
  "notifications",
  "privacy",
] as const
export type SectionName = (typeof sections)[number]

export const settingsPath = "/profile/settings"

export function sectionPath(name: SectionName): string {
  return `${settingsPath}/${name}`
}

/** Pages below the settings that belong to a section, by the end of their address. */
const subpages: Record<string, SectionName> = {
  "/two-factor": "sign-in",
  "/two-factor/app": "sign-in",
  "/messages": "notifications",
  "/access": "privacy",
  "/data": "privacy",
}

/** Returns the section that an address below the settings shows, or belongs to as one of its pages. */
export function sectionAt(pathname: string): { name: SectionName; isItself: boolean } | null {
  const end = pathname.slice(settingsPath.length).replace(/^\/data\/.*/, "/data")
  const itself = end === "" ? sections[0] : sections.find((name) => end === `/${name}`)
  if (itself) return { name: itself, isItself: true }
  const owner = subpages[end]
  return owner ? { name: owner, isItself: false } : null
}

/** Returns the address of a section by its former anchor on the one page of all settings, as older mails link to it. */
export function pathOfAnchor(hash: string): string | null {
  const anchor = hash === "#two-factor" ? "#sign-in" : hash
  const name = sections.find((section) => anchor === `#${section}`)
  return name ? sectionPath(name) : null
}

/** The intents of each section's forms. */
export const sectionIntents = {
  profile: ["name", "avatar", "remove-avatar"],
  email: ["prove", "email", "resend-email", "cancel-email", "email-works"],
  password: ["password"],
  sessions: ["end-session", "end-others"],
  appearance: ["language"],
  notifications: ["notifications"],
} as const satisfies Partial<Record<SectionName, readonly string[]>>

type SectionWithForms = keyof typeof sectionIntents
export type IntentOf<Name extends SectionWithForms> = (typeof sectionIntents)[Name][number]
export type SettingsIntent = IntentOf<SectionWithForms>

/** Returns the address that a form of the settings is sent to. */
export function pathOfIntent(intent: string): string {
  const owner = (Object.keys(sectionIntents) as SectionWithForms[]).find((name) =>
    (sectionIntents[name] as readonly string[]).includes(intent),
  )
  return owner ? sectionPath(owner) : settingsPath
}
