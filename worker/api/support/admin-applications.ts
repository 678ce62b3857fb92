import * as z from "zod"
import { applicationStates, submittedApplicationStates } from "~/db/enums"
import { DeskDecision } from "~/domain/support/applications/schema"
import {
  getDeskApplication,
  listDeskApplications,
  moveApplication,
  openDeskPicture,
} from "~/domain/support/applications/staff.server"
import { jsonBody } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { createOperation } from "../openapi/operation"
import { responses } from "../openapi/responses"
import { epochMs, pageOf } from "../openapi/schemas"
import { Application } from "./applications"

const tag = "admin"
const id = z.string().min(1).max(40)
const params = z.object({ id })

const Entry = z
  .object({
    id: z.string(),
    reference: z.string(),
    state: z.enum(applicationStates),
    version: z.number().int(),
    first_name: z.string(),
    city: z.string().nullable().meta({ description: "A city's slug" }),
    category: z.string().nullable().meta({ description: "A category's slug" }),
    is_member: z.boolean(),
    pictures: z.number().int().meta({ description: "How many were sent" }),
    submitted_at: epochMs.nullable(),
    updated_at: epochMs,
  })
  .meta({ id: "ApplicationEntry" })

const DeskApplication = Application.extend({
  contact: z.string().meta({ description: "The account's e-mail, or the one that a visitor typed" }),
  locale: z.string().meta({ description: "The language of the mails to the applicant" }),
  staff: z.string().nullable().meta({ description: "The name of the member of staff who last acted on it" }),
  is_yours: z.boolean().meta({ description: "Your own application: somebody else has to decide" }),
}).meta({ id: "DeskApplication" })

const list = createOperation({
  method: "get",
  path: "/applications",
  operationId: "listApplicationsToReview",
  tag,
  summary: "List applications by state",
  description: "Oldest submission first, 30 on a page. Drafts are never listed.",
  guard: "staff",
  permission: "applications.review",
  request: {
    query: z.object({
      state: z.enum(submittedApplicationStates).default("submitted"),
      cursor: z.string().max(100).optional(),
    }),
  },
  responses: responses(200, "A page of applications", pageOf(Entry)),
  errors: ["cursor.invalid"],
})

const get = createOperation({
  method: "get",
  path: "/applications/{id}",
  operationId: "getApplicationToReview",
  tag,
  summary: "Get a submitted application",
  guard: "staff",
  permission: "applications.review",
  request: { params },
  responses: responses(200, "The application", DeskApplication),
  errors: ["request.not_found"],
})

const getPicture = createOperation({
  method: "get",
  path: "/applications/{id}/pictures/{picture}",
  operationId: "getPictureToReview",
  tag,
  summary: "Get a picture of a submitted application",
  guard: "staff",
  permission: "applications.review",
  request: { params: params.extend({ picture: id }) },
  responses: {
    200: {
      description: "The picture",
      content: { "image/webp": { schema: { type: "string" as const, format: "binary" } } },
    },
  },
  errors: ["request.not_found"],
})

const decide = createOperation({
  method: "post",
  path: "/applications/{id}/state",
  operationId: "decideApplication",
  tag,
  summary: "Decide on an application",
  description:
    "`take` puts a submitted one in review; the others need one in review. `accept` makes its member the owner of a draft profile with what they wrote and sent; a visitor gets it with their account. `request_changes` and `decline` need a `note`, which the applicant reads. They are notified of all but `take`. 409 `conflict.changed` for another state or version, and for your own application.",
  guard: "staffProof",
  permission: "applications.review",
  request: { params, body: jsonBody(DeskDecision) },
  responses: responses(200, "The application", DeskApplication),
  errors: ["request.not_found", "conflict.changed"],
})

export const adminApplications = createApi()
  .openapi(list, async (c) => {
    const { state, cursor } = c.req.valid("query")
    return c.json(await listDeskApplications(c.var.ctx, state, cursor ?? null), 200)
  })
  .openapi(get, async (c) => c.json(await getDeskApplication(c.var.ctx, c.req.valid("param").id), 200))
  .openapi(getPicture, async (c) => {
    const { id, picture } = c.req.valid("param")
    const { body, size } = await openDeskPicture(c.var.ctx, id, picture)
    return c.body(body, 200, { "Content-Type": "image/webp", "Content-Length": String(size) })
  })
  .openapi(decide, async (c) => {
    const { id } = c.req.valid("param")
    await moveApplication(c.var.ctx, id, c.req.valid("json"))
    return c.json(await getDeskApplication(c.var.ctx, id), 200)
  })
