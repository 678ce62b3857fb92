import { requireSession } from "~/domain/core/actor/guards"
import type { Ctx } from "~/domain/core/context"
import { createMail } from "~/domain/mail/outbox.server"
import { AppError } from "~/lib/errors"
import { findPasswordHash } from "../queries.server"
import { deleteChallengesOf, deleteSessionsOf } from "../sessions/queries.server"
import { openSession } from "../sessions/session.server"
import { commonPasswords } from "./common-passwords.server"
import { hashPassword, verifyPassword } from "./hash.server"
import { hasPassword, updatePassword, userWithPassword } from "./queries.server"
import { passwordProblem } from "./rules"

/**
 * Changes the actor's password, ends all their sessions, opens a new one and returns its token. Throws
 * `validation.failed` and `rate.limited`.
 */
export async function changePassword(ctx: Ctx, current: string, next: string): Promise<string> {
  const { user, session } = requireSession(ctx)
  await ctx.limit("auth.confirm.account", user.id)
  const before = await findPasswordHash(ctx.db, user.id)
  const wrong = () => new AppError("validation.failed", { fields: { present_password: ["password_wrong"] } })
  if (!(await verifyPassword(current, before)) || before === null) throw wrong()
  const problem = passwordProblem(next, user.email, (plain) => commonPasswords.has(plain))
  if (problem) throw new AppError("validation.failed", { fields: { password: [problem] } })

  // A password reset may finish while the new password is hashed: then this change is aborted.
  const changing = userWithPassword(user.id, before)
  const mail = createMail(ctx, {
    to: user.email,
    locale: user.locale,
    template: "password-changed",
    when: hasPassword(user.id, before),
  })
  const passwordHash = await hashPassword(next)
  const [, , , { meta }] = await ctx.db.batch([
    mail.insert,
    deleteSessionsOf(ctx.db, changing),
    // A pending second step was reached with the old password.
    deleteChallengesOf(ctx.db, changing),
    updatePassword(ctx.db, { userId: user.id, before, passwordHash, now: ctx.now() }),
  ])
  if (meta.changes === 0) throw wrong()
  mail.enqueue()
  await ctx.live(user.id).endSockets({})
  const { confirmedAt, isStrong, startedAt } = session
  // A reset that was stored since then has ended every session: this request opens none either.
  const proof = { holds: hasPassword(user.id, passwordHash), refusal: wrong }
  return openSession(ctx, user.id, session.kind, { confirmedAt, isStrong, startedAt, isAnnounced: true, proof })
}
