import * as z from "zod"
import { readinessItems } from "~/domain/core/readiness/policy"
import { getReadiness, recordItem, withdrawItem } from "~/domain/operations/readiness/readiness.server"
import {
  ReadinessRecordForm,
  ReadinessWithdrawalForm,
  RecordedItemParam,
  readinessStates,
} from "~/domain/operations/readiness/schema"
import { describeFields, jsonBody } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { createOperation } from "../openapi/operation"
import { responses } from "../openapi/responses"
import { epochMs } from "../openapi/schemas"

const tag = "admin"
const params = z.object({ item: RecordedItemParam })

const Item = z
  .object({
    item: z.enum(readinessItems),
    is_recorded: z.boolean().meta({ description: "An owner records it; otherwise the site sees it itself" }),
    state: z.enum(readinessStates).meta({ description: "`expiring`: it counts, for a month at most" }),
    reference: z.string().nullable().meta({ description: "The paper that shows it" }),
    recorded_at: epochMs.nullable(),
    recorded_by: z
      .string()
      .nullable()
      .meta({ description: "Name; null without a record, or once the account was erased" }),
    expires_at: epochMs.nullable(),
    version: z.string().meta({ description: "For the next record; empty without one" }),
    unfinished: z
      .array(z.string())
      .meta({ description: "Addresses of unfinished pages, or names of staff without a second factor" }),
  })
  .meta({ id: "ReadinessItem" })

const Readiness = z
  .object({
    is_production: z
      .boolean()
      .meta({ description: "Only production is launched: any other deployment is a demonstration" }),
    is_complete: z.boolean().meta({ description: "Nothing is missing" }),
    items: z.array(Item),
  })
  .meta({ id: "Readiness" })

const get = createOperation({
  method: "get",
  path: "/readiness",
  operationId: "getReadiness",
  tag,
  summary: "Get the launch readiness",
  description:
    "While an item is missing or expired, a production deployment is a demonstration: it is not indexed, nothing is charged (409 `launch.incomplete`) and no profile is published.",
  guard: "staff",
  permission: "readiness.read",
  responses: responses(200, "The items", Readiness),
})

const record = createOperation({
  method: "put",
  path: "/readiness/{item}",
  operationId: "recordReadiness",
  tag,
  summary: "Set a launch item",
  description:
    "Counts for twelve months, everywhere within five seconds. 409 `conflict.changed` if `version` is not the record that counts.",
  guard: "staffProof",
  permission: "readiness.write",
  request: {
    params,
    body: jsonBody(
      describeFields(ReadinessRecordForm, {
        reference: "The paper that shows it; 1 to 300 characters",
        version: "The one that you read; empty without a record",
      }),
    ),
  },
  responses: { 204: { description: "Recorded" } },
  errors: ["conflict.changed"],
})

const withdraw = createOperation({
  method: "post",
  path: "/readiness/{item}/withdraw",
  operationId: "withdrawReadiness",
  tag,
  summary: "Withdraw a launch item",
  description:
    "A production deployment is a demonstration again within five seconds. 409 `conflict.changed` if `version` is not the record that counts.",
  guard: "staffProof",
  permission: "readiness.write",
  request: { params, body: jsonBody(describeFields(ReadinessWithdrawalForm, { version: "The one that you read" })) },
  responses: { 204: { description: "Withdrawn" } },
  errors: ["conflict.changed"],
})

export const adminReadiness = createApi()
  .openapi(get, async (c) => c.json(await getReadiness(c.var.ctx), 200))
  .openapi(record, async (c) => {
    await recordItem(c.var.ctx, c.req.valid("param").item, c.req.valid("json"))
    return c.body(null, 204)
  })
  .openapi(withdraw, async (c) => {
    await withdrawItem(c.var.ctx, c.req.valid("param").item, c.req.valid("json"))
    return c.body(null, 204)
  })
