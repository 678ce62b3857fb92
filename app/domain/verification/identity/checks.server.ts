import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { requireOwner } from "../../core/actor/guards"
import type { Ctx } from "../../core/context"
import { type IdentityProvider, isIdentityError, type ProvidedCheck } from "../../core/ports/identity"
import { requireWithin } from "../../core/shared/rate-limit.server"
import { isOpen, isRefused, renewalWindow } from "./policy"
import * as queries from "./queries.server"
import { type Identity, type Subject, subjectOf } from "./schema"
import { applyCheck } from "./sync.server"

/** Returns the actor's identity check. Throws `auth.required`, and `request.not_found` without a profile. */
export async function getIdentity(ctx: Ctx): Promise<Identity> {
  const { userId } = requireOwner(ctx)
  return toIdentity(ctx, await queries.findChecks(ctx.db, { userId }))
}

/** Returns a subject's current check: the refused one, the open one, the verified one, or the latest. */
function currentOf(rows: queries.CheckRow[]): queries.CheckRow | undefined {
  const find = (is: (row: queries.CheckRow) => boolean) => rows.find(is)
  return (
    find(({ status }) => isRefused(status)) ??
    find(({ status }) => isOpen(status)) ??
    find(({ status }) => status === "verified") ??
    rows[0]
  )
}

function toIdentity(ctx: Ctx, rows: queries.CheckRow[]): Identity {
  const current = currentOf(rows)
  const verified = rows.find(({ status }) => status === "verified")
  const status = current?.status ?? "none"
  const mayRenew = !verified || isDueSoon(verified, ctx.now())
  const isAtStaff = current?.provider === "staff" && isOpen(status)
  return {
    status: status === "refused_age" ? "refused" : status,
    method: current ? (current.provider === "staff" ? "staff" : "provider") : null,
    checked_at: isRefused(status) ? null : (verified?.checkedAt ?? null),
    due_at: isRefused(status) ? null : (verified?.nextCheckAt ?? null),
    due_reason: isRefused(status) ? null : (verified?.dueReason ?? null),
    can_start: ctx.identity !== null && mayRenew && !isRefused(status) && !isAtStaff && status !== "processing",
    can_ask_staff: mayRenew && !isRefused(status) && !isAtStaff && status !== "processing",
  }
}

const isDueSoon = ({ nextCheckAt }: queries.CheckRow, now: number) =>
  nextCheckAt !== null && nextCheckAt - now <= renewalWindow

/**
 * Starts or continues the actor's check at the provider; returns the address of its page, which leads back to
 * `returnUrl`. Throws `auth.required`, `request.not_found` without a profile, `identity.refused`, `identity.too_many`,
 * `identity.not_needed`, `identity.unavailable` and `conflict.changed`.
 */
export async function startOwnCheck(ctx: Ctx, returnUrl: string): Promise<string> {
  const { userId } = requireOwner(ctx)
  const { can_start, status } = await getIdentity(ctx)
  if (!can_start && status !== "refused" && ctx.identity) throw new AppError("identity.not_needed")
  return startCheck(ctx, { userId }, returnUrl)
}

/**
 * Starts or continues a subject's check; returns the address of the provider's page. At most three attempts are made in
 * 24 hours. Throws `identity.refused`, `identity.too_many`, `identity.unavailable` and `conflict.changed`.
 */
export async function startCheck(ctx: Ctx, subject: Subject, returnUrl: string): Promise<string> {
  const provider = requireProvider(ctx)
  const rows = await queries.findChecks(ctx.db, subject)
  if (rows.some(({ status }) => isRefused(status))) throw new AppError("identity.refused")
  const open = rows.find((row) => isOpen(row.status) && row.provider !== "staff")
  if (open?.sessionRef) return continueCheck(ctx, { provider, row: open, ref: open.sessionRef, returnUrl })
  if (!open) await countStart(ctx, subject)
  const check = open ?? (await insertCheck(ctx, provider, subject))
  const { ref, url } = await atProvider(() => provider.start({ id: check.id, returnUrl }))
  await queries.setSession(ctx.db, check.id, ref, ctx.now())
  if (!url) throw new AppError("conflict.changed")
  return url
}

interface CheckToContinue {
  provider: IdentityProvider
  row: queries.CheckRow
  ref: string
  returnUrl: string
}

async function continueCheck(ctx: Ctx, { provider, row, ref, returnUrl }: CheckToContinue): Promise<string> {
  const check = await atProvider(() => provider.fetch(ref))
  await applyCheck(ctx, row, check)
  const subject = subjectOf(row)
  if (check.status === "cancelled" && subject) return startCheck(ctx, subject, returnUrl)
  if (!check.url || !subject) throw new AppError("conflict.changed")
  if (check.status === "needs_input") {
    await countStart(ctx, subject)
    await queries.countAttempt(ctx.db, row.id, ctx.now())
  }
  return check.url
}

function countStart(ctx: Ctx, subject: Subject): Promise<void> {
  const key = "userId" in subject ? subject.userId : subject.personId
  return requireWithin(ctx, "identity.start", key, "identity.too_many")
}

/** Begins a check; two requests at once begin the same one. */
async function insertCheck(ctx: Ctx, provider: IdentityProvider, subject: Subject): Promise<{ id: string }> {
  const now = ctx.now()
  const check = { id: newId(now), subject, provider: provider.name, livemode: provider.isLive }
  const [inserted] = await queries.insertCheck(ctx.db, check, now)
  if (inserted) return inserted
  const open = (await queries.findChecks(ctx.db, subject)).find((row) => isOpen(row.status))
  if (!open || open.provider === "staff") throw new AppError("conflict.changed")
  return open
}

function requireProvider(ctx: Ctx): IdentityProvider {
  if (!ctx.identity) throw new AppError("identity.unavailable")
  return ctx.identity
}

async function atProvider(run: () => Promise<ProvidedCheck>): Promise<ProvidedCheck> {
  try {
    return await run()
  } catch (cause) {
    throw isIdentityError(cause) ? new AppError("identity.unavailable", { cause }) : cause
  }
}

/**
 * Brings a subject's open check up to date when they come back from the provider: its event may be on its way. Best
 * effort: the event follows.
 */
export async function refreshCheck(ctx: Ctx, subject: Subject): Promise<void> {
  const rows = await queries.findChecks(ctx.db, subject)
  const open = rows.find(({ status, sessionRef }) => isOpen(status) && sessionRef)
  if (!open?.sessionRef || !ctx.identity) return
  try {
    await applyCheck(ctx, open, await ctx.identity.fetch(open.sessionRef))
  } catch (error) {
    if (!isIdentityError(error)) throw error
  }
}

/** Refreshes the actor's own check. Throws `auth.required`, and `request.not_found` without a profile. */
export async function refreshOwnCheck(ctx: Ctx): Promise<void> {
  await refreshCheck(ctx, { userId: requireOwner(ctx).userId })
}

/** Returns a subject's status, as `Identity` has it. */
export async function getSubjectStatus(ctx: Ctx, subject: Subject): Promise<Identity["status"]> {
  return toIdentity(ctx, await queries.findChecks(ctx.db, subject)).status
}

/**
 * Asks for a check by staff, without a comparison of faces (trust-safety R5): it takes the place of one at the provider.
 * Throws `auth.required`, `request.not_found` without a profile, `identity.refused`, `identity.not_needed` and
 * `conflict.changed`.
 */
export async function requestStaffCheck(ctx: Ctx): Promise<Identity> {
  const { userId } = requireOwner(ctx)
  const { can_ask_staff, status } = await getIdentity(ctx)
  if (status === "refused") throw new AppError("identity.refused")
  if (!can_ask_staff) throw new AppError("identity.not_needed")
  const now = ctx.now()
  const [, inserted] = await ctx.db.batch([
    queries.endOpenCheck(ctx.db, userId, now),
    // Staff see the person themselves: it counts everywhere.
    queries.insertCheck(ctx.db, { id: newId(now), subject: { userId }, provider: "staff", livemode: true }, now),
  ])
  if (inserted.length === 0) throw new AppError("conflict.changed")
  return getIdentity(ctx)
}
