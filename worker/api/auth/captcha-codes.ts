import { createRoute } from "@hono/zod-openapi"
import * as z from "zod"
import { Email } from "~/domain/accounts/schema"
import { captchaCodeMinutes, sendCaptchaCode } from "~/domain/captcha/code.server"
import { translator } from "~/i18n/i18n.server"
import { createApi } from "../openapi/create-api"
import { errorResponses, responses, Said } from "../openapi/document"

const code = createRoute({
  method: "post",
  path: "/codes",
  tags: ["captcha"],
  summary: "Request a code by e-mail in place of the captcha",
  description: `For readers whose browser cannot load the captcha. Send the six digits as \`captcha: "mail:123456"\` with a form that has the same \`email\`, within ${captchaCodeMinutes} minutes. A code works once and voids the one before; after five tries it is void. The response is the same whether the address has an account or not. 404 if no captcha is configured.`,
  request: { body: { required: true, content: { "application/json": { schema: z.object({ email: Email }) } } } },
  responses: { ...responses(202, "A mail is on its way", Said), ...errorResponses(400, 404, 413, 415, 422, 429) },
})

export const captcha = createApi().openapi(code, async (c) => {
  const { ctx } = c.var
  const { email } = c.req.valid("json")
  await sendCaptchaCode(ctx, email)
  const message = translator(ctx.locale, "captcha")("code.sent", { email, minutes: captchaCodeMinutes })
  return c.json({ message }, 202)
})
