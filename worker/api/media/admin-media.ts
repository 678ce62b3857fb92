import * as z from "zod"
import { mediaKinds, mediaReasons, mediaVisibilities, reviewedStates } from "~/db/enums"
import { consentStates } from "~/db/schema/profiles/consent"
import { videoTypes } from "~/db/schema/profiles/media"
import { addBlockedHash, listBlockedHashes, removeBlockedHash } from "~/domain/media/review/blocklist.server"
import {
  approveMediaItem,
  listHashMatches,
  listProfileMedia,
  listReviewQueue,
} from "~/domain/media/review/review.server"
import {
  Approval,
  BlockedHashForm,
  MediaConfirmation,
  mediaFates,
  Rejection,
  ReviewFilter,
} from "~/domain/media/review/schema"
import { confirmMediaItem, rejectMediaItem, takeDownMediaItem } from "~/domain/media/review/take-down.server"
import { describeFields, jsonBody } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { createOperation } from "../openapi/operation"
import { responses } from "../openapi/responses"
import { epochMs, pageOf, SubjectCases, wholeListOf } from "../openapi/schemas"
import { Proposal } from "../openapi/second-look"

const tag = "admin"
const params = z.object({ id: z.string().min(1).max(40) })
const seen = "The `version` that staff have seen"
const rejection = jsonBody(describeFields(Rejection, { version: seen, comment: "For the owner" }))
const isLookedAt =
  "202: your first 20 decisions as a moderator await a second look, 409 `review.second_look` if one awaits it already. 409 `review.escalated` for what was handed to leads."
const proposed = { 202: { description: "It awaits a second look" } }
const changed =
  "404 `request.not_found` for media of your own profile; 409 `conflict.changed` if it was changed or decided on meanwhile."

const ReviewItem = z
  .object({
    id: z.string(),
    kind: z.enum(mediaKinds),
    state: z.enum(reviewedStates).meta({ description: "`ready` awaits review, `reported` is hidden by a report" }),
    visibility: z.enum(mediaVisibilities).meta({ description: "`hidden`: only its owner sees it" }),
    version: z.number().int(),
    width: z.number().int(),
    height: z.number().int(),
    is_low_quality: z.boolean().meta({ description: "It could not be compared with the blocklists: look closely" }),
    alt: z.record(z.string(), z.string()),
    texts: z
      .record(z.string(), z.object({ title: z.string(), description: z.string() }))
      .meta({ description: "Of a video, by language" }),
    type: z.enum(videoTypes).nullable().meta({ description: "Of a video" }),
    duration: z.number().nullable().meta({ description: "Of a video, in seconds" }),
    reason: z.enum(mediaReasons).nullable().meta({ description: "Why it was sent back" }),
    comment: z.string().nullable(),
    declaration: z
      .object({
        has_others: z.boolean().nullable().meta({ description: "Others than the owner are in it; null: not declared" }),
        answers: z
          .partialRecord(z.enum(consentStates), z.number().int())
          .meta({ description: "How many of the people named gave each answer" }),
        is_agreed: z.boolean().meta({ description: "Everyone in it agreed" }),
      })
      .meta({ description: "Who is in it, as its owner declared" }),
    likenesses: z.array(z.enum(mediaFates)).meta({
      description: "What became of others of the profile that show the same: an ending, or an answer of somebody in it",
    }),
    captions: z.array(z.string()).meta({ description: "Languages of a video's captions" }),
    proposal: Proposal.nullable().meta({ description: "The decision that awaits a second look" }),
    cases: SubjectCases,
    profile: z.object({ id: z.string(), name: z.string(), slug: z.string() }),
    pass: z.object({ query: z.string(), expires_at: epochMs }),
    created_at: epochMs,
  })
  .meta({ id: "MediaReviewItem" })

const queue = createOperation({
  method: "get",
  path: "/media",
  operationId: "listMediaToReview",
  tag,
  summary: "List photos and videos to review",
  description:
    "Those that await review oldest first, others newest first; without those of your own profile. What was sent back has no files. Append `pass.query` to `/media/{id}/{width}.webp`, `/video.{type}` and `/captions.{language}.vtt`.",
  guard: "staff",
  permission: "media.review",
  request: { query: ReviewFilter.extend({ cursor: z.string().max(100).optional() }) },
  responses: responses(200, "A page of the queue", pageOf(ReviewItem)),
  errors: ["cursor.invalid"],
})

const ofProfile = createOperation({
  method: "get",
  path: "/profiles/{id}/media",
  operationId: "listProfileMedia",
  tag,
  summary: "List a profile's photos and videos",
  description: "Those that await review first; what was sent back for a week. 100 at most.",
  guard: "staff",
  permission: "media.review",
  request: { params },
  responses: responses(200, "The media", wholeListOf(ReviewItem)),
})

const approve = createOperation({
  method: "post",
  path: "/media/{id}/approve",
  operationId: "approveMedia",
  tag,
  summary: "Accept a photo or video",
  description: `Makes it part of the profile's page and notifies the owner. ${isLookedAt} ${changed}`,
  guard: "staffProof",
  permission: "media.review",
  request: { params, body: jsonBody(describeFields(Approval, { version: seen })) },
  responses: { 204: { description: "It is approved" }, ...proposed },
  errors: ["conflict.changed", "review.escalated", "review.second_look"],
})

const reject = createOperation({
  method: "post",
  path: "/media/{id}/reject",
  operationId: "rejectMedia",
  tag,
  summary: "Decline a photo or video",
  description: `Notifies the owner of the reason and deletes the files. ${isLookedAt} ${changed}`,
  guard: "staffProof",
  permission: "media.review",
  request: { params, body: rejection },
  responses: { 204: { description: "It is rejected" }, ...proposed },
  errors: ["conflict.changed", "review.escalated", "review.second_look"],
})

const confirm = createOperation({
  method: "post",
  path: "/media/{id}/confirmation",
  operationId: "confirmMediaProposal",
  tag,
  summary: "Confirm a proposed decision on a photo or video",
  description: `It takes effect as if you had decided so. 409 \`review.second_look\` for your own proposal, and while yours need a second look themselves. ${changed}`,
  guard: "staffProof",
  permission: "media.review",
  request: {
    params,
    body: jsonBody(describeFields(MediaConfirmation, { proposal: "The id of `proposal`" })),
  },
  responses: { 204: { description: "It took effect" } },
  errors: ["conflict.changed", "review.escalated", "review.second_look"],
})

const takeDown = createOperation({
  method: "post",
  path: "/media/{id}/take-down",
  operationId: "takeDownMedia",
  tag,
  summary: "Withdraw an approved photo or video",
  description: `Takes it off the profile's page at once, notifies the owner and deletes the files. ${changed}`,
  guard: "staffProof",
  permission: "media.review",
  request: { params, body: rejection },
  responses: { 204: { description: "It is taken down" } },
  errors: ["conflict.changed"],
})

const matches = createOperation({
  method: "get",
  path: "/media/matches",
  operationId: "listHashMatches",
  tag,
  summary: "List quarantined photos and their reports",
  description:
    "The latest 100 that a blocklist knows, each with its P0 report. The pictures themselves are never shown.",
  guard: "staff",
  permission: "hashes.write",
  responses: responses(
    200,
    "The quarantined photos",
    wholeListOf(
      z.object({
        id: z.string(),
        profile_id: z.string(),
        case_reference: z.string(),
        details: z.string().meta({ description: "The list, and the distance in bits" }),
        created_at: epochMs,
      }),
    ),
  ),
})

const hashes = createOperation({
  method: "get",
  path: "/blocked-hashes",
  operationId: "listBlockedHashes",
  tag,
  summary: "List blocked hashes",
  description: "The latest 500.",
  guard: "staff",
  permission: "hashes.write",
  responses: responses(
    200,
    "The blocked hashes",
    wholeListOf(
      z.object({
        id: z.string(),
        list: z.string(),
        sha256: z.string().nullable(),
        pdq: z.string().nullable(),
        note: z.string(),
        created_at: epochMs,
      }),
    ),
  ),
})

const addHash = createOperation({
  method: "post",
  path: "/blocked-hashes",
  operationId: "addBlockedHash",
  tag,
  summary: "Add a blocked hash",
  description: "Either `sha256` of a file or `pdq` of a picture. Later uploads that match are quarantined.",
  guard: "staffProof",
  permission: "hashes.write",
  request: { body: jsonBody(BlockedHashForm) },
  responses: { 204: { description: "It is blocked" } },
})

const removeHash = createOperation({
  method: "delete",
  path: "/blocked-hashes/{id}",
  operationId: "removeBlockedHash",
  tag,
  summary: "Remove a blocked hash",
  guard: "staffProof",
  permission: "hashes.write",
  request: { params },
  responses: { 204: { description: "It is removed" } },
})

export const adminMedia = createApi()
  .openapi(queue, async (c) => {
    const { cursor, ...filter } = c.req.valid("query")
    return c.json(await listReviewQueue(c.var.ctx, cursor ?? null, filter), 200)
  })
  .openapi(ofProfile, async (c) => {
    return c.json({ data: await listProfileMedia(c.var.ctx, c.req.valid("param").id), next_cursor: null }, 200)
  })
  .openapi(approve, async (c) => {
    const outcome = await approveMediaItem(c.var.ctx, c.req.valid("param").id, c.req.valid("json"))
    return c.body(null, outcome === "proposed" ? 202 : 204)
  })
  .openapi(reject, async (c) => {
    const outcome = await rejectMediaItem(c.var.ctx, c.req.valid("param").id, c.req.valid("json"))
    return c.body(null, outcome === "proposed" ? 202 : 204)
  })
  .openapi(confirm, async (c) => {
    await confirmMediaItem(c.var.ctx, c.req.valid("param").id, c.req.valid("json"))
    return c.body(null, 204)
  })
  .openapi(takeDown, async (c) => {
    await takeDownMediaItem(c.var.ctx, c.req.valid("param").id, c.req.valid("json"))
    return c.body(null, 204)
  })
  .openapi(matches, async (c) => c.json({ data: await listHashMatches(c.var.ctx), next_cursor: null }, 200))
  .openapi(hashes, async (c) => {
    const found = await listBlockedHashes(c.var.ctx)
    const data = found.map(({ createdAt, ...hash }) => ({ ...hash, created_at: createdAt }))
    return c.json({ data, next_cursor: null }, 200)
  })
  .openapi(addHash, async (c) => {
    await addBlockedHash(c.var.ctx, c.req.valid("json"))
    return c.body(null, 204)
  })
  .openapi(removeHash, async (c) => {
    await removeBlockedHash(c.var.ctx, c.req.valid("param").id)
    return c.body(null, 204)
  })
