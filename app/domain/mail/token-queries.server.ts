import { and, eq, gt, inArray, lt, type SQL, type SQLWrapper } from "drizzle-orm"
import type { Database } from "~/db/client.server"
import { emailTokens } from "~/db/schema"
import { deleteAtMost } from "~/db/statements/delete-at-most"
import { sha256 } from "~/lib/crypto.server"

export type TokenPurpose = (typeof emailTokens.$inferSelect)["purpose"]

/** Stores a token in place of the subject's previous one for this purpose: one round trip. */
export async function replaceToken(db: Database, token: typeof emailTokens.$inferInsert): Promise<void> {
  const { purpose, subjectId } = token
  await db.batch([
    db.delete(emailTokens).where(and(eq(emailTokens.purpose, purpose), eq(emailTokens.subjectId, subjectId))),
    db.insert(emailTokens).values(token),
  ])
}

/** Returns the subject of a valid token, or null. Does not use it up. */
export async function findTokenSubject(
  db: Database,
  purpose: TokenPurpose,
  token: string,
  now: number,
): Promise<string | null> {
  const [row] = await db
    .select({ subjectId: emailTokens.subjectId })
    .from(emailTokens)
    .where(isAlive(purpose, token, now))
    .limit(1)
  return row?.subjectId ?? null
}

/** SQL condition that a token is valid, for the batch that uses it up. */
export function isAlive(purpose: TokenPurpose, token: string, now: number) {
  return isHashAlive(purpose, sha256(token), now)
}

function isHashAlive(purpose: TokenPurpose, tokenHash: string, now: number) {
  return and(eq(emailTokens.tokenHash, tokenHash), eq(emailTokens.purpose, purpose), gt(emailTokens.expiresAt, now))
}

/** A token by its hash, and whose it must be. */
interface OwnedToken {
  purpose: TokenPurpose
  subjectId: string
  tokenHash: string
}

const isOwnedAlive = ({ purpose, subjectId, tokenHash }: OwnedToken, now: number) =>
  and(isHashAlive(purpose, tokenHash, now), eq(emailTokens.subjectId, subjectId))

/** Returns whether a token is valid. Does not use it up. */
export async function isTokenHashValid(db: Database, token: OwnedToken, now: number): Promise<boolean> {
  const [found] = await db
    .select({ subjectId: emailTokens.subjectId })
    .from(emailTokens)
    .where(isOwnedAlive(token, now))
    .limit(1)
  return found !== undefined
}

/**
 * Returns a statement that uses up a subject's token: the last one of the batch. Other subjects' tokens are untouched.
 */
export function deleteToken(db: Database, purpose: TokenPurpose, subjectId: string, token: string) {
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
  purposes: TokenPurpose[],
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
export async function takeTokenHash(db: Database, token: OwnedToken, now: number): Promise<boolean> {
  const { meta } = await db.delete(emailTokens).where(isOwnedAlive(token, now))
  return meta.changes > 0
}

/** Returns a statement that deletes expired tokens. */
export function deleteExpiredTokens(db: Database, now: number) {
  return deleteAtMost(db, emailTokens, lt(emailTokens.expiresAt, now))
}
