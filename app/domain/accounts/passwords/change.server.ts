import { requireSession } from "~/domain/actor/guards"
import type { Ctx } from "~/domain/context"
import { createMail } from "~/domain/mail/outbox.server"
import { AppError } from "~/lib/errors"
import { deleteChallengesOf, deleteSessionsOf, findPasswordHash } from "../queries.server"
import { openSession } from "../sessions/session.server"
import { commonPasswords } from "./common-passwords.server"
import { hashPassword, verifyPassword } from "./hash.server"
import { updatePassword } from "./queries.server"
import { passwordProblem } from "./rules"

/**
 * Changes the actor's password, ends all their sessions, opens a new one and returns its token. Throws
 * `validation.failed` and `rate.limited`.
 */
export async function changePassword(ctx: Ctx, current: string, next: string): Promise<string> {
  const { user, session } = requireSession(ctx)
  await ctx.limit("auth.confirm.account", user.id)
  if (!(await verifyPassword(current, await findPasswordHash(ctx.db, user.id)))) {
    throw new AppError("validation.failed", { fields: { present_password: ["password_wrong"] } })
  }
  const problem = passwordProblem(next, user.email, (plain) => commonPasswords.has(plain))
  if (problem) throw new AppError("validation.failed", { fields: { password: [problem] } })

  const mail = createMail(ctx, { to: user.email, locale: user.locale, template: "password-changed" })
  await ctx.db.batch([
    updatePassword(ctx.db, user.id, await hashPassword(next), ctx.now()),
    deleteSessionsOf(ctx.db, user.id),
    // A pending second step was reached with the old password.
    deleteChallengesOf(ctx.db, user.id),
    mail.insert,
  ])
  mail.enqueue()
  await ctx.live(user.id).endSockets({})
  const { confirmedAt, isStrong, startedAt } = session
  return openSession(ctx, user.id, session.kind, { confirmedAt, isStrong, startedAt, isAnnounced: true })
}
