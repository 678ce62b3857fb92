import * as z from "zod"
import { measures, units } from "~/domain/profiles/statistics/measures"
import { StatisticsQuery } from "~/domain/profiles/statistics/schema"
import { getStatistics } from "~/domain/profiles/statistics/service.server"
import { describeFields } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { createOperation } from "../openapi/operation"
import { responses } from "../openapi/responses"

const count = z.number().int().nullable().meta({ description: "Null: fewer than five" })
const Counts = z.object(
  Object.fromEntries(measures.map((measure) => [measure, count])) as Record<(typeof measures)[number], typeof count>,
)
const day = z.iso.date()

const get = createOperation({
  method: "get",
  path: "/profile/statistics",
  operationId: "getProfileStatistics",
  tag: "profile owner",
  summary: "Get the statistics of your profile",
  description:
    "Views (each visitor once a day), new favourites, first messages to you (`requests`) and your first replies, for the days before today in the Europe/Paris time zone. Counts of views and favourites under five are null, and their totals are rounded down to a multiple of five. Views are kept for 400 days. 404 `request.not_found` for members without a profile.",
  guard: "user",
  request: {
    query: describeFields(StatisticsQuery, {
      period: "Days; 30 by default",
      by: "`day` by default; weeks begin on Monday",
    }),
  },
  responses: responses(
    200,
    "The statistics",
    z
      .object({
        from: day.meta({ description: "The first day" }),
        to: day.meta({ description: "The last day: yesterday" }),
        by: z.enum(units),
        totals: Counts,
        totals_before: Counts.meta({ description: "Of as many days before `from`" }),
        series: z.array(Counts.extend({ day: day.meta({ description: "The first day of the day or week" }) })),
      })
      .meta({ id: "ProfileStatistics" }),
  ),
  errors: ["request.not_found"],
})

export const meStatistics = createApi().openapi(get, async (c) =>
  c.json(await getStatistics(c.var.ctx, c.req.valid("query")), 200),
)
