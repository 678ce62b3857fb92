import { createHash, scryptSync } from "node:crypto"

/** The demo accounts. Their passwords are public: they exist only where the demo was seeded. */
export const accounts = [
  { email: "admin@salon.test", password: "quiet-lantern-admin", name: "Agathe Morel", locale: "fr" },
  { email: "member@salon.test", password: "open-window-member", name: "Martin Keller", locale: "fr" },
  { email: "premium@salon.test", password: "velvet-evening-premium", name: "Eleanor Whitcombe", locale: "en" },
  { email: "owner@salon.test", password: "copper-kettle-owner", name: "Camille Aubert", locale: "fr" },
] as const

/** The demo's staff, one for each role besides the admin, and their password. */
export const colleagues = [
  { role: "trust_lead", name: "Hélène Garnier", locale: "fr" },
  { role: "moderator", name: "Oliver Pembroke", locale: "en" },
  { role: "verifier", name: "Nadia Benali", locale: "fr" },
  { role: "support", name: "Thomas Reiter", locale: "fr" },
  { role: "finance", name: "Isabel Marsh", locale: "en" },
  { role: "editor", name: "Lucie Fontaine", locale: "fr" },
  { role: "auditor", name: "Edward Holloway", locale: "en" },
] as const
export const colleaguePassword = "quiet-lantern-staff"

/** Returns the account of a role: `trust-lead@salon.test`. */
export function colleagueAccount(role: (typeof colleagues)[number]["role"]): { email: string; password: string } {
  return { email: `${role.replace("_", "-")}@salon.test`, password: colleaguePassword }
}

/** States of a profile in which the demo has an owner besides; the password of all is the demo owner's. */
export const ownerStates = [
  "draft",
  "submitted",
  "in_review",
  "changes_requested",
  "rejected",
  "approved",
  "paused",
  "suspended",
  "withdrawn",
] as const
export type OwnerState = (typeof ownerStates)[number]

/** Returns the account of the owner whose profile is in a state: `draft@owners.salon.test`. */
export function ownerAccount(state: OwnerState): { email: string; password: string } {
  return { email: `${state.replace("_", "-")}@owners.salon.test`, password: accounts[3].password }
}

const cost = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 }

/** `scrypt$N$r$p$salt$hash`, salt and hash in base64url. The salt follows from the seed: the same seed, the same row. */
export function hashPassword(account: { email: string; password: string }, seed: number): string {
  const salt = createHash("sha256").update(`${seed} ${account.email}`).digest().subarray(0, 16)
  const hash = scryptSync(account.password, salt, 32, cost)
  return ["scrypt", cost.N, cost.r, cost.p, salt.toString("base64url"), hash.toString("base64url")].join("$")
}
