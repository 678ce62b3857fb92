import { and, eq, type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import { staffGrants, type users } from "~/db/schema"
import { insertSelect } from "~/db/statements/insert-select"
import type { JsonText } from "~/db/statements/json"
import type { RowOf } from "~/db/statements/row"
import type { StaffRole } from "~/domain/core/actor/roles"
import type { GrantableRole, StaffRoleEntry } from "./schema"

/** SQL condition: a row of staff_grants is in force. */
const isActive = (now: number) => sql`revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${now})`

/** SQL expression: a user's granted roles, sorted and separated by commas; without `owner`, which the root group gives. */
export function grantedRolesOf(userId: SQL, now: number): SQL<string> {
  return sql`coalesce((SELECT group_concat(role) FROM (
    SELECT DISTINCT role FROM staff_grants WHERE user_id = ${userId} AND ${isActive(now)} ORDER BY role)), '')`
}

/** SQL condition: the user is in a root group. */
function isOwner(userId: SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM user_groups AS m JOIN "groups" AS g ON g.id = m.group_id WHERE m.user_id = ${userId} AND g.root = 1)`
}

/** SQL condition: the user is staff, by a root group or a grant. */
export function isStaffMember(userId: SQL, now: number): SQL {
  return sql`(${isOwner(userId)} OR EXISTS (SELECT 1 FROM staff_grants WHERE user_id = ${userId} AND ${isActive(now)}))`
}

/** SQL condition: the user has one of these roles. */
export function hasAnyRole(userId: SQL, roles: readonly StaffRole[], now: number): SQL {
  const granted = roles.filter((role) => role !== "owner")
  const byGrant = sql`EXISTS (SELECT 1 FROM staff_grants WHERE user_id = ${userId} AND ${isActive(now)}
    AND role IN (SELECT value FROM json_each(${JSON.stringify(granted)})))`
  return roles.includes("owner") ? sql`(${isOwner(userId)} OR ${byGrant})` : byGrant
}

/** Selects the ids of those who have one of these roles and are not banned, at most `limit`. */
export function selectStaffWith(roles: readonly StaffRole[], now: number, limit: number) {
  const byGroup = sql`SELECT m.user_id FROM "groups" AS g JOIN user_groups AS m ON m.group_id = g.id WHERE g.root = 1`
  const byGrant = sql`SELECT user_id FROM staff_grants
    WHERE ${isActive(now)} AND role IN (SELECT value FROM json_each(${JSON.stringify(roles)}))`
  const ids = roles.includes("owner") ? sql`${byGroup} UNION ${byGrant}` : byGrant
  return sql<{ id: string }>`SELECT u.id FROM (${ids}) AS s JOIN users AS u ON u.id = s.user_id
    WHERE u.banned_at IS NULL ORDER BY u.id LIMIT ${limit}`
}

interface StaffRow extends RowOf<typeof users, "id" | "name" | "email"> {
  is_owner: number
  is_enrolled: number
  grants: JsonText<StaffRoleEntry[]>
}

/** Returns everybody who is staff, by name. */
export async function findStaff(db: Database, now: number, limit: number): Promise<StaffRow[]> {
  const [rows] = await read(
    db,
    sql<StaffRow>`SELECT u.id, u.name, u.email, ${isOwner(sql`u.id`)} AS is_owner,
        (EXISTS (SELECT 1 FROM two_factor WHERE user_id = u.id AND enrolled_at IS NOT NULL)
          OR EXISTS (SELECT 1 FROM passkeys WHERE user_id = u.id)) AS is_enrolled,
        (SELECT json_group_array(json_object('id', g.id, 'role', g.role, 'granted_at', g.created_at, 'expires_at', g.expires_at,
            'granted_by', (SELECT name FROM users WHERE id = g.granted_by)))
          FROM (SELECT * FROM staff_grants WHERE user_id = u.id AND ${isActive(now)} ORDER BY id) AS g) AS grants
      FROM users AS u WHERE u.id IN (
        SELECT m.user_id FROM user_groups AS m JOIN "groups" AS g ON g.id = m.group_id WHERE g.root = 1
        UNION SELECT user_id FROM staff_grants WHERE ${isActive(now)})
      ORDER BY u.name, u.id LIMIT ${limit}`,
  )
  return rows
}

/**
 * Returns the statement that grants a role to the open account with this e-mail. Only an owner grants, never to
 * themselves, and no role that the account has.
 */
export function insertGrant(
  db: Database,
  { email, ...grant }: { id: string; email: string; role: GrantableRole; grantedBy: string; expiresAt: number | null },
  now: number,
) {
  const hasRole = sql`EXISTS (SELECT 1 FROM staff_grants WHERE user_id = u.id AND role = ${grant.role} AND ${isActive(now)})`
  return insertSelect(
    db,
    staffGrants,
    { ...grant, userId: sql`u.id`, createdAt: now },
    sql`FROM users AS u WHERE u.email = ${email} AND u.banned_at IS NULL AND u.id <> ${grant.grantedBy}
      AND ${isOwner(sql`${grant.grantedBy}`)} AND NOT ${hasRole}`,
  )
}

/** Returns the statement that ends another user's grant. Only an owner revokes. */
export function endGrant(db: Database, id: string, by: string, now: number) {
  return db
    .update(staffGrants)
    .set({ revokedAt: now, revokedBy: by })
    .where(and(eq(staffGrants.id, id), isActive(now), sql`user_id <> ${by}`, isOwner(sql`${by}`)))
}

/** SQL expression: the user of a grant that was ended just now, if they are not staff any more; else null. */
export function formerStaff(id: string, by: string, now: number): SQL {
  return sql`(SELECT user_id FROM staff_grants AS ended
    WHERE id = ${id} AND revoked_by = ${by} AND revoked_at = ${now} AND NOT ${isStaffMember(sql`ended.user_id`, now)})`
}

export async function findGrant(db: Database, id: string) {
  const [grant] = await db
    .select({ userId: staffGrants.userId, role: staffGrants.role })
    .from(staffGrants)
    .where(eq(staffGrants.id, id))
  return grant ?? null
}
