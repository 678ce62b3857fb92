import { createRoute } from "@hono/zod-openapi"
import * as z from "zod"
import { dismissReport } from "~/domain/moderation/closing.server"
import { ClosingForm } from "~/domain/moderation/schema"
import { describeFields, jsonBody } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { errorResponses } from "../openapi/responses"
import { signedIn, staffProof } from "../openapi/security"

const Closing = describeFields(ClosingForm, { reason: "1 to 1,000 characters, sent to the reporter" })

const dismiss = createRoute({
  method: "post",
  path: "/reports/{reference}/dismiss",
  tags: ["admin"],
  summary: "Close a report without action",
  description: `Shows the picture or video that the report hid, unless another open report hides it too. The reporter receives \`reason\` by e-mail if the report has an address. 409 \`conflict.changed\` for a closed report. ${staffProof}`,
  security: signedIn,
  request: {
    params: z.object({ reference: z.string().min(1).max(20).meta({ description: "Such as `R-7K3M9QTX`" }) }),
    body: jsonBody(Closing),
  },
  responses: {
    204: { description: "The report is closed" },
    ...errorResponses(400, 401, 403, 404, 409, 413, 415, 422),
  },
})

export const adminReports = createApi().openapi(dismiss, async (c) => {
  await dismissReport(c.var.ctx, c.req.valid("param").reference, c.req.valid("json"))
  return c.body(null, 204)
})
