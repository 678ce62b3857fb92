import * as z from "zod"
import { mediaKinds, mediaVisibilities } from "~/db/enums"
import { consentStates } from "~/db/schema/profiles/consent"
import {
  addPerson,
  createConsentLink,
  declareMediaItem,
  getPeople,
  removePerson,
} from "~/domain/verification/consent/people.server"
import { Declaration, PersonForm } from "~/domain/verification/consent/schema"
import { describeFields, jsonBody } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { limitText } from "../openapi/limit-text"
import { createOperation } from "../openapi/operation"
import { responses } from "../openapi/responses"
import { epochMs } from "../openapi/schemas"

const tag = "own profile"
const params = z.object({ id: z.string().min(1).max(40) })
const limit = `Limit of changes: ${limitText("consent.change")}.`

const People = z
  .object({
    people: z.array(
      z.object({
        id: z.string(),
        label: z.string().meta({ description: "Your name for the person; nobody else sees it" }),
        is_confirmed: z.boolean().meta({ description: "The person's identity and age are confirmed" }),
        link_expires_at: epochMs.nullable(),
        can_remove: z.boolean().meta({ description: "Until the person has answered" }),
      }),
    ),
    media: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(mediaKinds),
        visibility: z.enum(mediaVisibilities),
        state: z.string(),
        width: z.number().int().nullable(),
        height: z.number().int().nullable(),
        color: z.string().nullable(),
        pass: z.object({ query: z.string(), expires_at: epochMs }).nullable(),
        has_others: z.boolean().nullable().meta({ description: "Null until you declare it" }),
        people: z.array(
          z.object({ id: z.string(), state: z.enum(consentStates), may_download: z.boolean().nullable() }),
        ),
        is_agreed: z.boolean().meta({ description: "It is declared, and everyone in it agreed" }),
      }),
    ),
  })
  .meta({ id: "PeopleDepicted" })

const get = createOperation({
  method: "get",
  path: "/profile/people",
  operationId: "getPeopleDepicted",
  tag,
  summary: "List the people in your photos and videos",
  guard: "user",
  responses: responses(200, "The people, and who is in which photo or video", People),
  errors: ["request.not_found"],
})

const add = createOperation({
  method: "post",
  path: "/profile/people",
  operationId: "addPersonDepicted",
  tag,
  summary: "Add a person who is in your photos or videos",
  description: limit,
  guard: "user",
  request: { body: jsonBody(describeFields(PersonForm, { label: "Your name for the person" })) },
  responses: responses(201, "The people, and who is in which photo or video", People),
  errors: ["request.not_found", "consent.full", "rate.limited"],
})

const remove = createOperation({
  method: "delete",
  path: "/profile/people/{id}",
  operationId: "removePersonDepicted",
  tag,
  summary: "Remove a person who has not answered",
  description: `409 \`conflict.changed\` once they have. ${limit}`,
  guard: "user",
  request: { params },
  responses: responses(200, "The people, and who is in which photo or video", People),
  errors: ["request.not_found", "conflict.changed", "rate.limited"],
})

const link = createOperation({
  method: "post",
  path: "/profile/people/{id}/links",
  operationId: "createConsentLink",
  tag,
  summary: "Create a private link for a person",
  description: `Give it to the person yourself. With it they read what you ask, confirm their identity and age, and answer; you cannot. It is shown only once. ${limit}`,
  guard: "user",
  request: { params },
  responses: responses(201, "The link", z.object({ url: z.string(), expires_at: epochMs })),
  errors: ["request.not_found", "rate.limited"],
})

const declare = createOperation({
  method: "put",
  path: "/profile/media/{id}/people",
  operationId: "declarePeopleDepicted",
  tag,
  summary: "Set who is in a photo or video",
  description: `Until everyone in it has agreed, nobody else sees it. It holds for your others that show the same, too: uploads are compared with each other, and with those that were removed. 409 \`consent.answered\` if you leave out somebody who has answered for one of them. ${limit}`,
  guard: "user",
  request: {
    params,
    body: jsonBody(
      describeFields(Declaration, {
        has_others: "Somebody else than you is in it",
        people: "Who; empty if nobody is",
      }),
    ),
  },
  responses: responses(200, "The people, and who is in which photo or video", People),
  errors: ["request.not_found", "consent.answered", "rate.limited"],
})

export const mePeople = createApi()
  .openapi(get, async (c) => c.json(await getPeople(c.var.ctx), 200))
  .openapi(add, async (c) => c.json(await addPerson(c.var.ctx, c.req.valid("json")), 201))
  .openapi(remove, async (c) => c.json(await removePerson(c.var.ctx, c.req.valid("param").id), 200))
  .openapi(link, async (c) => c.json(await createConsentLink(c.var.ctx, c.req.valid("param").id), 201))
  .openapi(declare, async (c) =>
    c.json(await declareMediaItem(c.var.ctx, c.req.valid("param").id, c.req.valid("json")), 200),
  )
