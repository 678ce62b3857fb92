import * as z from "zod"
import { searchRecords } from "~/domain/back-office/records/lists/search.server"
import { lineDraft } from "~/domain/core/shared/text"
import { createApi } from "../../openapi/create-api"
import { createOperation } from "../../openapi/operation"
import { responses } from "../../openapi/responses"
import { wholeListOf } from "../../openapi/schemas"

const Hit = z
  .object({
    resource: z.string(),
    kind: z.string().meta({ description: "What it is, in your language" }),
    id: z.string(),
    title: z.string(),
    path: z.string().meta({ description: "Its page of the back office" }),
  })
  .meta({ id: "SearchHit" })

const search = createOperation({
  method: "get",
  path: "/search",
  operationId: "searchBackOffice",
  tag: "admin",
  summary: "Search the back office",
  description: "Five records at most of each resource that you may read. Nothing for less than two characters.",
  guard: "staff",
  permission: "dashboard.read",
  request: { query: z.object({ q: lineDraft(80).default("") }) },
  responses: responses(200, "The records", wholeListOf(Hit)),
})

export const resourceSearch = createApi().openapi(search, async (c) =>
  c.json({ data: await searchRecords(c.var.ctx, c.req.valid("query").q), next_cursor: null }, 200),
)
