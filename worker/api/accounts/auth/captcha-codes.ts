import * as z from "zod"
import { captchaCodeMinutes, sendCaptchaCode } from "~/domain/accounts/captcha/code.server"
import { limits } from "~/domain/core/rate-limits"
import { Email } from "~/domain/core/shared/email"
import { translator } from "~/i18n/i18n.server"
import { jsonBody } from "../../openapi/bodies"
import { createApi } from "../../openapi/create-api"
import { limitText } from "../../openapi/limit-text"
import { createOperation } from "../../openapi/operation"
import { MessageResponse, responses } from "../../openapi/responses"

const code = createOperation({
  method: "post",
  path: "/codes",
  operationId: "requestCaptchaCode",
  tag: "captcha",
  summary: "Request a code by e-mail instead of the CAPTCHA",
  description: `For clients that cannot load the CAPTCHA. Send the six digits as \`captcha: "mail:123456"\` with a form that has the same \`email\`, within ${captchaCodeMinutes} minutes. A code works once and invalidates the previous one; after ${limits["captcha.code.try"].max} attempts it is invalid. The response is the same for a known and an unknown address. 404 \`request.not_found\` if no CAPTCHA is configured. Limits: ${limitText("captcha.code.email")} for an e-mail address and ${limitText("captcha.code.address")} for a network.`,
  request: { body: jsonBody(z.object({ email: Email })) },
  responses: responses(202, "A mail is on its way", MessageResponse),
  errors: ["request.not_found", "rate.limited"],
})

export const captcha = createApi().openapi(code, async (c) => {
  const { ctx } = c.var
  const { email } = c.req.valid("json")
  await sendCaptchaCode(ctx, email)
  const message = translator(ctx.locale, "captcha")("code.sent", { email, minutes: captchaCodeMinutes })
  return c.json({ message }, 202)
})
