import * as z from "zod"
import { appealStates, decisionKinds } from "~/db/enums"
import { AppealAnswer } from "~/domain/safety/appeals/schema"
import { decideAppeal, getAppeal, listAppeals } from "~/domain/safety/appeals/staff.server"
import { Decision } from "../decisions/decisions"
import { describeFields, jsonBody } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { createOperation } from "../openapi/operation"
import { responses } from "../openapi/responses"
import { epochMs, pageOf } from "../openapi/schemas"

const line = {
  reference: z.string().meta({ description: "The decision's" }),
  kind: z.enum(decisionKinds),
  state: z.enum(appealStates),
  created_at: epochMs,
  decided_at: epochMs,
  may_decide: z.boolean().meta({ description: "You neither made the decision nor are its subject" }),
}

const AppealLine = z.object(line).meta({ id: "AppealLine" })

const Appeal = z
  .object({
    ...line,
    decision: Decision,
    member_id: z.string().nullable().meta({ description: "Null for a reporter, and once it is erased" }),
    case_reference: z.string().nullable().meta({ description: "Reference of the case that the decision comes from" }),
    subject_id: z.string().meta({ description: "Id of what the decision is about" }),
    body: z.string(),
    answer: z.string().nullable(),
    decided_by: z.string().nullable(),
    may_overturn: z.boolean().meta({ description: "A refused identity check takes a trust lead" }),
  })
  .meta({ id: "Appeal" })

const list = createOperation({
  method: "get",
  path: "/appeals",
  operationId: "listAppeals",
  tag: "admin",
  summary: "List appeals by state",
  description: "Open ones longest waiting first, the others latest first. 30 on a page.",
  guard: "staff",
  permission: "appeals.read",
  request: {
    query: z.object({ state: z.enum(appealStates).default("open"), cursor: z.string().max(100).optional() }),
  },
  responses: responses(200, "A page of appeals", pageOf(AppealLine)),
  errors: ["cursor.invalid"],
})

const params = z.object({
  reference: z.string().min(1).max(20).meta({ description: "The decision's, such as `D-7K3M9QTX`" }),
})

const get = createOperation({
  method: "get",
  path: "/appeals/{reference}",
  operationId: "getAppeal",
  tag: "admin",
  summary: "Get an appeal",
  description: "With the decision that it contests.",
  guard: "staff",
  permission: "appeals.read",
  request: { params },
  responses: responses(200, "The appeal", Appeal),
  errors: ["request.not_found"],
})

const decide = createOperation({
  method: "post",
  path: "/appeals/{reference}/decision",
  operationId: "decideAppeal",
  tag: "admin",
  summary: "Decide an appeal",
  description:
    "`overturned` undoes all effects of the decision at once. Who contested it receives `answer` by mail. 403 `appeals.same_reviewer` for your own decision and for one about you, `identity.of_lead` to overturn a refused identity check without being a trust lead, 409 `conflict.changed` for a decided appeal.",
  guard: "staffProof",
  permission: "appeals.decide",
  request: {
    params,
    body: jsonBody(
      describeFields(AppealAnswer, { outcome: "`upheld` or `overturned`", answer: "1 to 2,000 characters" }),
    ),
  },
  responses: { 204: { description: "The appeal is decided" } },
  errors: ["request.not_found", "appeals.same_reviewer", "identity.of_lead", "conflict.changed"],
})

export const adminAppeals = createApi()
  .openapi(list, async (c) => {
    const { state, cursor } = c.req.valid("query")
    return c.json(await listAppeals(c.var.ctx, state, cursor ?? null), 200)
  })
  .openapi(get, async (c) => c.json(await getAppeal(c.var.ctx, c.req.valid("param").reference), 200))
  .openapi(decide, async (c) => {
    await decideAppeal(c.var.ctx, c.req.valid("param").reference, c.req.valid("json"))
    return c.body(null, 204)
  })
