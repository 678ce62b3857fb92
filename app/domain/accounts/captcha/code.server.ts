import { translator } from "~/i18n/i18n.server"
import { newCode, sha256 } from "~/lib/crypto.server"
import { AppError } from "~/lib/errors"
import type { Ctx } from "../../core/context"
import { isWithin } from "../../core/shared/rate-limit.server"
import { storeEmailToken } from "../../mail/email-tokens.server"
import { createMail } from "../../mail/outbox.server"
import type { OutboxEmail } from "../../mail/queries.server"
import type { Content } from "../../mail/schema"
import { takeTokenHash } from "../../mail/token-queries.server"

/** Lifetime of a code, in minutes. */
export const captchaCodeMinutes = 10

/**
 * Mails a one-time code for forms whose captcha cannot be loaded; accounts are not looked up. Throws
 * `request.not_found` if no captcha is configured, and `rate.limited`.
 */
export async function sendCaptchaCode(ctx: Ctx, email: string): Promise<void> {
  if (!ctx.captcha) throw new AppError("request.not_found")
  await ctx.limit("captcha.code.address", ctx.client.address)
  await ctx.limit("captcha.code.email", sha256(email))
  const mail = createMail(ctx, { to: email, locale: ctx.locale, template: "captcha-code" })
  await mail.insert
  mail.enqueue()
}

/**
 * Generates the code when the mail is composed, so that the outbox never holds it. Null for a mail so late that its
 * code would have expired.
 */
export async function composeCaptchaCodeMail(ctx: Ctx, email: OutboxEmail): Promise<Content | null> {
  if (ctx.now() - email.createdAt > captchaCodeMinutes * 60_000) return null
  const code = newCode()
  await storeEmailToken(ctx, {
    purpose: "captcha",
    subjectId: email.recipient,
    token: tokenOf(email.recipient, code),
    minutes: captchaCodeMinutes,
  })
  await ctx.resetLimit("captcha.code.try", sha256(email.recipient))
  const t = translator(email.locale, "mail")
  return {
    subject: t("captcha_code.subject"),
    heading: t("captcha_code.subject"),
    paragraphs: [t("captcha_code.text"), code, t("captcha_code.not_you")],
    note: t("captcha_code.lifetime", { minutes: captchaCodeMinutes }),
  }
}

/** Redeems a code; returns whether it was mailed to this address, within its lifetime and number of attempts. */
export async function takeCaptchaCode(ctx: Ctx, email: string, code: string): Promise<boolean> {
  if (!/^\d{6}$/.test(code)) return false
  if (!(await isWithin(ctx, "captcha.code.try", sha256(email)))) return false
  const token = { purpose: "captcha" as const, subjectId: email, tokenHash: sha256(tokenOf(email, code)) }
  return takeTokenHash(ctx.db, token, ctx.now())
}

/** Includes the address: two addresses may get the same six digits, and token hashes are unique. */
function tokenOf(email: string, code: string): string {
  return `${email} ${code}`
}
