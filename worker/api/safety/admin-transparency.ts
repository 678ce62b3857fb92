import * as z from "zod"
import { transparencyStates } from "~/db/enums"
import { tableNames } from "~/domain/safety/transparency/figures"
import { PublicationForm, TransparencyDraftForm } from "~/domain/safety/transparency/schema"
import {
  draftTransparency,
  getTransparency,
  listTransparency,
  publishTransparency,
} from "~/domain/safety/transparency/service.server"
import { describeFields, jsonBody } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { createOperation } from "../openapi/operation"
import { responses } from "../openapi/responses"
import { epochMs } from "../openapi/schemas"
import { ShownFigures } from "./transparency"

const tag = "admin"
const params = z.object({ id: z.string().max(40) })

const line = {
  id: z.string(),
  period: z.string().meta({ description: "YYYY-MM or YYYY, in the site's time zone" }),
  state: z.enum(transparencyStates),
  drafted_at: epochMs,
  published_at: epochMs.nullable(),
}

const Periods = z
  .object({
    periods: z.array(z.object(line)).meta({ description: "Latest first" }),
    draftable: z.array(z.string()).meta({ description: "Periods that are over and whose reports are all stored" }),
  })
  .meta({ id: "TransparencyPeriods" })

const FigureTable = z.object({
  total: z.number().int(),
  groups: z.record(z.string(), z.record(z.string(), z.number().int())),
  median: z.number().int().nullable(),
})

const DeskFigures = z
  .object({
    ...line,
    figures: z
      .object(Object.fromEntries(tableNames.map((name) => [name, FigureTable])) as Record<string, typeof FigureTable>)
      .meta({ description: "Every number" }),
    shown: ShownFigures,
    reason: z.record(z.string(), z.string()).nullable().meta({ description: "By language; null for the first" }),
    recipients: z.number().int().nullable(),
  })
  .meta({ id: "StaffTransparencyFigures" })

const list = createOperation({
  method: "get",
  path: "/transparency",
  operationId: "listTransparencyPeriods",
  tag,
  summary: "List transparency periods",
  guard: "staff",
  permission: "transparency.read",
  responses: responses(200, "The periods", Periods),
})

const get = createOperation({
  method: "get",
  path: "/transparency/{id}",
  operationId: "getTransparencyPeriod",
  tag,
  summary: "Get transparency figures",
  description: "Whole, and as the public sees them; a draft as it would be published now.",
  guard: "staff",
  permission: "transparency.read",
  request: { params },
  responses: responses(200, "The figures", DeskFigures),
  errors: ["request.not_found"],
})

const draft = createOperation({
  method: "post",
  path: "/transparency",
  operationId: "draftTransparencyPeriod",
  tag,
  summary: "Create a transparency draft",
  description: "Computes and freezes the figures of a month or year that is over. Replaces the period's draft.",
  guard: "staffProof",
  permission: "transparency.draft",
  request: {
    body: jsonBody(
      describeFields(TransparencyDraftForm, {
        period: "YYYY-MM or YYYY",
        reason_en: "Why it replaces published figures; required for a correction, otherwise ignored",
        reason_fr: "The same in French",
      }),
    ),
  },
  responses: responses(201, "Drafted", z.object({ id: z.string() })),
  errors: ["conflict.changed", "transparency.deleted", "transparency.unfinished"],
})

const publish = createOperation({
  method: "post",
  path: "/transparency/{id}/publication",
  operationId: "publishTransparencyPeriod",
  tag,
  summary: "Publish transparency figures",
  description:
    "Replaces the published figures of the period. A year is published with none or with all of its months, so that no hidden number can be computed.",
  guard: "staffProof",
  permission: "transparency.publish",
  request: {
    params,
    body: jsonBody(
      describeFields(PublicationForm, {
        recipients: "Average monthly active recipients in the EU; null: the page leaves it out",
      }),
    ),
  },
  responses: { 204: { description: "Published" } },
  errors: ["request.not_found", "conflict.changed", "transparency.months_missing", "transparency.year_published"],
})

export const adminTransparency = createApi()
  .openapi(list, async (c) => c.json(await listTransparency(c.var.ctx), 200))
  .openapi(get, async (c) => c.json(await getTransparency(c.var.ctx, c.req.valid("param").id), 200))
  .openapi(draft, async (c) => c.json(await draftTransparency(c.var.ctx, c.req.valid("json")), 201))
  .openapi(publish, async (c) => {
    await publishTransparency(c.var.ctx, c.req.valid("param").id, c.req.valid("json"))
    return c.body(null, 204)
  })
