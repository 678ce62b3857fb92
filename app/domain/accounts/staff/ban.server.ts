import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm"
import type { Database } from "~/db/client.server"
import { challenges, emailChanges, sessions, users } from "~/db/schema"
import { revokeTokens } from "~/domain/mail/email-tokens.server"
import { deleteTokensOf } from "../email-change/change.server"

/** Returns a statement that bans a user who is neither staff nor banned. */
export function banAccount(db: Database, userId: string, by: { staffId: string; reason: string }, now: number) {
  const isStaff = sql`EXISTS (SELECT 1 FROM user_groups AS m JOIN "groups" AS g ON g.id = m.group_id
    WHERE m.user_id = ${userId} AND g.root = 1)`
  return db
    .update(users)
    .set({ bannedAt: now, bannedBy: by.staffId, banReason: by.reason, updatedAt: now })
    .where(and(eq(users.id, userId), isNull(users.bannedAt), sql`NOT ${isStaff}`))
}

/** Returns a statement that lifts a user's ban. */
export function unbanAccount(db: Database, userId: string, now: number) {
  return db
    .update(users)
    .set({ bannedAt: null, bannedBy: null, banReason: null, updatedAt: now })
    .where(and(eq(users.id, userId), isNotNull(users.bannedAt)))
}

/** Returns the statements that end a user's sessions, sign-ins that await their second step, and mailed links. */
export function revokeAccess(db: Database, user: SQL) {
  return [
    db.delete(sessions).where(eq(sessions.userId, user)),
    db.delete(challenges).where(eq(challenges.userId, user)),
    revokeTokens(db, ["reset"], user),
    deleteTokensOf({ db }, user),
    db.delete(emailChanges).where(eq(emailChanges.userId, user)),
  ] as const
}
