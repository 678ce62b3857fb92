import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm"
import type { Database } from "~/db/client.server"
import { users } from "~/db/schema"
import { revokeTokens } from "~/domain/mail/token-queries.server"
import { deleteEmailChanges, revokeChangeTokens } from "../email-change/queries.server"
import { deleteChallengesOf, deleteSessionsOf } from "../sessions/queries.server"
import { isStaffMember } from "./grant-queries.server"

/** Returns a statement that bans a user who is neither staff nor banned, if `when` holds. */
export function banAccount(
  db: Database,
  { userId, by, now, when }: { userId: string; by: { staffId: string; reason: string }; now: number; when?: SQL },
) {
  return db
    .update(users)
    .set({ bannedAt: now, bannedBy: by.staffId, banReason: by.reason, updatedAt: now })
    .where(and(eq(users.id, userId), isNull(users.bannedAt), sql`NOT ${isStaffMember(sql`${userId}`, now)}`, when))
}

/** Returns a statement that lifts a user's ban if `when` holds. */
export function unbanAccount(db: Database, userId: string, now: number, when?: SQL) {
  return db
    .update(users)
    .set({ bannedAt: null, bannedBy: null, banReason: null, updatedAt: now })
    .where(and(eq(users.id, userId), isNotNull(users.bannedAt), when))
}

/**
 * Returns the statements that end a user's sessions, sign-ins that await their second step, and e-mail changes, and
 * revoke the mailed links of password resets and e-mail changes.
 */
export function revokeAccess(db: Database, user: SQL) {
  return [
    deleteSessionsOf(db, user),
    deleteChallengesOf(db, user),
    revokeTokens(db, ["reset"], user),
    revokeChangeTokens(db, user),
    deleteEmailChanges(db, user),
  ] as const
}
