import { type SQL, sql } from "drizzle-orm"

/** SQL condition: a row of staff_grants is in force. */
const isActive = (now: number) => sql`revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${now})`

/** SQL expression: a user's granted roles, sorted and separated by commas; without `owner`, which the root group gives. */
export function grantedRolesOf(userId: SQL, now: number): SQL<string> {
  return sql`coalesce((SELECT group_concat(role) FROM (
    SELECT DISTINCT role FROM staff_grants WHERE user_id = ${userId} AND ${isActive(now)} ORDER BY role)), '')`
}

/** SQL condition: the user is staff, by a root group or a grant. */
export function isStaffMember(userId: SQL, now: number): SQL {
  return sql`(EXISTS (SELECT 1 FROM user_groups AS m JOIN "groups" AS g ON g.id = m.group_id WHERE m.user_id = ${userId} AND g.root = 1)
    OR EXISTS (SELECT 1 FROM staff_grants WHERE user_id = ${userId} AND ${isActive(now)}))`
}
