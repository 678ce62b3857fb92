import { and, eq, gt, lt, sql } from "drizzle-orm"
import { challenges } from "~/db/schema"
import type { Ctx } from "~/domain/context"
import { signInTries } from "~/domain/rate-limits"
import { newToken, sha256 } from "~/lib/crypto.server"

type Purpose = (typeof challenges.$inferSelect)["purpose"]
type Stores = Pick<Ctx, "db" | "now">

const MINUTE = 60_000
/** For how long each question may be answered, in ms. */
export const challengeLifetimes = {
  "sign-in": 10 * MINUTE,
  "passkey-sign-in": 5 * MINUTE,
  "passkey-enrol": 5 * MINUTE,
  "passkey-confirm": 5 * MINUTE,
  "totp-enrol": 30 * MINUTE,
} as const satisfies Record<Purpose, number>

/** Asks a question; gives the token that the answer must bring along. */
export async function issueChallenge(
  ctx: Stores,
  purpose: Purpose,
  question: { userId: string | null; challenge?: string },
): Promise<string> {
  const token = newToken()
  const now = ctx.now()
  await ctx.db.insert(challenges).values({
    tokenHash: sha256(token),
    purpose,
    userId: question.userId,
    challenge: question.challenge ?? null,
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

/** Takes a question out of the table, so that it is answered once; null when it is not open any more. */
export async function takeChallenge(ctx: Stores, purpose: Purpose, token: string) {
  const [taken] = await ctx.db
    .delete(challenges)
    .where(isOpen(purpose, token, ctx.now()))
    .returning({ userId: challenges.userId, challenge: challenges.challenge })
  return taken ?? null
}

/** Whose sign-in waits for its second step; null when it is not open any more. Asking counts as no try. */
export async function findSignIn(ctx: Stores, token: string): Promise<{ userId: string } | null> {
  const [found] = await ctx.db
    .select({ userId: challenges.userId })
    .from(challenges)
    .where(isOpen("sign-in", token, ctx.now()))
    .limit(1)
  return found?.userId ? { userId: found.userId } : null
}

/** Counts a try at the second step of a sign-in, before it is looked at: many tries at once are no more than one after the other. */
export async function trySignIn(ctx: Stores, token: string) {
  const [tried] = await ctx.db
    .update(challenges)
    .set({ attempts: sql`${challenges.attempts} + 1` })
    .where(isOpen("sign-in", token, ctx.now()))
    .returning({ userId: challenges.userId, challenge: challenges.challenge })
  return tried?.userId ? { userId: tried.userId, challenge: tried.challenge } : null
}

/** Ends a sign-in's second step; whether it was this call that did. */
export async function closeSignIn(ctx: Stores, token: string): Promise<boolean> {
  const { meta } = await ctx.db
    .delete(challenges)
    .where(and(eq(challenges.tokenHash, sha256(token)), eq(challenges.purpose, "sign-in")))
  return meta.changes === 1
}

/** Puts a passkey's question beside the sign-in that waits for it. */
export async function askPasskey(ctx: Stores, token: string, challenge: string): Promise<void> {
  await ctx.db
    .update(challenges)
    .set({ challenge })
    .where(isOpen("sign-in", token, ctx.now()))
}
