import { batch } from "~/db/statements/batch"
import { hasMore } from "~/db/statements/delete-at-most"
import { isSignedIn } from "~/domain/core/actor/actor"
import { requireSession, requireStaffProof } from "~/domain/core/actor/guards"
import { auditEntry } from "~/domain/core/audit/entries.server"
import type { Ctx } from "~/domain/core/context"
import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { DAY } from "~/lib/time"
import { type Place, placeWhile } from "../../core/shared/lane"
import * as queries from "./queries.server"

/** How long staff see the site as a member, in ms. */
export const impersonationLifetime = 30 * 60_000
/** How long a row is stored, in ms. Members read of it for as long as the audit log has it. */
export const accessLifetime = 365 * DAY

const target = (id: string) => ({ kind: "member", id })

/**
 * Shows the site to a staff member as a member sees it, read only, for 30 minutes and in this browser: a state of the
 * staff's own session. Ends the one in another browser. Throws what `requireStaffProof` does, `impersonation.browser_only`
 * without a session cookie, `rate.limited`, `request.not_found`, `members.staff`, and `conflict.changed` for an account
 * that is banned or being erased.
 */
export async function startImpersonation(ctx: Ctx, memberId: string, reason: string): Promise<void> {
  const { user: staff, session } = requireStaffProof(ctx, "members.impersonate")
  if (ctx.client.session.token === null || session.kind !== "web") throw new AppError("impersonation.browser_only")
  await ctx.limit("staff.impersonate", staff.id)
  const { db } = ctx
  const now = ctx.now()
  const [id, expiresAt] = [newId(now), now + impersonationLifetime]
  const row = { id, memberId, staffId: staff.id, familyId: session.familyId, reason, startedAt: now, expiresAt }
  const open = await queries.findOpen(db, staff.id)
  const { started } = await batch(db, {
    former: open ? endOf(ctx, open) : [],
    others: queries.endAllOf(db, staff.id, now),
    started: queries.insertImpersonation(db, row),
    audited: auditEntry(ctx, {
      action: "impersonation.start",
      target: target(memberId),
      reason,
      details: { impersonation: id, expires_at: expiresAt },
    }),
  })
  if (started.meta.changes === 0) throw await refusalOf(ctx, memberId)
}

/**
 * Ends the impersonation of this session, whether it is active, expired or revoked; `id` ends no other one. Returns its
 * member's id, or null if nothing ended here. Throws `auth.required`.
 */
export async function endImpersonation(ctx: Ctx, id?: string): Promise<string | null> {
  const { impersonation } = requireSession(ctx).session
  if (!impersonation || (id !== undefined && id !== impersonation.id)) return null
  await ctx.db.batch(endOf(ctx, impersonation))
  return impersonation.memberId
}

/** Records that staff opened a page as a member, once for each page and impersonation: call it before the page is rendered. */
export async function recordOpenedPage(ctx: Ctx, page: string): Promise<void> {
  const impersonation = isSignedIn(ctx.actor) ? ctx.actor.session.impersonation : null
  if (!impersonation?.isActive) return
  const { id, memberId } = impersonation
  const details = { impersonation: id, page }
  const action = "impersonation.open_page"
  await auditEntry(ctx, { action, target: target(memberId), details }, queries.isUnrecorded(action, memberId, details))
}

/** Ends expired impersonations, and deletes those of more than a year ago: run it every night. */
export async function sweepImpersonations(ctx: Pick<Ctx, "db" | "now">): Promise<Place> {
  return placeWhile(hasMore(await queries.sweep(ctx.db, ctx.now(), ctx.now() - accessLifetime)))
}

function endOf(ctx: Ctx, { id, memberId }: { id: string; memberId: string }) {
  const entry = { action: "impersonation.end", target: target(memberId), details: { impersonation: id } } as const
  return [queries.endOpen(ctx.db, id, ctx.now()), auditEntry(ctx, entry)] as const
}

async function refusalOf(ctx: Ctx, memberId: string): Promise<AppError> {
  const isStaff = await queries.findIsStaff(ctx.db, memberId, ctx.now())
  if (isStaff === null) return new AppError("request.not_found")
  return new AppError(isStaff ? "members.staff" : "conflict.changed")
}
