import { trustedJson } from "~/db/statements/json"
import { requireStaff, requireStaffProof } from "~/domain/core/actor/guards"
import { auditEntry } from "~/domain/core/audit/entries.server"
import type { Ctx } from "~/domain/core/context"
import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { findUserIdByEmail } from "../queries.server"
import { deleteChallengesOf, deleteSessionsOf } from "../sessions/queries.server"
import * as queries from "./grant-queries.server"
import { findResets, type ResetRow } from "./reset-queries.server"
import type { FactorReset, GrantForm, StaffMember } from "./schema"

const maxListed = 500

/** Lists everybody who is staff, with their roles, by name. Throws what `requireStaff` does. */
export async function listStaff(ctx: Ctx): Promise<StaffMember[]> {
  const { user } = requireStaff(ctx, "staff.read")
  const now = ctx.now()
  const [rows, resets] = await Promise.all([queries.findStaff(ctx.db, now, maxListed), findResets(ctx.db, now)])
  const resetOf = new Map(resets.map((reset) => [reset.user_id, toReset(reset, user.id)]))
  return rows.map(({ id, name, email, is_owner, is_enrolled, grants }) => ({
    id,
    name,
    email,
    has_second_factor: is_enrolled === 1,
    reset: resetOf.get(id) ?? null,
    roles: [...(is_owner ? [owner] : []), ...trustedJson(grants)],
  }))
}

function toReset(
  { proposed_by, proposed_by_id, reason, created_at, expires_at }: ResetRow,
  readerId: string,
): FactorReset {
  return { proposed_by, reason, proposed_at: created_at, expires_at, is_yours: proposed_by_id === readerId }
}

const owner = { id: null, role: "owner", granted_at: null, expires_at: null, granted_by: null } as const

/**
 * Grants a role to the member with this e-mail, and returns the grant's id. Throws what `requireStaffProof` does,
 * `validation.failed` for an unknown address or an end in the past, `staff.own_roles` for the actor's own, and
 * `staff.has_role`.
 */
export async function grantRole(ctx: Ctx, { email, role, until }: GrantForm): Promise<{ id: string }> {
  const { user: staff } = requireStaffProof(ctx, "staff.grant")
  const now = ctx.now()
  if (until !== null && until <= now) throw new AppError("validation.failed", { fields: { until: ["day_past"] } })
  const userId = await findUserIdByEmail(ctx.db, email)
  if (!userId) throw new AppError("validation.failed", { fields: { email: ["member_unknown"] } })
  if (userId === staff.id) throw new AppError("staff.own_roles")
  const id = newId(now)
  const [granted] = await ctx.db.batch([
    queries.insertGrant(ctx.db, { id, email, role, grantedBy: staff.id, expiresAt: until }, now),
    auditEntry(ctx, { action: "staff.grant", target: { kind: "member", id: userId }, details: { role, until } }),
  ])
  if (granted.meta.changes === 0) throw new AppError("staff.has_role")
  await ctx.live(userId).leaveBackOffice()
  return { id }
}

/**
 * Ends a role of somebody else; who loses their last one is signed out everywhere. Throws what `requireStaffProof`
 * does, `request.not_found`, `staff.own_roles`, and `conflict.changed` if it has ended.
 */
export async function revokeRole(ctx: Ctx, id: string): Promise<void> {
  const { user: staff } = requireStaffProof(ctx, "staff.grant")
  const now = ctx.now()
  const grant = await queries.findGrant(ctx.db, id)
  if (!grant) throw new AppError("request.not_found")
  const { userId, role } = grant
  if (userId === staff.id) throw new AppError("staff.own_roles")
  const former = queries.formerStaff(id, staff.id, now)
  const [ended, , signedOut] = await ctx.db.batch([
    queries.endGrant(ctx.db, id, staff.id, now),
    auditEntry(ctx, { action: "staff.revoke", target: { kind: "member", id: userId }, details: { role } }),
    deleteSessionsOf(ctx.db, former),
    deleteChallengesOf(ctx.db, former),
  ])
  if (ended.meta.changes === 0) throw new AppError("conflict.changed")
  if (signedOut.meta.changes > 0) await ctx.live(userId).endSockets({})
  else await ctx.live(userId).leaveBackOffice()
}
