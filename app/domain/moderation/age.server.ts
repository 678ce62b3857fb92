import { equalsInConstantTime, hmac } from "~/lib/crypto.server"

export const contentRatings = ["non_explicit", "explicit"] as const
export type ContentRating = (typeof contentRatings)[number]

export const ageAdapters = ["self_declaration"] as const
export type AgeAdapter = (typeof ageAdapters)[number]

/** How visitors show that they are of age (trust-safety R28). `secret` is the deployment's. */
export interface AgeAssurance {
  /** What a visitor keeps who has passed: it says that they did, and nothing about them. */
  pass(secret: string): string
  /** Whether what a visitor brings is a pass. */
  accepts(secret: string, value: string | null): boolean
}

/** Raised when the statement that visitors agree to changes: they are asked again then. */
const statement = "18 2026-11"

const selfDeclaration: AgeAssurance = {
  pass: (secret) => hmac(secret, statement),
  accepts: (secret, value) => value !== null && equalsInConstantTime(value, hmac(secret, statement)),
}

export const ageAssurances: Record<AgeAdapter, AgeAssurance> = { self_declaration: selfDeclaration }

/** What each adapter is good for: a statement is no proof, so explicit content needs an adapter that checks. */
const enough: Record<AgeAdapter, readonly ContentRating[]> = { self_declaration: ["non_explicit"] }

export function isEnough(adapter: AgeAdapter, rating: ContentRating): boolean {
  return enough[adapter].includes(rating)
}
