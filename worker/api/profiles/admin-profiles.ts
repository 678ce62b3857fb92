import * as z from "zod"
import { profileStates } from "~/db/schema/profiles/profiles"
import { editStates } from "~/db/schema/profiles/workshop"
import { EscalationForm } from "~/domain/decisions/second-look/schema"
import { returnReasons } from "~/domain/profiles/editing/reasons"
import { claimReview, decideFields, decideProfile, releaseReview } from "~/domain/profiles/editing/review.server"
import { escalateReview, returnEscalation } from "~/domain/profiles/editing/reviewing/escalation.server"
import { getReview, listReviews } from "~/domain/profiles/editing/reviewing/read-review.server"
import { confirmReview } from "~/domain/profiles/editing/reviewing/review-acts.server"
import { ReviewConfirmation } from "~/domain/profiles/editing/reviewing/review-form"
import { FieldDecisions, ProfileDecision, publicationProblems } from "~/domain/profiles/editing/schema"
import { describeFields, jsonBody } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { createOperation } from "../openapi/operation"
import { responses } from "../openapi/responses"
import { epochMs, pageOf, SubjectCases } from "../openapi/schemas"
import { Proposal, SecondLook } from "../openapi/second-look"

const params = z.object({ id: z.string().min(1).max(40).meta({ description: "The profile's id" }) })
const needsClaim = "409 `workshop.claimed` unless you hold the claim."
const isLookedAt =
  "Your first 20 decisions as a moderator are proposals, which give the claim back and await a second look; 409 `review.second_look` for what awaits it."

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
    is_escalated: z.boolean().meta({ description: "Handed to leads, who alone see it here" }),
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
    proposals: z
      .array(Proposal)
      .meta({ description: "Decisions on edits and the whole that await a second look; none of your own profile" }),
    escalation: z
      .object({ by: z.string().nullable(), at: epochMs, note: z.string() })
      .nullable()
      .meta({ description: "Who handed it to leads, who alone decide on it; null for your own profile" }),
    second_look: SecondLook,
    cases: SubjectCases,
  })
  .meta({ id: "ProfileReview" })

const list = createOperation({
  method: "get",
  path: "/profiles/reviews",
  operationId: "listProfileReviews",
  tag: "admin",
  summary: "List the profiles that await review",
  description: "Longest waiting first, 30 on a page, without your own.",
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
    "For 30 minutes, in which nobody else can decide; repeat it to extend the claim. 404 for your own profile. 409 `workshop.claimed` while another member of staff holds it, `review.escalated` for what was handed to leads.",
  guard: "staffProof",
  permission: "profiles.review",
  request: { params },
  responses: responses(200, "The claim", z.object({ claimed_until: epochMs })),
  errors: ["request.not_found", "workshop.claimed", "review.escalated"],
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
  description: `An approved edit is public at once if the profile is. A returned one goes back to its owner with the reason and the comment. ${isLookedAt} ${needsClaim} 409 \`conflict.changed\` if no decision took effect.`,
  guard: "staffProof",
  permission: "profiles.review",
  request: { params, body: jsonBody(FieldDecisions) },
  responses: responses(
    200,
    "The fields whose decisions took effect, that await a second look, and whose edits had changed",
    z.object({ decided: z.array(z.string()), proposed: z.array(z.string()), stale: z.array(z.string()) }),
  ),
  errors: ["request.not_found", "workshop.claimed", "review.second_look", "conflict.changed"],
})

const decideOnProfile = createOperation({
  method: "post",
  path: "/profiles/{id}/state",
  operationId: "decideProfile",
  tag: "admin",
  summary: "Decide on a whole profile",
  description: `\`approve\` lets the owner publish it, and needs a decision on every edit (409 \`workshop.open_edits\`). \`request_changes\`, \`reject\` and \`suspend\` need a reason, which the owner reads with the comment. \`suspend\` takes a profile off the site at once; \`reinstate\` gives it back paused. ${isLookedAt} ${needsClaim} 409 \`conflict.changed\` for another state or version.`,
  guard: "staffProof",
  permission: "profiles.review",
  request: { params, body: jsonBody(ProfileDecision) },
  responses: responses(200, "The profile", Review),
  errors: ["request.not_found", "workshop.claimed", "workshop.open_edits", "review.second_look", "conflict.changed"],
})

const confirm = createOperation({
  method: "post",
  path: "/profiles/{id}/confirmation",
  operationId: "confirmProfileProposals",
  tag: "admin",
  summary: "Confirm proposed decisions on a profile",
  description:
    "Each takes effect as if you had decided so; the claim becomes yours. 409 `review.second_look` for your own proposals, and while yours need a second look themselves. 409 `conflict.changed` if one of them no longer awaits it.",
  guard: "staffProof",
  permission: "profiles.review",
  request: { params, body: jsonBody(describeFields(ReviewConfirmation, { proposals: "Ids of `proposals`" })) },
  responses: responses(200, "The profile", Review),
  errors: [
    "request.not_found",
    "workshop.claimed",
    "workshop.open_edits",
    "review.escalated",
    "review.second_look",
    "conflict.changed",
  ],
})

const escalate = createOperation({
  method: "put",
  path: "/profiles/{id}/escalation",
  operationId: "escalateProfileReview",
  tag: "admin",
  summary: "Escalate a review to leads",
  description:
    "They alone decide on its edits, photos and videos, until they have decided on all that waits or give it back. Withdrawing the profile and submitting it again does not end that. Ends your claim. 404 for your own profile and for one of which nothing waits.",
  guard: "staffProof",
  permission: "profiles.review",
  request: {
    params,
    body: jsonBody(describeFields(EscalationForm, { note: "For the lead; the owner never reads it" })),
  },
  responses: { 204: { description: "The leads have it" } },
  errors: ["request.not_found", "workshop.claimed", "review.escalated"],
})

const giveBack = createOperation({
  method: "delete",
  path: "/profiles/{id}/escalation",
  operationId: "returnProfileEscalation",
  tag: "admin",
  summary: "End the escalation of a review",
  description: "409 `conflict.changed` for one that leads do not have, and for your own profile.",
  guard: "staffProof",
  permission: "reviews.lead",
  request: { params },
  responses: { 204: { description: "Every reviewer may decide" } },
  errors: ["conflict.changed"],
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
  .openapi(confirm, async (c) => {
    const { id } = c.req.valid("param")
    await confirmReview(c.var.ctx, id, c.req.valid("json"))
    return c.json(await getReview(c.var.ctx, id), 200)
  })
  .openapi(escalate, async (c) => {
    await escalateReview(c.var.ctx, c.req.valid("param").id, c.req.valid("json"))
    return c.body(null, 204)
  })
  .openapi(giveBack, async (c) => {
    await returnEscalation(c.var.ctx, c.req.valid("param").id)
    return c.body(null, 204)
  })
