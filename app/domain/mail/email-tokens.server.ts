import { and, eq, gt, inArray, lt, type SQL, type SQLWrapper } from "drizzle-orm"
import type { Database } from "~/db/client.server"
import { emailTokens } from "~/db/schema"
import { newToken, sha256 } from "~/lib/crypto.server"
import type { Ctx } from "../context"

type Purpose = (typeof emailTokens.$inferSelect)["purpose"]

/** Lifetime of a mailed link, in minutes; an export's link lives as long as its file. */
export const tokenMinutes = 60
export const exportTokenMinutes = 7 * 24 * 60

/** Issues the token of a mailed link; revokes the subject's previous one for this purpose. */
export async function issueEmailToken(
  ctx: Pick<Ctx, "db" | "now">,
  purpose: Purpose,
  subjectId: string,
): Promise<string> {
  const token = newToken()
  await storeEmailToken(ctx, purpose, subjectId, token, purpose === "export" ? exportTokenMinutes : tokenMinutes)
  return token
}

/** Stores a token for `minutes`, replacing the subject's previous one for this purpose. */
export async function storeEmailToken(
  ctx: Pick<Ctx, "db" | "now">,
  purpose: Purpose,
  subjectId: string,
  token: string,
  minutes: number,
): Promise<void> {
  const now = ctx.now()
  await ctx.db.batch([
    ctx.db.delete(emailTokens).where(and(eq(emailTokens.purpose, purpose), eq(emailTokens.subjectId, subjectId))),
    ctx.db.insert(emailTokens).values({
      tokenHash: sha256(token),
      purpose,
      subjectId,
      expiresAt: now + minutes * 60_000,
      createdAt: now,
    }),
  ])
}

/** Returns the subject of a valid token, or null. Does not use it up. */
export async function findTokenSubject(
  ctx: Pick<Ctx, "db" | "now">,
  purpose: Purpose,
  token: string,
): Promise<string | null> {
  const [row] = await ctx.db
    .select({ subjectId: emailTokens.subjectId })
    .from(emailTokens)
    .where(isAlive(purpose, token, ctx.now()))
    .limit(1)
  return row?.subjectId ?? null
}

/** SQL condition that a token is valid, for the batch that uses it up. */
export function isAlive(purpose: Purpose, token: string, now: number) {
  return and(eq(emailTokens.tokenHash, sha256(token)), eq(emailTokens.purpose, purpose), gt(emailTokens.expiresAt, now))
}

/**
 * Returns a statement that uses up a subject's token: the last one of the batch. Other subjects' tokens are untouched.
 */
export function deleteToken(db: Database, purpose: Purpose, subjectId: string, token: string) {
  return db
    .delete(emailTokens)
    .where(
      and(
        eq(emailTokens.tokenHash, sha256(token)),
        eq(emailTokens.purpose, purpose),
        eq(emailTokens.subjectId, subjectId),
      ),
    )
}

/** Returns a statement that revokes the tokens of a subject, or of a query's subjects, for these purposes, if `when` holds. */
export function revokeTokens(
  db: Database,
  purposes: Purpose[],
  subject: string | SQL | { of: SQLWrapper },
  when?: SQL,
) {
  const isSubject =
    typeof subject === "object" && "of" in subject
      ? inArray(emailTokens.subjectId, subject.of)
      : eq(emailTokens.subjectId, subject)
  return db.delete(emailTokens).where(and(inArray(emailTokens.purpose, purposes), isSubject, when))
}

/** Deletes a valid token, by its hash and subject. Returns whether there was one: of concurrent requests, one deletes it. */
export async function takeTokenHash(
  ctx: Pick<Ctx, "db" | "now">,
  purpose: Purpose,
  subjectId: string,
  tokenHash: string,
): Promise<boolean> {
  const { meta } = await ctx.db
    .delete(emailTokens)
    .where(
      and(
        eq(emailTokens.tokenHash, tokenHash),
        eq(emailTokens.purpose, purpose),
        eq(emailTokens.subjectId, subjectId),
        gt(emailTokens.expiresAt, ctx.now()),
      ),
    )
  return meta.changes > 0
}

export function deleteExpiredTokens(db: Database, now: number) {
  return db.delete(emailTokens).where(lt(emailTokens.expiresAt, now))
}
