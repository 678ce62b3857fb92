import { requirePerson } from "~/domain/accounts/captcha/captcha.server"
import type { Ctx } from "~/domain/core/context"
import { issueEmailToken, tokenMinutes } from "~/domain/mail/email-tokens.server"
import { createMail } from "~/domain/mail/outbox.server"
import type { OutboxEmail } from "~/domain/mail/queries.server"
import type { Content } from "~/domain/mail/schema"
import { deleteToken, findTokenSubject } from "~/domain/mail/token-queries.server"
import { translator } from "~/i18n/i18n.server"
import { sha256 } from "~/lib/crypto.server"
import { AppError } from "~/lib/errors"
import type { ResetRequest } from "../schema"
import { clearSignInLimits } from "../sign-in/attempts.server"
import { commonPasswords } from "./common-passwords.server"
import { hashPassword } from "./hash.server"
import * as queries from "./queries.server"
import { passwordProblem } from "./rules"

/**
 * Requests a password reset. The address is looked up later, when the mail is composed, so that neither the response
 * nor its time reveals whether it has an account. Throws `validation.failed` for the captcha, and `rate.limited`.
 */
export async function requestPasswordReset(ctx: Ctx, { email, captcha }: ResetRequest): Promise<void> {
  await ctx.limit("auth.reset.address", ctx.client.address)
  await requirePerson(ctx, captcha, email)
  await ctx.limit("auth.reset.email", sha256(email))
  const mail = createMail(ctx, { to: email, locale: ctx.locale, template: "reset" })
  await mail.insert
  mail.enqueue()
}

export async function composeResetMail(ctx: Ctx, email: OutboxEmail): Promise<Content | null> {
  const user = await queries.findResetRecipient(ctx.db, email.recipient)
  if (!user) return null
  const t = translator(email.locale, "mail")
  if (user.bannedAt !== null) {
    return {
      subject: t("account_closed.heading"),
      heading: t("account_closed.heading"),
      paragraphs: [t("account_closed.text")],
      action: { label: t("account_closed.action"), href: `${ctx.site.origin(email.locale)}/contact` },
    }
  }
  const token = await issueEmailToken(ctx, "reset", user.id)
  return {
    subject: t("reset.subject"),
    heading: t("reset.heading"),
    paragraphs: [t("reset.text"), t("reset.not_you")],
    action: { label: t("reset.action"), href: `${ctx.site.origin(email.locale)}/auth/password/reset/${token}` },
    note: t("lifetime", { minutes: tokenMinutes }),
  }
}

/** Returns whether a link is still valid. It does not use the link up: mail scanners follow links. */
export async function isResetTokenAlive(ctx: Ctx, token: string): Promise<boolean> {
  return (await findTokenSubject(ctx.db, "reset", token, ctx.now())) !== null
}

/**
 * Sets a new password with the token of a mailed link, ends every session of the account and notifies its owner. It
 * opens no session. Throws `auth.token_invalid`, `validation.failed` and `rate.limited`.
 */
export async function resetPassword(ctx: Ctx, token: string, password: string): Promise<void> {
  await ctx.limit("auth.token.address", ctx.client.address)
  const userId = await findTokenSubject(ctx.db, "reset", token, ctx.now())
  if (!userId) throw new AppError("auth.token_invalid")
  const { db } = ctx
  const user = await queries.findActiveUser(db, userId)
  if (!user) throw new AppError("auth.token_invalid")
  const problem = passwordProblem(password, user.email, (plain) => commonPasswords.has(plain))
  if (problem) throw new AppError("validation.failed", { fields: { password: [problem] } })

  const now = ctx.now()
  const passwordHash = await hashPassword(password)
  const mail = createMail(ctx, {
    to: user.email,
    locale: user.locale,
    template: "password-changed",
    when: queries.isResetAlive(db, token, now),
  })
  const [changed] = await db.batch([
    queries.updatePasswordByToken(db, token, passwordHash, now),
    queries.deleteSessionsByToken(db, token, now),
    // A pending second step was reached with the old password.
    queries.deleteChallengesByToken(db, token, now),
    mail.insert,
    deleteToken(db, "reset", userId, token),
  ])
  if (changed.meta.changes === 0) throw new AppError("auth.token_invalid")
  await ctx.live(userId).endSockets({})
  await clearSignInLimits(ctx, { id: userId, email: user.email })
  mail.enqueue()
}
