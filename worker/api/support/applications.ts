import * as z from "zod"
import { applicationStates } from "~/db/enums"
import { consentKinds, pictureUpload, wordLimits } from "~/domain/support/applications/choices"
import { addPicture, openPicture, removePicture } from "~/domain/support/applications/pictures.server"
import { ApplicationPatch, Submission } from "~/domain/support/applications/schema"
import {
  findOwnApplication,
  getApplication,
  saveApplication,
  startApplication,
  submitApplication,
  withdrawApplication,
} from "~/domain/support/applications/service.server"
import type { AppContext } from "../../env"
import { readCookie } from "../../http/cookies"
import { describeFields, jsonBody } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { limitText } from "../openapi/limit-text"
import { createOperation } from "../openapi/operation"
import { limitPicture, pictureBody, readPicture } from "../openapi/picture-body"
import { responses } from "../openapi/responses"
import { epochMs, language, wholeListOf } from "../openapi/schemas"

const tag = "casting"
const access =
  "For the member who started it, or with its secret in the header `Application-Secret`. Otherwise 404 `request.not_found`."
const editable = "409 `casting.sent` unless the state is `draft` or `changes_requested`."
const unknownPlace = "422 `validation.failed` for an unknown city or category."
const id = z.string().min(1).max(40)
const params = z.object({ id })
const pictureQuery = z.object({
  replaces: z.string().min(1).max(40).optional().meta({ description: "The id of the picture to replace" }),
})
const pictureParams = z.object({ id, picture: z.string().min(1).max(40) })

const Picture = z.object({
  id: z.string(),
  width: z.number().int().meta({ description: "Pixels" }),
  height: z.number().int().meta({ description: "Pixels" }),
})

export const Application = z
  .object({
    id: z.string(),
    reference: z.string().meta({ description: "The reference to quote to support" }),
    state: z.enum(applicationStates),
    version: z.number().int().meta({ description: "Increases with every change; required to submit" }),
    first_name: z.string(),
    city: z.string().nullable().meta({ description: "A city's slug" }),
    category: z.string().nullable().meta({ description: "A category's slug" }),
    languages: z.array(language),
    written_in: z.string().meta({ description: "The language of the texts" }),
    presentation: z.string(),
    experience: z.string(),
    email: z.string().nullable().meta({ description: "A visitor's address; null for a member" }),
    is_member: z.boolean(),
    consents: z.array(z.enum(consentKinds)),
    pictures: z.array(Picture),
    note: z.string().nullable().meta({ description: "The changes that staff request, or why they declined it" }),
    submitted_at: epochMs.nullable(),
    decided_at: epochMs.nullable(),
    expires_at: epochMs
      .nullable()
      .meta({ description: "Epoch milliseconds when it is deleted, with its pictures; null for never" }),
    created_at: epochMs,
    updated_at: epochMs,
  })
  .meta({ id: "Application" })

const length = ({ min, max }: { min: number; max: number }) => `${min} to ${max} characters to submit`
const Patch = describeFields(ApplicationPatch, {
  first_name: length(wordLimits.first_name),
  city: "A city's slug",
  category: "A category's slug",
  languages: "Spoken languages, ISO 639-1",
  written_in: "The language of the texts",
  presentation: length(wordLimits.presentation),
  experience: length(wordLimits.experience),
  email: "Required of visitors to submit",
  adult: "The applicant is of age",
  self: "The applicant applies for themselves, of their own free will",
  depicted: "Everyone in the pictures has agreed to be shown",
  rules: "The applicant accepts the rules",
  data: "The applicant consents to the processing of the data",
})

const list = createOperation({
  method: "get",
  path: "/",
  operationId: "listApplications",
  tag,
  summary: "List your current application",
  description: "Returns one application or none, by your account or by its secret in the header `Application-Secret`.",
  responses: responses(200, "A list of at most one application", wholeListOf(Application)),
})

const start = createOperation({
  method: "post",
  path: "/",
  operationId: "startApplication",
  tag,
  summary: "Start an application",
  description: `Creates a draft with the fields that are sent. It belongs to the signed-in member, or to the returned \`secret\`. 409 \`casting.listed\` for members who own a profile, \`casting.open\` for members with a current application. ${unknownPlace} Limit: ${limitText("casting.start")} for an account or network.`,
  request: { body: jsonBody(Patch) },
  responses: responses(
    201,
    "The draft",
    z.object({
      application: Application,
      secret: z
        .string()
        .nullable()
        .meta({ description: "For the header `Application-Secret`, shown only once; null for members" }),
    }),
  ),
  errors: ["country.no_listing", "casting.listed", "casting.open", "rate.limited"],
})

const get = createOperation({
  method: "get",
  path: "/{id}",
  operationId: "getApplication",
  tag,
  summary: "Get an application",
  description: access,
  request: { params },
  responses: responses(200, "The application", Application),
  errors: ["request.not_found"],
})

const change = createOperation({
  method: "patch",
  path: "/{id}",
  operationId: "updateApplication",
  tag,
  summary: "Update an application",
  description: `Omitted fields remain unchanged. Fields may be incomplete: they are validated when the application is submitted. A member who updates a visitor's draft becomes its owner. ${editable} ${unknownPlace} Limit: ${limitText("casting.save")} for an application. ${access}`,
  request: { params, body: jsonBody(Patch) },
  responses: responses(200, "The application", Application),
  errors: ["request.not_found", "casting.sent", "rate.limited"],
})

const addOne = createOperation({
  method: "post",
  path: "/{id}/pictures",
  operationId: "addApplicationPicture",
  tag,
  summary: "Add a picture to an application",
  description: `Send the picture itself, or a form with it in the field \`picture\`: JPEG, PNG, WebP or AVIF, up to ${pictureUpload.maxBytes / 1024 ** 2} MB, at most ${pictureUpload.max} pictures. It is stored as WebP of up to ${pictureUpload.keptSide} pixels a side, without metadata. With \`replaces\` it takes the place of another picture, which is deleted; 404 \`request.not_found\` if the application has no such picture. ${editable} Limit: ${limitText("casting.picture")} for an application. ${access}`,
  request: { params, query: pictureQuery, body: pictureBody("picture") },
  responses: responses(201, "The picture", Picture),
  errors: ["request.not_found", "casting.sent", "rate.limited"],
})

const getOne = createOperation({
  method: "get",
  path: "/{id}/pictures/{picture}",
  operationId: "getApplicationPicture",
  tag,
  summary: "Get a picture of an application",
  description: access,
  request: { params: pictureParams },
  responses: {
    200: {
      description: "The picture",
      content: { "image/webp": { schema: { type: "string" as const, format: "binary" } } },
    },
  },
  errors: ["request.not_found"],
})

const removeOne = createOperation({
  method: "delete",
  path: "/{id}/pictures/{picture}",
  operationId: "removeApplicationPicture",
  tag,
  summary: "Remove a picture from an application",
  description: `${editable} ${access}`,
  request: { params: pictureParams },
  responses: { 204: { description: "The picture is removed" } },
  errors: ["request.not_found", "casting.sent"],
})

const submit = createOperation({
  method: "post",
  path: "/{id}/submit",
  operationId: "submitApplication",
  tag,
  summary: "Submit an application",
  description: `The applicant receives a receipt by e-mail. 422 \`validation.failed\` names every missing field; 409 \`conflict.changed\` if \`version\` is not the current one. ${editable} Limit: ${limitText("casting.send")} for an account or network. ${access}`,
  request: {
    params,
    body: jsonBody(describeFields(Submission, { version: "The `version` of the application that the user has read" })),
  },
  responses: responses(200, "The application", Application),
  errors: ["request.not_found", "country.no_listing", "casting.sent", "conflict.changed", "rate.limited"],
})

const withdraw = createOperation({
  method: "post",
  path: "/{id}/withdraw",
  operationId: "withdrawApplication",
  tag,
  summary: "Withdraw an application",
  description: `Deletes its pictures at once; a draft is deleted entirely. 404 \`request.not_found\` for an application that is declined or withdrawn; 409 \`casting.sent\` for a draft that is submitted at the same time. ${access}`,
  request: { params },
  responses: { 204: { description: "The application is withdrawn" } },
  errors: ["request.not_found", "casting.sent"],
})

/** The secret of a draft: the header of an API client takes precedence over the browser's cookie. */
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
    const { replaces } = c.req.valid("query")
    await getApplication(c.var.ctx, secretOf(c), id)
    return c.json(await addPicture(c.var.ctx, secretOf(c), { id, replaces }, await readPicture(c, "picture")), 201)
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
