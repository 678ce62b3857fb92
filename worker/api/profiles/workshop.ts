import * as z from "zod"
import { profileStates } from "~/db/schema/profiles/profiles"
import { editStates } from "~/db/schema/profiles/workshop"
import { fieldLimits, type ProfileField, profileFields } from "~/domain/profiles/content/fields"
import { weekParts } from "~/domain/profiles/content/rhythm"
import { type OwnerMove, ownerMoves } from "~/domain/profiles/editing/policy"
import { returnReasons } from "~/domain/profiles/editing/reasons"
import { Availability, FieldsSave, itemStates, publicationProblems } from "~/domain/profiles/editing/schema"
import {
  getWorkshop,
  pauseProfile,
  publishProfile,
  saveFields,
  setAvailability,
  submitProfile,
  withdrawProfile,
} from "~/domain/profiles/editing/workshop.server"
import { describeFields, jsonBody } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { limitText } from "../openapi/limit-text"
import { createOperation } from "../openapi/operation"
import { responses } from "../openapi/responses"
import { epochMs } from "../openapi/schemas"

const tag = "own profile"

/** An edit of a field, as its owner sees it. */
export const ProfileEdit = z
  .object({
    state: z.enum(editStates),
    version: z.string().meta({ description: "Send it with the next value of the field" }),
    reason: z.enum(returnReasons).nullable().meta({ description: "Why staff sent the edit back" }),
    comment: z.string().nullable(),
  })
  .meta({ id: "ProfileEdit", description: "A change of a field that is not public" })

const Field = z
  .object({
    live: z.unknown().meta({ description: "The public value, or the one that would be public" }),
    value: z.unknown().meta({ description: "The value of the edit, or the live one" }),
    edit: ProfileEdit.nullable(),
  })
  .meta({ id: "ProfileField" })

const Workshop = z
  .object({
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    state: z.enum(profileStates),
    reason: z.enum(returnReasons).nullable().meta({ description: "Staff's reason about the whole profile" }),
    comment: z.string().nullable(),
    submitted_at: epochMs.nullable(),
    published_at: epochMs.nullable(),
    available_until: epochMs.nullable(),
    rhythm: z.array(z.enum(weekParts as [string, ...string[]])),
    fields: z.object(
      Object.fromEntries(profileFields.map((field) => [field, Field])) as Record<ProfileField, typeof Field>,
    ),
    checklist: z.array(z.object({ item: z.enum(publicationProblems), state: z.enum(itemStates) })),
    moves: z.array(z.enum(Object.keys(ownerMoves) as [OwnerMove, ...OwnerMove[]])),
    undeclared_count: z.number().int(),
    draft_count: z.number().int(),
  })
  .meta({ id: "OwnProfile" })

const Save = describeFields(FieldsSave, {
  fields: `Values by field. Texts have one field for each language, such as \`about.fr\`. One language is enough to submit, and one that was begun has to be whole. A text may exceed its limit until it is submitted: ${fieldLimits.about.max} characters for \`about\`, ${fieldLimits.headline.max} for \`headline\`, ${fieldLimits.quote.max} for \`quote\``,
  versions: "By field, the version of the edit that you read; null or absent for none",
  save: "An id of your own for this save. The versions that it makes end in it (`~` and the id), so that you recognise them when the response was lost",
})

const get = createOperation({
  method: "get",
  path: "/profile",
  operationId: "getOwnProfile",
  tag,
  summary: "Get your profile with your edits",
  guard: "user",
  responses: responses(200, "Your profile", Workshop),
  errors: ["request.not_found"],
})

const save = createOperation({
  method: "patch",
  path: "/profile",
  operationId: "saveOwnProfile",
  tag,
  summary: "Save edits of your profile",
  description: `Nothing public changes: an edit becomes public once staff have approved it. Values may be unfinished. All fields are saved, or none: 409 \`conflict.changed\` if one was edited since you read it. Limit: ${limitText("workshop.save")}.`,
  guard: "user",
  request: { body: jsonBody(Save) },
  responses: responses(
    200,
    "The new versions by field; null for a field whose value is the live one",
    z.object({ versions: z.record(z.string(), z.string().nullable()) }),
  ),
  errors: ["request.not_found", "conflict.changed", "rate.limited"],
})

const submit = createOperation({
  method: "post",
  path: "/profile/submission",
  operationId: "submitOwnProfile",
  tag,
  summary: "Submit your profile for review",
  description: `Submits the whole profile, or the edits of an approved one, whose public version stays until they are approved. 422 \`validation.failed\` names every unfinished field. Limit: ${limitText("workshop.submit")}.`,
  guard: "user",
  responses: responses(200, "Your profile", Workshop),
  errors: [
    "request.not_found",
    "validation.failed",
    "workshop.nothing_to_submit",
    "country.no_listing",
    "conflict.changed",
    "rate.limited",
  ],
})

const available = createOperation({
  method: "put",
  path: "/profile/availability",
  operationId: "setAvailability",
  tag,
  summary: "Set your availability",
  description: `Effective at once. Limit: ${limitText("workshop.save")}, with edits.`,
  guard: "user",
  request: {
    body: jsonBody(
      describeFields(Availability, {
        available_until: "Epoch milliseconds, at most a week ahead; null for not available now",
        rhythm: "The parts of the week in which you usually have time",
      }),
    ),
  },
  responses: responses(200, "Your profile", Workshop),
  errors: ["request.not_found", "rate.limited"],
})

const publish = createOperation({
  method: "post",
  path: "/profile/publication",
  operationId: "publishOwnProfile",
  tag,
  summary: "Publish your profile",
  description:
    "Publishes an approved or paused profile. 409 `workshop.not_publishable` while something is missing, `launch.incomplete` while the site is a demonstration.",
  guard: "user",
  responses: responses(200, "Your profile", Workshop),
  errors: [
    "request.not_found",
    "country.no_listing",
    "workshop.not_publishable",
    "launch.incomplete",
    "conflict.changed",
  ],
})

const pause = createOperation({
  method: "post",
  path: "/profile/pause",
  operationId: "pauseOwnProfile",
  tag,
  summary: "Pause your profile",
  description: "Takes a published profile off the site at once, until you publish it again.",
  guard: "user",
  responses: responses(200, "Your profile", Workshop),
  errors: ["request.not_found", "conflict.changed"],
})

const withdraw = createOperation({
  method: "delete",
  path: "/profile/publication",
  operationId: "withdrawOwnProfile",
  tag,
  summary: "Withdraw your profile",
  description:
    "Takes it off the site and out of review at once, in any state but a refused one. Submit it again to return. Idempotent.",
  guard: "user",
  responses: responses(200, "Your profile", Workshop),
  errors: ["request.not_found", "conflict.changed"],
})

export const workshop = createApi()
  .openapi(get, async (c) => c.json(await getWorkshop(c.var.ctx), 200))
  .openapi(save, async (c) => {
    const { fields, versions, save } = c.req.valid("json")
    return c.json(await saveFields(c.var.ctx, { fields, versions, save }), 200)
  })
  .openapi(submit, async (c) => {
    await submitProfile(c.var.ctx)
    return c.json(await getWorkshop(c.var.ctx), 200)
  })
  .openapi(available, async (c) => {
    await setAvailability(c.var.ctx, c.req.valid("json"))
    return c.json(await getWorkshop(c.var.ctx), 200)
  })
  .openapi(publish, async (c) => {
    await publishProfile(c.var.ctx)
    return c.json(await getWorkshop(c.var.ctx), 200)
  })
  .openapi(pause, async (c) => {
    await pauseProfile(c.var.ctx)
    return c.json(await getWorkshop(c.var.ctx), 200)
  })
  .openapi(withdraw, async (c) => {
    await withdrawProfile(c.var.ctx)
    return c.json(await getWorkshop(c.var.ctx), 200)
  })
