import { and, eq, exists, inArray, isNull, type SQL, sql } from "drizzle-orm"
import type { Database } from "~/db/client.server"
import { challenges, emailTokens, sessions, users } from "~/db/schema"
import { isAlive } from "~/domain/mail/token-queries.server"

/** Returns the user to whom a reset mail is addressed, banned ones included, or null. */
export async function findResetRecipient(db: Database, email: string) {
  const [user] = await db
    .select({ id: users.id, bannedAt: users.bannedAt })
    .from(users)
    .where(eq(users.email, email))
    .limit(1)
  return user ?? null
}

/** Returns a user's address and language, unless banned. */
export async function findActiveUser(db: Database, userId: string) {
  const [user] = await db
    .select({ email: users.email, locale: users.locale })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.bannedAt)))
    .limit(1)
  return user ?? null
}

/** Subquery: the user's id, while their password is the one of this hash. */
export function userWithPassword(userId: string, passwordHash: string): SQL {
  return sql`(SELECT id FROM users WHERE id = ${userId} AND password_hash = ${passwordHash})`
}

/** SQL condition: a user's password is the one of this hash. */
export function hasPassword(userId: string, passwordHash: string): SQL {
  return sql`EXISTS ${userWithPassword(userId, passwordHash)}`
}

/** Returns a statement that replaces a user's password, unless it is no longer the one of `before`. */
export function updatePassword(
  db: Database,
  { userId, before, passwordHash, now }: { userId: string; before: string; passwordHash: string; now: number },
) {
  return db
    .update(users)
    .set({ passwordHash, updatedAt: now })
    .where(and(eq(users.id, userId), eq(users.passwordHash, before)))
}

/** Subquery: the user whom a valid reset token is of. */
function resetSubject(db: Database, token: string, now: number) {
  return db
    .select({ id: emailTokens.subjectId })
    .from(emailTokens)
    .where(isAlive("reset", token, now))
}

/** SQL condition: a reset token is valid. */
export function isResetAlive(db: Database, token: string, now: number): SQL {
  return exists(resetSubject(db, token, now))
}

/** Returns a statement that sets the password of a valid reset token's user, whose e-mail the link has verified. */
export function updatePasswordByToken(db: Database, token: string, passwordHash: string, now: number) {
  return db
    .update(users)
    .set({ passwordHash, emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, ${now})`, updatedAt: now })
    .where(inArray(users.id, resetSubject(db, token, now)))
}

/** Returns a statement that ends the sessions of a valid reset token's user. */
export function deleteSessionsByToken(db: Database, token: string, now: number) {
  return db.delete(sessions).where(inArray(sessions.userId, resetSubject(db, token, now)))
}

/** Returns a statement that deletes the challenges of a valid reset token's user. */
export function deleteChallengesByToken(db: Database, token: string, now: number) {
  return db.delete(challenges).where(inArray(challenges.userId, resetSubject(db, token, now)))
}
