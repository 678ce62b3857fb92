import * as z from "zod"
import { dismissReport } from "~/domain/moderation/closing.server"
import { ClosingForm } from "~/domain/moderation/schema"
import { describeFields, jsonBody } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { createOperation } from "../openapi/operation"

const Closing = describeFields(ClosingForm, { reason: "1 to 1,000 characters, sent to the reporter" })

const dismiss = createOperation({
  method: "post",
  path: "/reports/{reference}/dismiss",
  operationId: "dismissReport",
  tag: "admin",
  summary: "Close a report without action",
  description:
    "Shows the picture or video that the report hid, unless another open report hides it too. The reporter receives `reason` by e-mail if the report has an address. 409 `conflict.changed` for a closed report.",
  guard: "staffProof",
  permission: "reports.decide",
  request: {
    params: z.object({ reference: z.string().min(1).max(20).meta({ description: "Such as `R-7K3M9QTX`" }) }),
    body: jsonBody(Closing),
  },
  responses: {
    204: { description: "The report is closed" },
  },
  errors: ["conflict.changed"],
})

export const adminReports = createApi().openapi(dismiss, async (c) => {
  await dismissReport(c.var.ctx, c.req.valid("param").reference, c.req.valid("json"))
  return c.body(null, 204)
})
