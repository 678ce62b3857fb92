import { and, eq, gt, inArray, type SQL } from "drizzle-orm"
import { emailChanges, emailTokens } from "~/db/schema"
import type { CurrentUser } from "~/domain/actor/actor"
import { requireRecentProof, requireUser } from "~/domain/actor/guards"
import type { Ctx } from "~/domain/context"
import { createMail } from "~/domain/mail/outbox.server"
import { sha256 } from "~/lib/crypto.server"
import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import type { PendingEmailChange } from "../schema"

export type EmailChange = typeof emailChanges.$inferSelect

/** How long both mailboxes have to say yes, in ms; the link in each mail lives for an hour, and may be sent again. */
const lifetime = 24 * 60 * 60 * 1_000

/**
 * Takes the actor's wish for another address, in place of the one before, and asks both mailboxes. The answer is the same where the new
 * address has an account: what its mailbox reads is decided when the mail is made. Throws `auth.confirm_required`, `validation.failed`
 * and `rate.limited`.
 */
export async function requestEmailChange(ctx: Ctx, newEmail: string): Promise<void> {
  const { user } = requireRecentProof(ctx)
  if (newEmail === user.email) throw new AppError("validation.failed", { fields: { email: ["email_same"] } })
  await ctx.limit("account.email", user.id)
  await ctx.limit("account.email.to", sha256(newEmail))
  const now = ctx.now()
  const { db } = ctx
  const wish = { id: newId(now), userId: user.id, newEmail, expiresAt: now + lifetime, createdAt: now }
  const change = { ...wish, fromConfirmedAt: null, toConfirmedAt: null }
  const mails = mailsOf(ctx, user, change)
  await db.batch([
    deleteTokensOf(ctx, user.id),
    db.delete(emailChanges).where(eq(emailChanges.userId, user.id)),
    db.insert(emailChanges).values(change),
    ...mails.map(({ insert }) => insert),
  ])
  for (const { enqueue: wake } of mails) wake()
}

/** Writes again to the ends that have not confirmed yet. Throws `request.not_found` where no change waits, and `rate.limited`. */
export async function resendEmailChange(ctx: Ctx): Promise<void> {
  const user = requireUser(ctx)
  await ctx.limit("account.email", user.id)
  const [change] = await pendingChange(ctx, user.id)
  if (!change) throw new AppError("request.not_found")
  await ctx.limit("account.email.to", sha256(change.newEmail))
  for (const { insert, enqueue: wake } of mailsOf(ctx, user, change)) {
    await insert
    wake()
  }
}

/** Gives up the actor's change. Throws `request.not_found` where none waits. */
export async function cancelEmailChange(ctx: Ctx): Promise<void> {
  const { id } = requireUser(ctx)
  const { db } = ctx
  const [, removed] = await db.batch([
    deleteTokensOf(ctx, id),
    db.delete(emailChanges).where(and(eq(emailChanges.userId, id), gt(emailChanges.expiresAt, ctx.now()))),
  ])
  if (removed.meta.changes === 0) throw new AppError("request.not_found")
}

/** The actor's change that waits, if one does. */
export async function findEmailChange(ctx: Ctx): Promise<PendingEmailChange | null> {
  const [change] = await pendingChange(ctx, requireUser(ctx).id)
  return change ? toPendingEmailChange(change) : null
}

/** The query of a user's change that waits, for the batch that reads the settings too. */
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

/** The mails to those ends that have not said yes. */
function mailsOf(ctx: Ctx, { email, locale }: CurrentUser, change: EmailChange) {
  const data = { changeId: change.id, userId: change.userId }
  const from = createMail(ctx, { to: email, locale, template: "email-from", data })
  const to = createMail(ctx, { to: change.newEmail, locale, template: "email-to", data })
  return [...(change.fromConfirmedAt === null ? [from] : []), ...(change.toConfirmedAt === null ? [to] : [])]
}

/** A statement: voids the links of a user's change. */
export function deleteTokensOf({ db }: Pick<Ctx, "db">, userId: string | SQL) {
  const changes = db.select({ id: emailChanges.id }).from(emailChanges).where(eq(emailChanges.userId, userId))
  return db
    .delete(emailTokens)
    .where(and(inArray(emailTokens.purpose, ["email-from", "email-to"]), inArray(emailTokens.subjectId, changes)))
}
