import { eq } from "drizzle-orm"
import { challenges, sessions, users } from "~/db/schema"
import { requireSession } from "~/domain/actor/guards"
import type { Ctx } from "~/domain/context"
import { createMail } from "~/domain/mail/outbox.server"
import { AppError } from "~/lib/errors"
import { openSession } from "../sessions/session.server"
import { commonPasswords } from "./common-passwords.server"
import { hashPassword, verifyPassword } from "./hash.server"
import { passwordProblem } from "./rules"

/**
 * Changes the actor's password, ends all their sessions, opens a new one and returns its token. Throws
 * `validation.failed` and `rate.limited`.
 */
export async function changePassword(ctx: Ctx, current: string, next: string): Promise<string> {
  const { user, session } = requireSession(ctx)
  await ctx.limit("auth.confirm.account", user.id)
  const [account] = await ctx.db
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, user.id))
    .limit(1)
  if (!(await verifyPassword(current, account?.passwordHash ?? null))) {
    throw new AppError("validation.failed", { fields: { present_password: ["password_wrong"] } })
  }
  const problem = passwordProblem(next, user.email, (plain) => commonPasswords.has(plain))
  if (problem) throw new AppError("validation.failed", { fields: { password: [problem] } })

  const mail = createMail(ctx, { to: user.email, locale: user.locale, template: "password-changed" })
  await ctx.db.batch([
    ctx.db
      .update(users)
      .set({ passwordHash: await hashPassword(next), updatedAt: ctx.now() })
      .where(eq(users.id, user.id)),
    ctx.db.delete(sessions).where(eq(sessions.userId, user.id)),
    // A pending second step was reached with the old password.
    ctx.db.delete(challenges).where(eq(challenges.userId, user.id)),
    mail.insert,
  ])
  mail.enqueue()
  await ctx.live(user.id).endSockets({})
  const { confirmedAt, isStrong, startedAt } = session
  return openSession(ctx, user.id, session.kind, { confirmedAt, isStrong, startedAt, isAnnounced: true })
}
