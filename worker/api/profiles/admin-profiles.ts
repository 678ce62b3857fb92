import * as z from "zod"
import { profileStates } from "~/db/schema/profiles/profiles"
import { editStates } from "~/db/schema/profiles/workshop"
import { returnReasons } from "~/domain/profiles/editing/reasons"
import {
  claimReview,
  decideFields,
  decideProfile,
  getReview,
  listReviews,
  releaseReview,
} from "~/domain/profiles/editing/review.server"
import { FieldDecisions, ProfileDecision, publicationProblems } from "~/domain/profiles/editing/schema"
import { jsonBody } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { createOperation } from "../openapi/operation"
import { responses } from "../openapi/responses"
import { epochMs, pageOf } from "../openapi/schemas"

const params = z.object({ id: z.string().min(1).max(40).meta({ description: "The profile's id" }) })
const needsClaim = "409 `workshop.claimed` unless you hold the claim."

const Queued = z
  .object({
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    state: z.enum(profileStates),
    city: z.string(),
    submitted_at: epochMs,
    pending_count: z.number().int().meta({ description: "Edits that await a decision" }),
    is_claimed: z.boolean().meta({ description: "Another member of staff reviews it" }),
  })
  .meta({ id: "QueuedProfile" })

const Review = z
  .object({
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    state: z.enum(profileStates),
    version: z.number().int().meta({ description: "Required to decide on the whole profile" }),
    submitted_at: epochMs.nullable(),
    is_whole: z.boolean().meta({ description: "The whole profile awaits approval, not edits alone" }),
    claimed_until: epochMs.nullable(),
    claimed_by: z.string().nullable().meta({ description: "The name of the member of staff who holds the claim" }),
    is_claimed_by_you: z.boolean(),
    is_yours: z.boolean().meta({ description: "Your own profile: somebody else has to decide" }),
    reason: z.enum(returnReasons).nullable().meta({ description: "Of the last decision on the whole profile" }),
    comment: z.string().nullable(),
    problems: z.array(z.enum(publicationProblems)).meta({ description: "What prevents its publication" }),
    content: z.record(z.string(), z.unknown()).meta({ description: "The live value of each field" }),
    edits: z.array(
      z.object({
        field: z.string(),
        version: z.string().meta({ description: "Required to decide on the edit" }),
        live: z.unknown(),
        value: z.unknown(),
        state: z.enum(editStates),
        reason: z.enum(returnReasons).nullable(),
        comment: z.string().nullable(),
        flags: z.array(z.enum(["link", "phone", "address"])).meta({ description: "What the text may contain" }),
      }),
    ),
  })
  .meta({ id: "ProfileReview" })

const list = createOperation({
  method: "get",
  path: "/profiles/reviews",
  operationId: "listProfileReviews",
  tag: "admin",
  summary: "List the profiles that await review",
  description: "Longest waiting first, 30 on a page.",
  guard: "staff",
  permission: "profiles.review",
  request: { query: z.object({ cursor: z.string().max(100).optional() }) },
  responses: responses(200, "A page of profiles", pageOf(Queued)),
  errors: ["cursor.invalid"],
})

const get = createOperation({
  method: "get",
  path: "/profiles/{id}/review",
  operationId: "getProfileReview",
  tag: "admin",
  summary: "Get a profile with its submitted edits",
  description: "An owner's drafts are not included.",
  guard: "staff",
  permission: "profiles.review",
  request: { params },
  responses: responses(200, "The profile", Review),
  errors: ["request.not_found"],
})

const claim = createOperation({
  method: "put",
  path: "/profiles/{id}/claim",
  operationId: "claimProfileReview",
  tag: "admin",
  summary: "Claim a review",
  description:
    "For 30 minutes, in which nobody else can decide; repeat it to extend the claim. 404 for your own profile. 409 `workshop.claimed` while another member of staff holds it.",
  guard: "staffProof",
  permission: "profiles.review",
  request: { params },
  responses: responses(200, "The claim", z.object({ claimed_until: epochMs })),
  errors: ["request.not_found", "workshop.claimed"],
})

const release = createOperation({
  method: "delete",
  path: "/profiles/{id}/claim",
  operationId: "releaseProfileReview",
  tag: "admin",
  summary: "End your claim on a review",
  guard: "staffProof",
  permission: "profiles.review",
  request: { params },
  responses: { 204: { description: "You do not hold the claim" } },
})

const decideOnFields = createOperation({
  method: "post",
  path: "/profiles/{id}/decisions",
  operationId: "decideProfileEdits",
  tag: "admin",
  summary: "Approve or return edits of a profile",
  description: `An approved edit is public at once if the profile is. A returned one goes back to its owner with the reason and the comment. ${needsClaim} 409 \`conflict.changed\` if no decision took effect.`,
  guard: "staffProof",
  permission: "profiles.review",
  request: { params, body: jsonBody(FieldDecisions) },
  responses: responses(
    200,
    "The fields whose decisions took effect, and those whose edits had changed",
    z.object({ decided: z.array(z.string()), stale: z.array(z.string()) }),
  ),
  errors: ["request.not_found", "workshop.claimed", "conflict.changed"],
})

const decideOnProfile = createOperation({
  method: "post",
  path: "/profiles/{id}/state",
  operationId: "decideProfile",
  tag: "admin",
  summary: "Decide on a whole profile",
  description: `\`approve\` lets the owner publish it, and needs a decision on every edit (409 \`workshop.open_edits\`). \`request_changes\`, \`reject\` and \`suspend\` need a reason, which the owner reads with the comment. \`suspend\` takes a profile off the site at once; \`reinstate\` gives it back paused. ${needsClaim} 409 \`conflict.changed\` for another state or version.`,
  guard: "staffProof",
  permission: "profiles.review",
  request: { params, body: jsonBody(ProfileDecision) },
  responses: responses(200, "The profile", Review),
  errors: ["request.not_found", "workshop.claimed", "workshop.open_edits", "conflict.changed"],
})

export const adminProfiles = createApi()
  .openapi(list, async (c) => c.json(await listReviews(c.var.ctx, c.req.valid("query").cursor ?? null), 200))
  .openapi(get, async (c) => c.json(await getReview(c.var.ctx, c.req.valid("param").id), 200))
  .openapi(claim, async (c) => c.json(await claimReview(c.var.ctx, c.req.valid("param").id), 200))
  .openapi(release, async (c) => {
    await releaseReview(c.var.ctx, c.req.valid("param").id)
    return c.body(null, 204)
  })
  .openapi(decideOnFields, async (c) =>
    c.json(await decideFields(c.var.ctx, c.req.valid("param").id, c.req.valid("json")), 200),
  )
  .openapi(decideOnProfile, async (c) => {
    const { id } = c.req.valid("param")
    await decideProfile(c.var.ctx, id, c.req.valid("json"))
    return c.json(await getReview(c.var.ctx, id), 200)
  })
