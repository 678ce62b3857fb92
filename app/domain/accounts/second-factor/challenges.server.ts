import { and, eq, gt, lt, sql } from "drizzle-orm"
import { challenges } from "~/db/schema"
import type { Ctx } from "~/domain/context"
import { signInTries } from "~/domain/rate-limits"
import { newToken, sha256 } from "~/lib/crypto.server"
import { MINUTE } from "~/lib/time"

type Purpose = (typeof challenges.$inferSelect)["purpose"]
type Stores = Pick<Ctx, "db" | "now">

/** How long each kind of challenge is valid, in ms. */
export const challengeLifetimes = {
  "sign-in": 10 * MINUTE,
  "passkey-sign-in": 5 * MINUTE,
  "passkey-enrol": 5 * MINUTE,
  "passkey-confirm": 5 * MINUTE,
  "totp-enrol": 30 * MINUTE,
} as const satisfies Record<Purpose, number>

/** Stores a challenge and returns the token that the client must send back with its response. */
export async function issueChallenge(
  ctx: Stores,
  purpose: Purpose,
  subject: { userId: string | null; challenge?: string },
): Promise<string> {
  const token = newToken()
  const now = ctx.now()
  await ctx.db.insert(challenges).values({
    tokenHash: sha256(token),
    purpose,
    userId: subject.userId,
    challenge: subject.challenge ?? null,
    expiresAt: now + challengeLifetimes[purpose],
    createdAt: now,
  })
  return token
}

function isOpen(purpose: Purpose, token: string, now: number) {
  return and(
    eq(challenges.tokenHash, sha256(token)),
    eq(challenges.purpose, purpose),
    gt(challenges.expiresAt, now),
    lt(challenges.attempts, signInTries),
  )
}

/** Deletes an open challenge and returns it, so that it is used once; null if it is expired, used or unknown. */
export async function takeChallenge(ctx: Stores, purpose: Purpose, token: string) {
  const [taken] = await ctx.db
    .delete(challenges)
    .where(isOpen(purpose, token, ctx.now()))
    .returning({ userId: challenges.userId, challenge: challenges.challenge })
  return taken ?? null
}

/**
 * Returns the user of a sign-in that awaits its second step, or null if it has expired. Does not count as an attempt.
 */
export async function findSignIn(ctx: Stores, token: string): Promise<{ userId: string } | null> {
  const [found] = await ctx.db
    .select({ userId: challenges.userId })
    .from(challenges)
    .where(isOpen("sign-in", token, ctx.now()))
    .limit(1)
  return found?.userId ? { userId: found.userId } : null
}

/** Counts an attempt at the second step before verifying it, so that parallel attempts cannot exceed the limit. */
export async function trySignIn(ctx: Stores, token: string) {
  const [tried] = await ctx.db
    .update(challenges)
    .set({ attempts: sql`${challenges.attempts} + 1` })
    .where(isOpen("sign-in", token, ctx.now()))
    .returning({ userId: challenges.userId, challenge: challenges.challenge })
  return tried?.userId ? { userId: tried.userId, challenge: tried.challenge } : null
}

/** Deletes a sign-in's challenge. Returns whether this call did: of parallel requests, one succeeds. */
export async function closeSignIn(ctx: Stores, token: string): Promise<boolean> {
  const { meta } = await ctx.db
    .delete(challenges)
    .where(and(eq(challenges.tokenHash, sha256(token)), eq(challenges.purpose, "sign-in")))
  return meta.changes === 1
}

/** Stores a passkey challenge with the sign-in that awaits its second step. */
export async function storePasskeyChallenge(ctx: Stores, token: string, challenge: string): Promise<void> {
  await ctx.db
    .update(challenges)
    .set({ challenge })
    .where(isOpen("sign-in", token, ctx.now()))
}
