import * as z from "zod"
import { tableNames } from "~/domain/safety/transparency/figures"
import { Period } from "~/domain/safety/transparency/schema"
import { getPublishedTransparency } from "~/domain/safety/transparency/service.server"
import { AppError } from "~/lib/errors"
import { createApi } from "../openapi/create-api"
import { createOperation } from "../openapi/operation"
import { responses } from "../openapi/responses"
import { epochMs } from "../openapi/schemas"

/** A number as the public sees it. */
const Shown = z
  .union([z.number().int(), z.enum(["few", "withheld"])])
  .meta({ description: "`few`: fewer than 5; `withheld`: another number could be computed from it" })

const ShownTable = z.object({
  total: Shown,
  groups: z
    .record(z.string(), z.record(z.string(), Shown))
    .meta({ description: "The same total in parts, by what they are parted by and by name" }),
  median: z.number().int().nullable().meta({ description: "Minutes from receipt to closing; null: hidden, or none" }),
})

/** A period's tables as the public sees them. */
export const ShownFigures = z
  .object(Object.fromEntries(tableNames.map((name) => [name, ShownTable])) as Record<string, typeof ShownTable>)
  .meta({ id: "TransparencyFigures" })

const Published = z
  .object({
    periods: z.array(z.string()).meta({ description: "The periods that are published, latest first" }),
    published: z
      .object({
        period: z.string().meta({ description: "YYYY-MM or YYYY, in the site's time zone" }),
        published_at: epochMs,
        shown: ShownFigures,
        reason: z.string().nullable().meta({ description: "Why it replaced earlier figures of the period" }),
        recipients: Shown.nullable().meta({
          description: "Average monthly active recipients in the EU, as the operator states it",
        }),
      })
      .nullable()
      .meta({ description: "Null while nothing is published" }),
  })
  .meta({ id: "Transparency" })

const get = createOperation({
  method: "get",
  path: "/transparency",
  operationId: "getTransparency",
  tag: "content",
  summary: "Get published transparency figures",
  description:
    "Reports, decisions and appeals of a month or a year, by default of the latest period. Figures are frozen; a correction replaces them and says why.",
  request: { query: z.object({ period: Period.optional().meta({ description: "YYYY-MM or YYYY" }) }) },
  responses: responses(200, "The figures", Published),
  errors: ["request.not_found"],
})

export const transparency = createApi().openapi(get, async (c) => {
  const { period = null } = c.req.valid("query")
  const found = await getPublishedTransparency(c.var.ctx, period)
  if (period !== null && found.published === null) throw new AppError("request.not_found")
  return c.json(found, 200)
})
