import { createRoute } from "@hono/zod-openapi"
import * as z from "zod"
import { applicationStates } from "~/db/schema/casting"
import { consentKinds, pictureUpload } from "~/domain/casting/choices"
import { addPicture, openPicture, removePicture } from "~/domain/casting/pictures.server"
import { ApplicationPatch, Submission } from "~/domain/casting/schema"
import {
  findOwnApplication,
  getApplication,
  saveApplication,
  startApplication,
  submitApplication,
  withdrawApplication,
} from "~/domain/casting/service.server"
import type { AppContext } from "../../env"
import { readCookie } from "../../http/cookies"
import { createApi } from "../openapi/create-api"
import { errorResponses, responses } from "../openapi/document"
import { limitPicture, pictureBody, readPicture } from "../openapi/picture-body"

const tags = ["casting"]
const whose = "For the member whose it is, or whoever sends its secret in the header `Application-Secret`."
const id = z.string().min(1).max(40)
const params = z.object({ id })
const pictureParams = z.object({ id, picture: z.string().min(1).max(40) })

const Picture = z.object({ id: z.string(), width: z.number().int(), height: z.number().int() })

const Application = z
  .object({
    id: z.string(),
    reference: z.string(),
    state: z.enum(applicationStates),
    version: z.number().int(),
    first_name: z.string(),
    city: z.string().nullable().meta({ description: "A city's slug, as category is a category's" }),
    category: z.string().nullable(),
    languages: z.array(z.string()).meta({ description: "ISO 639-1" }),
    written_in: z.string(),
    presentation: z.string(),
    experience: z.string(),
    email: z.string().nullable().meta({ description: "A visitor's; of a member the account is asked" }),
    is_member: z.boolean(),
    consents: z.array(z.enum(consentKinds)),
    pictures: z.array(Picture),
    note: z.string().nullable().meta({ description: "What was asked for, or why it was declined" }),
    submitted_at: z.number().int().nullable().meta({ description: "Epoch milliseconds, as all times" }),
    decided_at: z.number().int().nullable(),
    expires_at: z.number().int().nullable().meta({ description: "When it is deleted, with its pictures" }),
    created_at: z.number().int(),
    updated_at: z.number().int(),
  })
  .meta({ id: "Application" })

const jsonOf = <Schema extends z.ZodType>(schema: Schema) => ({
  body: { required: true, content: { "application/json": { schema } } },
})

const list = createRoute({
  method: "get",
  path: "/",
  tags,
  summary: "The application that you have now, if any",
  description: whose,
  responses: responses(
    200,
    "A list of one, or of none",
    z.object({ data: z.array(Application), next_cursor: z.string().nullable() }),
  ),
})

const start = createRoute({
  method: "post",
  path: "/",
  tags,
  summary: "Begin an application, for oneself",
  description:
    "The draft belongs to the member who begins it, else to the `secret` that is given back this once. It may hold as much as there is by now.",
  request: jsonOf(ApplicationPatch),
  responses: {
    ...responses(201, "The draft", z.object({ application: Application, secret: z.string().nullable() })),
    ...errorResponses(400, 403, 409, 413, 415, 422, 429),
  },
})

const get = createRoute({
  method: "get",
  path: "/{id}",
  tags,
  summary: "An application",
  description: whose,
  request: { params },
  responses: { ...responses(200, "The application", Application), ...errorResponses(404, 422) },
})

const change = createRoute({
  method: "patch",
  path: "/{id}",
  tags,
  summary: "Change a draft",
  description: `${whose} A field may be unfinished: it is checked when the application is sent.`,
  request: { params, ...jsonOf(ApplicationPatch) },
  responses: {
    ...responses(200, "The application", Application),
    ...errorResponses(400, 403, 404, 409, 413, 415, 422, 429),
  },
})

const addOne = createRoute({
  method: "post",
  path: "/{id}/pictures",
  tags,
  summary: "Add a picture",
  description: `${whose} JPEG, PNG, WebP or AVIF, ${pictureUpload.maxBytes / 1024 ** 2} MB at most, six pictures in all. What is kept is a WebP of ${pictureUpload.keptSide} pixels a side at most, without metadata.`,
  request: { params, body: pictureBody("picture") },
  responses: { ...responses(201, "The picture", Picture), ...errorResponses(400, 403, 404, 409, 422, 429) },
})

const getOne = createRoute({
  method: "get",
  path: "/{id}/pictures/{picture}",
  tags,
  summary: "A picture of an application",
  description: whose,
  request: { params: pictureParams },
  responses: {
    200: {
      description: "The picture",
      content: { "image/webp": { schema: { type: "string" as const, format: "binary" } } },
    },
    ...errorResponses(404, 422),
  },
})

const removeOne = createRoute({
  method: "delete",
  path: "/{id}/pictures/{picture}",
  tags,
  summary: "Remove a picture",
  description: whose,
  request: { params: pictureParams },
  responses: { 204: { description: "Removed" }, ...errorResponses(403, 404, 409, 422) },
})

const submit = createRoute({
  method: "post",
  path: "/{id}/submit",
  tags,
  summary: "Send an application, as it was read",
  description: whose,
  request: { params, ...jsonOf(Submission) },
  responses: {
    ...responses(200, "The application", Application),
    ...errorResponses(400, 403, 404, 409, 413, 415, 422, 429),
  },
})

const withdraw = createRoute({
  method: "post",
  path: "/{id}/withdraw",
  tags,
  summary: "Take an application back",
  description: `${whose} Its pictures are deleted at once; of a draft, everything is.`,
  request: { params },
  responses: { 204: { description: "Withdrawn" }, ...errorResponses(403, 404, 422) },
})

/** A program's secret goes before the browser's. */
function secretOf(c: AppContext): string | null {
  const secret = c.req.header("Application-Secret") ?? readCookie(c, "application")
  return secret && /^[\w-]{43}$/.test(secret) ? secret : null
}

export const applications = createApi()

applications.use("/:id/pictures", limitPicture("pictures", pictureUpload.maxBytes))
applications
  .openapi(list, async (c) => {
    const found = await findOwnApplication(c.var.ctx, secretOf(c))
    return c.json({ data: found ? [found] : [], next_cursor: null }, 200)
  })
  .openapi(start, async (c) => {
    const { id, secret } = await startApplication(c.var.ctx, c.req.valid("json"))
    return c.json({ application: await getApplication(c.var.ctx, secret, id), secret }, 201)
  })
  .openapi(get, async (c) => c.json(await getApplication(c.var.ctx, secretOf(c), c.req.valid("param").id), 200))
  .openapi(change, async (c) => {
    const { id } = c.req.valid("param")
    await saveApplication(c.var.ctx, secretOf(c), id, c.req.valid("json"))
    return c.json(await getApplication(c.var.ctx, secretOf(c), id), 200)
  })
  .openapi(addOne, async (c) => {
    const { id } = c.req.valid("param")
    await getApplication(c.var.ctx, secretOf(c), id)
    return c.json(await addPicture(c.var.ctx, secretOf(c), id, await readPicture(c, "picture")), 201)
  })
  .openapi(getOne, async (c) => {
    const { id, picture } = c.req.valid("param")
    const { body, size } = await openPicture(c.var.ctx, secretOf(c), id, picture)
    return c.body(body, 200, { "Content-Type": "image/webp", "Content-Length": String(size) })
  })
  .openapi(removeOne, async (c) => {
    const { id, picture } = c.req.valid("param")
    await removePicture(c.var.ctx, secretOf(c), id, picture)
    return c.body(null, 204)
  })
  .openapi(submit, async (c) => {
    const { id } = c.req.valid("param")
    await submitApplication(c.var.ctx, secretOf(c), id, c.req.valid("json"))
    return c.json(await getApplication(c.var.ctx, secretOf(c), id), 200)
  })
  .openapi(withdraw, async (c) => {
    await withdrawApplication(c.var.ctx, secretOf(c), c.req.valid("param").id)
    return c.body(null, 204)
  })
