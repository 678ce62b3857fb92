import * as z from "zod"
import { mailedCodePrefix } from "./mailed-code"

/** What proves that a person sends a form, where a captcha is configured. */
export const CaptchaToken = z
  .string()
  .max(8_192)
  .optional()
  .meta({
    description: `The captcha widget's token, or \`${mailedCodePrefix}\` and the code of \`POST /captcha/codes\``,
  })
