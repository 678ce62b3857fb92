import { equalsInConstantTime, hmac } from "~/lib/crypto.server"

export const contentRatings = ["non_explicit", "explicit"] as const
export type ContentRating = (typeof contentRatings)[number]

export const ageAdapters = ["self_declaration"] as const
export type AgeAdapter = (typeof ageAdapters)[number]

/** An age-assurance method (trust-safety R28). `secret` is the deployment's. */
export interface AgeAssurance {
  /** Returns the proof that a visitor stores after passing; it contains nothing about them. */
  pass(secret: string): string
  /** Returns whether a visitor's value is a valid proof. */
  accepts(secret: string, value: string | null): boolean
}

/** Version of the statement that visitors agree to; a new one asks them again. */
const statement = "18 2026-11"

const selfDeclaration: AgeAssurance = {
  pass: (secret) => hmac(secret, statement),
  accepts: (secret, value) => value !== null && equalsInConstantTime(value, hmac(secret, statement)),
}

export const ageAssurances: Record<AgeAdapter, AgeAssurance> = { self_declaration: selfDeclaration }

/**
 * The ratings that each adapter suffices for: a statement is no proof, so explicit content needs an adapter that
 * verifies age.
 */
const enough: Record<AgeAdapter, readonly ContentRating[]> = { self_declaration: ["non_explicit"] }

export function isEnough(adapter: AgeAdapter, rating: ContentRating): boolean {
  return enough[adapter].includes(rating)
}
