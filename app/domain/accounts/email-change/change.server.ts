import type { CurrentUser } from "~/domain/core/actor/actor"
import { requireUser } from "~/domain/core/actor/guards"
import type { Ctx } from "~/domain/core/context"
import { createMail } from "~/domain/mail/outbox.server"
import { findReturn } from "~/domain/mail/returned.server"
import { sha256 } from "~/lib/crypto.server"
import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { requireSettledProof } from "../first-factor/hold.server"
import type { PendingEmailChange } from "../schema"
import * as queries from "./queries.server"

/** How long both mailboxes have to confirm, in ms. The link in each mail lives for an hour and can be sent again. */
const lifetime = 24 * 60 * 60 * 1_000

/**
 * Starts an e-mail change for the actor, replacing a pending one, and mails a confirmation link to both addresses; to
 * the new one alone if mails to the old one come back. The
 * response is the same if the new address has an account: the mail's text is chosen when it is composed. Throws
 * what `requireSettledProof` does, `validation.failed` and `rate.limited`.
 */
export async function requestEmailChange(ctx: Ctx, newEmail: string): Promise<{ asksOld: boolean }> {
  const { user } = await requireSettledProof(ctx)
  if (newEmail === user.email) throw new AppError("validation.failed", { fields: { email: ["email_same"] } })
  await ctx.limit("account.email", user.id)
  await ctx.limit("account.email.to", sha256(newEmail))
  const now = ctx.now()
  const { db } = ctx
  const values = { id: newId(now), userId: user.id, newEmail, expiresAt: now + lifetime, createdAt: now }
  // Nobody could confirm in a mailbox that does not exist any more; the proof of the actor stands for it.
  const isGone = (await findReturn(ctx, user.email))?.reason === "bounced"
  const change = { ...values, fromConfirmedAt: isGone ? now : null, toConfirmedAt: null }
  const mails = mailsOf(ctx, user, change)
  await db.batch([
    queries.revokeChangeTokens(db, user.id),
    queries.deleteEmailChanges(db, user.id),
    queries.insertEmailChange(db, change),
    ...mails.map(({ insert }) => insert),
  ])
  for (const { enqueue } of mails) enqueue()
  return { asksOld: !isGone }
}

/**
 * Resends the mail to each address that has not confirmed yet. Throws `request.not_found` without a pending change, and
 * `rate.limited`.
 */
export async function resendEmailChange(ctx: Ctx): Promise<void> {
  const user = requireUser(ctx)
  await ctx.limit("account.email", user.id)
  const [change] = await queries.selectPendingChange(ctx.db, user.id, ctx.now())
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
    queries.revokeChangeTokens(db, id),
    queries.deletePendingChange(db, id, ctx.now()),
  ])
  if (removed.meta.changes === 0) throw new AppError("request.not_found")
}

/** Returns the actor's pending change, or null. */
export async function findEmailChange(ctx: Ctx): Promise<PendingEmailChange | null> {
  const [change] = await queries.selectPendingChange(ctx.db, requireUser(ctx).id, ctx.now())
  return change ? toPendingEmailChange(change) : null
}

function toPendingEmailChange(change: queries.EmailChange): PendingEmailChange {
  return {
    new_email: change.newEmail,
    old_confirmed: change.fromConfirmedAt !== null,
    new_confirmed: change.toConfirmedAt !== null,
    expires_at: change.expiresAt,
  }
}

/** Creates the mails to the addresses that have not confirmed yet. */
function mailsOf(ctx: Ctx, { email, locale }: CurrentUser, change: queries.EmailChange) {
  const data = { changeId: change.id, userId: change.userId }
  const from = createMail(ctx, { to: email, locale, template: "email-from", data })
  const to = createMail(ctx, { to: change.newEmail, locale, template: "email-to", data })
  return [...(change.fromConfirmedAt === null ? [from] : []), ...(change.toConfirmedAt === null ? [to] : [])]
}
