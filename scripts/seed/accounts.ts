import { createHash, scryptSync } from "node:crypto"

/** The demo accounts. Their passwords are public: they exist only where the demo was seeded. */
export const accounts = [
  { email: "admin@salon.test", password: "quiet-lantern-admin", name: "Agathe Morel", locale: "fr" },
  { email: "member@salon.test", password: "open-window-member", name: "Martin Keller", locale: "fr" },
  { email: "premium@salon.test", password: "velvet-evening-premium", name: "Eleanor Whitcombe", locale: "en" },
  { email: "owner@salon.test", password: "copper-kettle-owner", name: "Camille Aubert", locale: "fr" },
] as const

export type Account = (typeof accounts)[number]

const cost = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 }

/** `scrypt$N$r$p$salt$hash`, salt and hash in base64url. The salt follows from the seed: the same seed, the same row. */
export function hashPassword(account: Account, seed: number): string {
  const salt = createHash("sha256").update(`${seed} ${account.email}`).digest().subarray(0, 16)
  const hash = scryptSync(account.password, salt, 32, cost)
  return ["scrypt", cost.N, cost.r, cost.p, salt.toString("base64url"), hash.toString("base64url")].join("$")
}
