import type { Ctx } from "~/domain/core/context"
import { createMail } from "~/domain/mail/outbox.server"
import { AppError } from "~/lib/errors"
import { clearSignInLimits } from "../sign-in/attempts.server"
import { revokeAccess } from "../staff/queries.server"
import * as queries from "./undo-queries.server"

/** Returns whether a link is still valid. It does not use the link up: mail scanners follow links. */
export async function isUndoLinkAlive(ctx: Ctx, token: string): Promise<boolean> {
  return (await queries.findUndoSubject(ctx.db, token, ctx.now())) !== null
}

/**
 * "This wasn't me": removes every second factor of the link's user, ends their sessions and the password that somebody
 * else knew, and mails a link for a new one. Throws `auth.token_invalid` and `rate.limited`.
 */
export async function undoFirstFactor(ctx: Ctx, token: string): Promise<void> {
  await ctx.limit("auth.token.address", ctx.client.address)
  const { db } = ctx
  const now = ctx.now()
  const user = await queries.findUndoSubject(db, token, now)
  if (!user) throw new AppError("auth.token_invalid")
  const subject = queries.undoSubject(token, now)
  const mail = createMail(ctx, {
    to: user.email,
    locale: user.locale,
    template: "reset",
    when: queries.isUndoAlive(token, now),
  })
  const [disabled] = await db.batch([
    queries.disablePassword(db, subject, now),
    ...queries.deleteFactors(db, subject),
    ...revokeAccess(db, subject),
    mail.insert,
    // Last: the statements above find their user by these.
    queries.deleteUndoTokens(db, user.id, token, now),
  ])
  if (disabled.meta.changes === 0) throw new AppError("auth.token_invalid")
  await ctx.live(user.id).endSockets({})
  await clearSignInLimits(ctx, user)
  mail.enqueue()
}
