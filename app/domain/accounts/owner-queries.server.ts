import { type SQL, sql } from "drizzle-orm"
import { type Permission, rolesWith } from "~/domain/core/actor/roles"
import { hasAnyRole } from "./staff/grant-queries.server"

/**
 * Parts of statements: the profiles of members, and the members of profiles. With
 * rights-queries.server.ts the only place where SQL joins accounts with the catalogue (tests/architecture/databases).
 */

/** SQL expression: the name of a member or of staff, for lists that name who acted. */
export const nameOf = (userId: SQL) => sql<string | null>`(SELECT name FROM users WHERE id = ${userId})`

/** SQL expression: a member's address. */
export const emailOf = (userId: SQL) => sql<string | null>`(SELECT email FROM users WHERE id = ${userId})`

/** SQL expression: a member's language. */
export const localeOf = (userId: SQL) => sql`(SELECT locale FROM users WHERE id = ${userId})`

/** SQL expression: when a member's account was created, epoch ms. */
export const memberSince = (userId: SQL) => sql<number>`(SELECT created_at FROM users WHERE id = ${userId})`

/** SQL join: the profile, in any state, of a member, as `p`; none where `when` does not hold. */
export const joinProfileOf = (userId: SQL, when: SQL) =>
  sql`LEFT JOIN profiles AS p ON p.owner_id = ${userId} AND ${when}`

/** SQL condition, as text for a prepared statement: a member has a public profile. */
export const hasPublicProfileSql = (userId: string) =>
  `EXISTS (SELECT 1 FROM profiles WHERE owner_id = ${userId} AND state = 'published')`

/** SQL condition: the roles of a member of staff give them a permission. */
export const hasPermission = (userId: SQL, permission: Permission, now: number) =>
  hasAnyRole(userId, rolesWith(permission), now)
/** SQL condition: this owner (an expression) is neither banned nor suspended. Triggers publish no profile of one who is. */
export function isActiveOwner(ownerId: SQL): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM users WHERE id = ${ownerId} AND banned_at IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM sanctions WHERE user_id = ${ownerId} AND kind = 'suspend' AND state = 'active')`
}
