import * as z from "zod"
import { limits } from "~/domain/core/rate-limits"
import { ReportForm } from "~/domain/safety/schema"
import { fileReport } from "~/domain/safety/service.server"
import { describeFields, jsonBody } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { limitText } from "../openapi/limit-text"
import { createOperation } from "../openapi/operation"
import { responses } from "../openapi/responses"

const file = createOperation({
  method: "post",
  path: "/reports",
  operationId: "reportContent",
  tag: "moderation",
  summary: "Report a page, picture, video or text",
  description: `Requires no account. Reports in the categories \`minor\`, \`danger\`, \`intimate\` and \`depicted\` hide the picture, video or text that they name until staff have reviewed it, and \`minor\` and \`danger\` also a whole profile, for the first ${limits["moderation.report.hide"].max} of a network in 24 hours. Limit: ${limitText("moderation.report.address")} for a network; \`minor\` and \`danger\` are always accepted.`,
  request: {
    body: jsonBody(
      describeFields(ReportForm, {
        about:
          "The address of a page. `/escorts/{slug}/gallery?photo={id}` and `/media/{id}/…` name a picture or video",
        text: "The text of the profile at that address that is meant; by default the whole page",
        details: "1 to 5,000 characters",
        email: "Receives a receipt and the decision. Required except for `minor`, `danger`, `intimate` and `depicted`",
        good_faith: "The report is made in good faith: `true`",
        website: "A trap for bots: leave it empty",
      }),
    ),
  },
  responses: responses(201, "The report is received", z.object({ reference: z.string() })),
  errors: ["reports.paused", "rate.limited"],
})

export const reports = createApi().openapi(file, async (c) =>
  c.json({ reference: await fileReport(c.var.ctx, c.req.valid("json")) }, 201),
)
