import { and, eq, gt, inArray, isNull, type SQL, sql } from "drizzle-orm"
import type { Database } from "~/db/client.server"
import { emailTokens, passkeys, recoveryCodes, twoFactor, users } from "~/db/schema"
import { revokeTokens } from "~/domain/mail/token-queries.server"
import { sha256 } from "~/lib/crypto.server"

const undoPurposes = ["factor-stop", "factor-undo"] as const

const isLink = (token: string, now: number) =>
  and(
    eq(emailTokens.tokenHash, sha256(token)),
    inArray(emailTokens.purpose, [...undoPurposes]),
    gt(emailTokens.expiresAt, now),
  )

/** Returns the user of a valid link, unless banned, or null. */
export async function findUndoSubject(db: Database, token: string, now: number) {
  const [user] = await db
    .select({ id: users.id, email: users.email, locale: users.locale })
    .from(emailTokens)
    .innerJoin(users, eq(users.id, emailTokens.subjectId))
    .where(and(isLink(token, now), isNull(users.bannedAt)))
    .limit(1)
  return user ?? null
}

/** Subquery: the id of the user of a valid link. */
export function undoSubject(token: string, now: number): SQL {
  return sql`(SELECT ${emailTokens.subjectId} FROM ${emailTokens} WHERE ${isLink(token, now)})`
}

/** SQL condition: a link is valid. */
export function isUndoAlive(token: string, now: number): SQL {
  return sql`EXISTS ${undoSubject(token, now)}`
}

/** Returns a statement that takes a user's password away: a mailed link sets a new one. */
export function disablePassword(db: Database, user: SQL, now: number) {
  return db.update(users).set({ passwordHash: null, updatedAt: now }).where(eq(users.id, user))
}

/** Returns the statements that delete a user's second factors and recovery codes. */
export function deleteFactors(db: Database, user: SQL) {
  return [
    db.delete(twoFactor).where(eq(twoFactor.userId, user)),
    db.delete(passkeys).where(eq(passkeys.userId, user)),
    db.delete(recoveryCodes).where(eq(recoveryCodes.userId, user)),
  ] as const
}

/** Returns a statement that revokes the links of a user, and a code on its way, if this link is valid. */
export function deleteUndoTokens(db: Database, userId: string, token: string, now: number) {
  return revokeTokens(db, ["factor-code", ...undoPurposes], userId, isUndoAlive(token, now))
}
