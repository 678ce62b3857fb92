import { AppError } from "~/lib/errors"
import type { Ctx } from "../../core/context"
import { takeCaptchaCode } from "./code.server"
import { mailedCodePrefix } from "./mailed-code"

/**
 * Throws `validation.failed` unless the captcha is solved or none is configured. Accepts the widget's token or a code
 * mailed to the form's `email`, and uses either up.
 */
export async function requirePerson(ctx: Ctx, token: string | undefined, email: string | null): Promise<void> {
  if (!ctx.captcha) return
  const isCode = token?.startsWith(mailedCodePrefix) ?? false
  if (token && isCode && email && (await takeCaptchaCode(ctx, email, token.slice(mailedCodePrefix.length)))) return
  if (token && !isCode && (await ctx.captcha.verify(token))) return
  throw new AppError("validation.failed", { fields: { captcha: [isCode ? "captcha_code" : "captcha"] } })
}
