import { createRoute } from "@hono/zod-openapi"
import * as z from "zod"
import { ReportForm } from "~/domain/moderation/schema"
import { fileReport } from "~/domain/moderation/service.server"
import { createApi } from "../openapi/create-api"
import { errorResponses, responses } from "../openapi/document"

const file = createRoute({
  method: "post",
  path: "/reports",
  tags: ["moderation"],
  summary: "Report something",
  description:
    "Open to anyone, without an account. `about` is the address of a page. `email` is optional for the categories `minor`, `danger`, `intimate` and `depicted`, and gets a receipt. Those four hide the picture or video that `about` names (`/escorts/{slug}/gallery?photo={id}`, `/media/{id}/…`) until staff have looked at it, but for the sixth and later ones of an address and day.",
  request: { body: { required: true, content: { "application/json": { schema: ReportForm } } } },
  responses: {
    ...responses(201, "Received", z.object({ reference: z.string() })),
    ...errorResponses(400, 403, 413, 415, 422, 429),
  },
})

export const reports = createApi().openapi(file, async (c) =>
  c.json({ reference: await fileReport(c.var.ctx, c.req.valid("json")) }, 201),
)
