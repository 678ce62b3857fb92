import type { Ctx } from "~/domain/core/context"
import { signInTries } from "~/domain/core/rate-limits"
import { newToken, sha256 } from "~/lib/crypto.server"
import { MINUTE } from "~/lib/time"
import type { SignInProof } from "../sessions/session.server"
import * as queries from "./queries.server"

type Purpose = queries.ChallengePurpose
type Stores = Pick<Ctx, "db" | "now">

/** How long each kind of challenge is valid, in ms. */
export const challengeLifetimes = {
  "sign-in": 10 * MINUTE,
  "passkey-sign-in": 5 * MINUTE,
  "passkey-enrol": 5 * MINUTE,
  "passkey-confirm": 5 * MINUTE,
  "totp-enrol": 30 * MINUTE,
  "held-act": 10 * MINUTE,
} as const satisfies Record<Purpose, number>

/**
 * Stores a challenge and returns the token that the client must send back with its response. Throws the refusal of
 * `subject.proof`.
 */
export async function issueChallenge(
  ctx: Stores,
  purpose: Purpose,
  subject: { userId: string | null; challenge?: string; proof?: SignInProof },
): Promise<string> {
  const token = newToken()
  const now = ctx.now()
  const challenge = {
    tokenHash: sha256(token),
    purpose,
    userId: subject.userId,
    challenge: subject.challenge ?? null,
    expiresAt: now + challengeLifetimes[purpose],
    createdAt: now,
  }
  const isStored = await queries.insertChallenge(ctx.db, challenge, subject.proof?.holds)
  if (!isStored && subject.proof) throw subject.proof.refusal()
  return token
}

function openChallenge({ now }: Stores, purpose: Purpose, token: string) {
  return { purpose, tokenHash: sha256(token), maxAttempts: signInTries, now: now() }
}

/** Deletes an open challenge and returns it, so that it is used once; null if it is expired, used or unknown. */
export function takeChallenge(ctx: Stores, purpose: Purpose, token: string) {
  return queries.takeChallenge(ctx.db, openChallenge(ctx, purpose, token))
}

/**
 * Returns the user of a sign-in that awaits its second step, or null if it has expired. Does not count as an attempt.
 */
export async function findSignIn(ctx: Stores, token: string): Promise<{ userId: string } | null> {
  const userId = await queries.findChallengeUser(ctx.db, openChallenge(ctx, "sign-in", token))
  return userId ? { userId } : null
}

/** Counts an attempt at the second step before verifying it, so that parallel attempts cannot exceed the limit. */
export async function trySignIn(ctx: Stores, token: string) {
  const tried = await queries.countAttempt(ctx.db, openChallenge(ctx, "sign-in", token))
  return tried?.userId ? { userId: tried.userId, challenge: tried.challenge } : null
}

/** Deletes a sign-in's challenge. Returns whether this call did: of parallel requests, one succeeds. */
export function closeSignIn(ctx: Stores, token: string): Promise<boolean> {
  return queries.deleteChallenge(ctx.db, "sign-in", sha256(token))
}

/** Stores a passkey challenge with the sign-in that awaits its second step. */
export async function storePasskeyChallenge(ctx: Stores, token: string, challenge: string): Promise<void> {
  await queries.updateChallenge(ctx.db, openChallenge(ctx, "sign-in", token), challenge)
}
