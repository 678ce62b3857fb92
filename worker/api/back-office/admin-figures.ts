import * as z from "zod"
import { measures } from "~/domain/back-office/analytics/measures"
import { FiguresQuery } from "~/domain/back-office/analytics/schema"
import { getFigures } from "~/domain/back-office/analytics/service.server"
import { createApi } from "../openapi/create-api"
import { createOperation } from "../openapi/operation"
import { responses } from "../openapi/responses"

const day = z.string().meta({ description: "YYYY-MM-DD in the site's time zone" })
const figure = z.number().int().nullable()

const Line = z.object({
  measure: z.enum(measures),
  dimension: z.string().meta({ description: "The currency of revenue, the plan of subscriptions; otherwise empty" }),
  total: figure,
  total_before: figure,
  series: z.array(z.object({ day, value: figure, before: figure })),
})

const Figures = z
  .object({
    from: day,
    to: day,
    before_from: day,
    before_to: day,
    by: z.enum(["day", "week"]).meta({ description: "`week` for more than 92 days" }),
    made_until: day.nullable().meta({ description: "The last day with figures" }),
    lines: z.array(Line),
    now: z.object({
      members: z.number().int(),
      subscriptions: z.array(z.object({ plan: z.string(), count: z.number().int() })),
    }),
  })
  .meta({ id: "Figures" })

const get = createOperation({
  method: "get",
  path: "/figures",
  operationId: "getFigures",
  tag: "admin",
  summary: "Get the site's figures",
  description:
    "Of the days from `from` to `to` (YYYY-MM-DD, both or neither, 366 at most; by default 30 until the last one with figures) and of as many before them. They are made each night; null: there are none of that day. Revenue is in minor units, net of refunds, by the day of the payment; waiting times are in minutes.",
  guard: "staff",
  permission: "dashboard.read",
  request: { query: FiguresQuery },
  responses: responses(200, "The figures", Figures),
})

export const adminFigures = createApi().openapi(get, async (c) =>
  c.json(await getFigures(c.var.ctx, c.req.valid("query")), 200),
)
