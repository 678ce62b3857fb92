import { and, eq, gt, type SQL } from "drizzle-orm"
import { emailChanges } from "~/db/schema"
import type { CurrentUser } from "~/domain/actor/actor"
import { requireRecentProof, requireUser } from "~/domain/actor/guards"
import type { Ctx } from "~/domain/context"
import { revokeTokens } from "~/domain/mail/email-tokens.server"
import { createMail } from "~/domain/mail/outbox.server"
import { sha256 } from "~/lib/crypto.server"
import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import type { PendingEmailChange } from "../schema"

export type EmailChange = typeof emailChanges.$inferSelect

/** How long both mailboxes have to confirm, in ms. The link in each mail lives for an hour and can be sent again. */
const lifetime = 24 * 60 * 60 * 1_000

/**
 * Starts an e-mail change for the actor, replacing a pending one, and mails a confirmation link to both addresses. The
 * response is the same if the new address has an account: the mail's text is chosen when it is composed. Throws
 * `auth.confirm_required`, `validation.failed` and `rate.limited`.
 */
export async function requestEmailChange(ctx: Ctx, newEmail: string): Promise<void> {
  const { user } = requireRecentProof(ctx)
  if (newEmail === user.email) throw new AppError("validation.failed", { fields: { email: ["email_same"] } })
  await ctx.limit("account.email", user.id)
  await ctx.limit("account.email.to", sha256(newEmail))
  const now = ctx.now()
  const { db } = ctx
  const values = { id: newId(now), userId: user.id, newEmail, expiresAt: now + lifetime, createdAt: now }
  const change = { ...values, fromConfirmedAt: null, toConfirmedAt: null }
  const mails = mailsOf(ctx, user, change)
  await db.batch([
    deleteTokensOf(ctx, user.id),
    db.delete(emailChanges).where(eq(emailChanges.userId, user.id)),
    db.insert(emailChanges).values(change),
    ...mails.map(({ insert }) => insert),
  ])
  for (const { enqueue } of mails) enqueue()
}

/**
 * Resends the mail to each address that has not confirmed yet. Throws `request.not_found` without a pending change, and
 * `rate.limited`.
 */
export async function resendEmailChange(ctx: Ctx): Promise<void> {
  const user = requireUser(ctx)
  await ctx.limit("account.email", user.id)
  const [change] = await pendingChange(ctx, user.id)
  if (!change) throw new AppError("request.not_found")
  await ctx.limit("account.email.to", sha256(change.newEmail))
  for (const { insert, enqueue } of mailsOf(ctx, user, change)) {
    await insert
    enqueue()
  }
}

/** Cancels the actor's pending change. Throws `request.not_found` if there is none. */
export async function cancelEmailChange(ctx: Ctx): Promise<void> {
  const { id } = requireUser(ctx)
  const { db } = ctx
  const [, removed] = await db.batch([
    deleteTokensOf(ctx, id),
    db.delete(emailChanges).where(and(eq(emailChanges.userId, id), gt(emailChanges.expiresAt, ctx.now()))),
  ])
  if (removed.meta.changes === 0) throw new AppError("request.not_found")
}

/** Returns the actor's pending change, or null. */
export async function findEmailChange(ctx: Ctx): Promise<PendingEmailChange | null> {
  const [change] = await pendingChange(ctx, requireUser(ctx).id)
  return change ? toPendingEmailChange(change) : null
}

/** Query for a user's pending change; the settings page runs it in its own batch. */
export function pendingChange(ctx: Pick<Ctx, "db" | "now">, userId: string) {
  return ctx.db
    .select()
    .from(emailChanges)
    .where(and(eq(emailChanges.userId, userId), gt(emailChanges.expiresAt, ctx.now())))
    .limit(1)
}

export function toPendingEmailChange(change: EmailChange): PendingEmailChange {
  return {
    new_email: change.newEmail,
    old_confirmed: change.fromConfirmedAt !== null,
    new_confirmed: change.toConfirmedAt !== null,
    expires_at: change.expiresAt,
  }
}

/** Creates the mails to the addresses that have not confirmed yet. */
function mailsOf(ctx: Ctx, { email, locale }: CurrentUser, change: EmailChange) {
  const data = { changeId: change.id, userId: change.userId }
  const from = createMail(ctx, { to: email, locale, template: "email-from", data })
  const to = createMail(ctx, { to: change.newEmail, locale, template: "email-to", data })
  return [...(change.fromConfirmedAt === null ? [from] : []), ...(change.toConfirmedAt === null ? [to] : [])]
}

/** Returns a statement that revokes the links of a user's change. */
export function deleteTokensOf({ db }: Pick<Ctx, "db">, userId: string | SQL) {
  const changes = db.select({ id: emailChanges.id }).from(emailChanges).where(eq(emailChanges.userId, userId))
  return revokeTokens(db, ["email-from", "email-to"], { of: changes })
}
