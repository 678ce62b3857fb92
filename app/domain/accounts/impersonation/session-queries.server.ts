import { type SQL, sql } from "drizzle-orm"
import type { Impersonation } from "~/domain/core/actor/actor"
import { rolesWith } from "~/domain/core/actor/roles"
import { hasAnyRole, isStaffMember } from "../staff/grant-queries.server"

/** Conditions under which a session may see the site as a member. */
export interface ImpersonationRule {
  /** The token is a browser's cookie. */
  isCookie: boolean
  staffNeeds2fa: boolean
}

export interface ImpersonationRow {
  impersonation_id: string | null
  impersonation_staff_id: string
  impersonation_member_id: string
  impersonation_expires_at: number
  /** The member, if the impersonation is active. */
  shown_id: string | null
}

/** The columns of `joinImpersonation`. */
export const impersonationColumns = sql`i.id AS impersonation_id, i.staff_id AS impersonation_staff_id,
  i.member_id AS impersonation_member_id, i.expires_at AS impersonation_expires_at, shown.id AS shown_id`

/**
 * Joins a session `s` with the open impersonation `i` of its sign-in, and with the member `shown` while that is active:
 * not expired, by staff who still may, of a member who is neither staff, banned nor being erased.
 */
export function joinImpersonation(tokenHash: string, now: number, { isCookie, staffNeeds2fa }: ImpersonationRule): SQL {
  const isStrong = staffNeeds2fa ? sql`s.is_strong = 1` : sql`true`
  return sql`LEFT JOIN impersonations AS i ON i.family_id = s.family_id AND i.staff_id = s.user_id AND i.ended_at IS NULL
      AND ${isCookie} AND s.kind = 'web' AND s.token_hash = ${tokenHash}
    LEFT JOIN users AS shown ON shown.id = i.member_id AND i.expires_at > ${now} AND ${isStrong}
      AND ${mayImpersonate(sql`i.staff_id`, now)} AND ${mayBeImpersonated(sql`shown`, now)}`
}

/** SQL condition: the user has a role that gives the permission. */
function mayImpersonate(staffId: SQL, now: number): SQL {
  return hasAnyRole(staffId, rolesWith("members.impersonate"), now)
}

/** SQL condition: `member`, a row of users, is neither staff, banned nor being erased. */
export function mayBeImpersonated(member: SQL, now: number): SQL {
  return sql`(${member}.banned_at IS NULL AND NOT ${isStaffMember(sql`${member}.id`, now)} AND NOT EXISTS (
    SELECT 1 FROM data_requests WHERE user_id = ${member}.id AND kind = 'erasure' AND state = 'running'))`
}

export function toImpersonation(row: ImpersonationRow): Impersonation | null {
  if (row.impersonation_id === null) return null
  return {
    id: row.impersonation_id,
    staffId: row.impersonation_staff_id,
    memberId: row.impersonation_member_id,
    expiresAt: row.impersonation_expires_at,
    isActive: row.shown_id !== null,
  }
}
