import { createRoute } from "@hono/zod-openapi"
import * as z from "zod"
import { dismissReport } from "~/domain/moderation/closing.server"
import { ClosingForm } from "~/domain/moderation/schema"
import { createApi } from "../openapi/create-api"
import { errorResponses, signedIn } from "../openapi/document"

const dismiss = createRoute({
  method: "post",
  path: "/reports/{reference}/dismiss",
  tags: ["admin"],
  summary: "Close a report without action",
  description:
    "The picture or video that the report hid shows again, unless another open report hides it, too. The reporter gets `reason` by e-mail, if the report gave an address. A closed report is a conflict.",
  security: signedIn,
  request: {
    params: z.object({ reference: z.string().min(1).max(20) }),
    body: { required: true, content: { "application/json": { schema: ClosingForm } } },
  },
  responses: { 204: { description: "It is closed" }, ...errorResponses(400, 401, 403, 404, 409, 413, 415, 422) },
})

export const adminReports = createApi().openapi(dismiss, async (c) => {
  await dismissReport(c.var.ctx, c.req.valid("param").reference, c.req.valid("json"))
  return c.body(null, 204)
})
