import { AppError } from "~/lib/errors"
import type { Ctx } from "../context"
import { takeCaptchaCode } from "./code.server"
import { mailedCodePrefix } from "./mailed-code"

/**
 * Throws `validation.failed` without an answer that counts, where a captcha is configured: a token of the widget, or the code that was
 * mailed to the form's `email`. Uses either up.
 */
export async function requirePerson(ctx: Ctx, answer: string | undefined, email: string | null): Promise<void> {
  if (!ctx.captcha) return
  const isCode = answer?.startsWith(mailedCodePrefix) ?? false
  if (answer && isCode && email && (await takeCaptchaCode(ctx, email, answer.slice(mailedCodePrefix.length)))) return
  if (answer && !isCode && (await ctx.captcha.verify(answer))) return
  throw new AppError("validation.failed", { fields: { captcha: [isCode ? "captcha_code" : "captcha"] } })
}
