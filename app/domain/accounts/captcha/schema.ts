import * as z from "zod"
import { mailedCodePrefix } from "./mailed-code"

/** Captcha proof of a form, required if a captcha is configured. */
export const CaptchaToken = z
  .string()
  .max(8_192)
  .optional()
  .meta({
    description: `The captcha widget's token, or \`${mailedCodePrefix}\` and the code of \`POST /captcha/codes\``,
  })
