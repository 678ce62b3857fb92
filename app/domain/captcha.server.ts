import * as z from "zod"
import { AppError } from "~/lib/errors"
import type { Ctx } from "./context"

/** Tells people from machines, by somebody else's judgement. */
export interface Captcha {
  /** Whether an answer of the widget counts; it does once. Also true when the provider cannot be asked. */
  accepts: (answer: string) => Promise<boolean>
}

/** The widget's answer, in the forms that ask for one. */
export const CaptchaAnswer = z.string().max(8_192).optional()

/** Throws `validation.failed` without an answer that counts, where a captcha is configured. */
export async function requirePerson(ctx: Pick<Ctx, "captcha">, answer: string | undefined): Promise<void> {
  if (!ctx.captcha || (answer && (await ctx.captcha.accepts(answer)))) return
  throw new AppError("validation.failed", { fields: { captcha: ["captcha"] } })
}
