import * as z from "zod"
import { mediaReasons, mediaVisibilities } from "~/db/enums"
import { ownMediaStates, videoTypes } from "~/db/schema/profiles/media"
import { videoPartBytes } from "~/domain/core/ports/video-provider"
import { photoTypes, photoUpload } from "~/domain/media/photos/policy"
import { setCaptions, setPoster } from "~/domain/media/videos/files.server"
import { editOwnVideo, getOwnVideo, listOwnVideos, retryOwnVideo } from "~/domain/media/videos/own-videos.server"
import { maxCaptionsBytes, maxVideoBytes, videoLimits } from "~/domain/media/videos/policy"
import { NewVideo, VideoEdit, VideoVersion } from "~/domain/media/videos/schema"
import { completeVideo, openVideo, storePart } from "~/domain/media/videos/upload.server"
import { locales } from "~/i18n/locales"
import { describeFields, jsonBody } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { limitText } from "../openapi/limit-text"
import { createOperation } from "../openapi/operation"
import { limitPicture, pictureBody, readPicture } from "../openapi/picture-body"
import { responses } from "../openapi/responses"
import { epochMs, wholeListOf } from "../openapi/schemas"

const tag = "media"
const pixels = z.number().int().nullable()

const OwnVideo = z
  .object({
    id: z.string(),
    visibility: z.enum(mediaVisibilities).meta({ description: "`private`: Premium members; `hidden`: only you" }),
    state: z.enum(ownMediaStates).meta({
      description:
        "`ready` awaits review, and a poster if it has none; `failed` can be retried; `reported` is hidden until staff have decided",
    }),
    version: z.number().int().meta({ description: "Increases with every change; required to change it" }),
    bytes: z.number().int(),
    upload: z
      .object({
        client_id: z.string(),
        part_bytes: z.number().int(),
        part_count: z.number().int(),
        parts: z.array(z.number().int()).meta({ description: "Numbers of the parts that are stored" }),
      })
      .nullable()
      .meta({ description: "While its state is `uploading`" }),
    duration: z.number().int().nullable().meta({ description: "Seconds" }),
    type: z.enum(videoTypes).nullable(),
    frame_width: pixels,
    frame_height: pixels,
    has_poster: z.boolean(),
    width: pixels.meta({ description: "Of the poster, in pixels" }),
    height: pixels,
    captions: z.array(z.string()).meta({ description: "Their languages" }),
    texts: z.record(z.string(), z.object({ title: z.string(), description: z.string() })),
    reason: z.enum(mediaReasons).nullable().meta({ description: "Why it was rejected" }),
    comment: z.string().nullable().meta({ description: "What staff add to the reason" }),
    pass: z.object({ query: z.string(), expires_at: epochMs }).nullable().meta({
      description: "Append `query` to `/media/{id}/video.{type}`, `/{width}.webp` and `/captions.{code}.vtt`",
    }),
    approved_at: epochMs.nullable(),
    created_at: epochMs,
  })
  .meta({ id: "OwnVideo" })

const params = z.object({ id: z.string().min(1).max(40) })
const found = ["request.not_found"] as const
const one = responses(200, "The video", OwnVideo)
const held = "409 `video.reviewed` for an approved one; 409 `conflict.changed` unless `version` is the current one."

const list = createOperation({
  method: "get",
  path: "/profile/videos",
  operationId: "listOwnVideos",
  tag,
  summary: "List your videos",
  description:
    "In every state, in order, those being uploaded included. The realtime event `media` announces each change. 404 `request.not_found` without a profile.",
  guard: "user",
  responses: responses(200, "Your videos", wholeListOf(OwnVideo)),
  errors: found,
})

const open = createOperation({
  method: "post",
  path: "/profile/videos",
  operationId: "openVideo",
  tag,
  summary: "Start or resume the upload of a video",
  description: `Returns the parts that are stored already; send the others by \`PUT /me/profile/videos/{id}/parts/{number}\`, in any order, then complete it. MP4 or QuickTime (MOV) with H.264, or WebM, up to ${maxVideoBytes / 1024 ** 3} GB. Idempotent by \`client_id\`. 409 \`video.full\` beyond ${videoLimits.videos} videos, \`video.open\` beyond ${videoLimits.open} open uploads, \`video.day\` beyond ${videoLimits.bytesPerDay / 1024 ** 3} GB in 24 hours; 409 \`conflict.changed\` if it was started with another size. An upload is given up three days after its last part. Limit: ${limitText("video.open")}.`,
  guard: "user",
  request: {
    body: jsonBody(
      describeFields(NewVideo, { client_id: "Your id of the file, such as a hash of its name, size and date" }),
    ),
  },
  responses: responses(201, "The video", OwnVideo),
  errors: [
    ...found,
    "agreement.superseded",
    "conflict.changed",
    "video.full",
    "video.open",
    "video.day",
    "video.unavailable",
    "rate.limited",
  ],
})

const get = createOperation({
  method: "get",
  path: "/profile/videos/{id}",
  operationId: "getOwnVideo",
  tag,
  summary: "Get a video of yours",
  guard: "user",
  request: { params },
  responses: one,
  errors: found,
})

const part = createOperation({
  method: "put",
  path: "/profile/videos/{id}/parts/{number}",
  operationId: "uploadVideoPart",
  tag,
  summary: "Send a part of a video",
  description: `Each part has ${videoPartBytes} bytes, the last one the rest. \`Content-Length\` and \`Content-Digest: sha-256=:…:\` (RFC 9530) are required and checked: 400 \`video.part_damaged\`. A part that is stored already is accepted again; 409 \`conflict.changed\` if it has another content, or the upload is not open. 503 \`video.unavailable\`: send it again. Limit: ${limitText("video.part")}.`,
  guard: "user",
  request: {
    params: params.extend({ number: z.coerce.number().int().min(1).max(10_000) }),
    body: {
      required: true,
      content: { "application/octet-stream": { schema: { type: "string" as const, format: "binary" as const } } },
    },
  },
  responses: { 204: { description: "It is stored" } },
  errors: [...found, "conflict.changed", "video.part_damaged", "video.unavailable", "rate.limited"],
})

const complete = createOperation({
  method: "post",
  path: "/profile/videos/{id}/complete",
  operationId: "completeVideo",
  tag,
  summary: "Submit the parts of a video",
  description:
    "Reads the file and starts its processing; idempotent. 409 `video.parts_missing`: send the parts that the video lists as missing. 422: the file is no MP4 or WebM that is accepted, and is deleted.",
  guard: "user",
  request: { params },
  responses: one,
  errors: [...found, "validation.failed", "conflict.changed", "video.parts_missing", "video.unavailable"],
})

const edit = createOperation({
  method: "patch",
  path: "/profile/videos/{id}",
  operationId: "editOwnVideo",
  tag,
  summary: "Edit a video of yours",
  description: `Changes the fields that are sent. For texts: ${held}`,
  guard: "user",
  request: { params, body: jsonBody(describeFields(VideoEdit, { version: "The `version` that the user has read" })) },
  responses: one,
  errors: [...found, "video.reviewed", "conflict.changed"],
})

const poster = createOperation({
  method: "put",
  path: "/profile/videos/{id}/poster",
  operationId: "setVideoPoster",
  tag,
  summary: "Set the poster of a video of yours",
  description: `Send the picture itself, or a form with it in the field \`poster\`: JPEG, PNG or WebP, up to ${photoUpload.maxBytes / 1024 ** 2} MB. It is stored in WebP, without metadata. Staff review a video once it has one. ${held} Limit, together with captions: ${limitText("video.file")}.`,
  guard: "user",
  request: { params, query: VideoVersion, body: pictureBody("poster", photoTypes) },
  responses: one,
  errors: [...found, "agreement.superseded", "video.reviewed", "conflict.changed", "video.unavailable", "rate.limited"],
})

const captionsParams = params.extend({ locale: z.enum(locales.map(({ code }) => code)) })

const captions = createOperation({
  method: "put",
  path: "/profile/videos/{id}/captions/{locale}",
  operationId: "setVideoCaptions",
  tag,
  summary: "Set the captions of a video of yours",
  description: `WebVTT of up to ${maxCaptionsBytes / 1024} KB, without styles and regions. ${held} Limit, together with posters: ${limitText("video.file")}.`,
  guard: "user",
  request: {
    params: captionsParams,
    query: VideoVersion,
    body: { required: true, content: { "text/vtt": { schema: { type: "string" as const } } } },
  },
  responses: one,
  errors: [
    ...found,
    "agreement.superseded",
    "validation.failed",
    "video.reviewed",
    "conflict.changed",
    "video.unavailable",
    "rate.limited",
  ],
})

const noCaptions = createOperation({
  method: "delete",
  path: "/profile/videos/{id}/captions/{locale}",
  operationId: "deleteVideoCaptions",
  tag,
  summary: "Delete the captions of a video of yours",
  description: held,
  guard: "user",
  request: { params: captionsParams, query: VideoVersion },
  responses: one,
  errors: [...found, "validation.failed", "video.reviewed", "conflict.changed", "video.unavailable", "rate.limited"],
})

const retry = createOperation({
  method: "post",
  path: "/profile/videos/{id}/retry",
  operationId: "retryOwnVideo",
  tag,
  summary: "Retry the processing of a video of yours",
  description: "409 `conflict.changed` unless its state is `failed`.",
  guard: "user",
  request: { params },
  responses: one,
  errors: [...found, "conflict.changed", "rate.limited"],
})

export const meVideos = createApi()

meVideos.use("/profile/videos/:id/poster", limitPicture("poster", photoUpload.maxBytes, "photo_size"))
meVideos.use("/profile/videos/:id/captions/:locale", limitPicture("captions", maxCaptionsBytes, "captions_size"))
meVideos
  .openapi(list, async (c) => c.json({ data: await listOwnVideos(c.var.ctx), next_cursor: null }, 200))
  .openapi(open, async (c) => c.json(await openVideo(c.var.ctx, c.req.valid("json")), 201))
  .openapi(get, async (c) => c.json(await getOwnVideo(c.var.ctx, c.req.valid("param").id), 200))
  .openapi(part, async (c) => {
    const { id, number } = c.req.valid("param")
    const sha256 = readDigest(c.req.header("Content-Digest"))
    await storePart(c.var.ctx, id, {
      number,
      sha256,
      length: lengthOf(c.req.header("Content-Length")),
      body: c.req.raw.body,
    })
    return c.body(null, 204)
  })
  .openapi(complete, async (c) => c.json(await completeVideo(c.var.ctx, c.req.valid("param").id), 200))
  .openapi(edit, async (c) => c.json(await editOwnVideo(c.var.ctx, c.req.valid("param").id, c.req.valid("json")), 200))
  .openapi(poster, async (c) => {
    const { id } = c.req.valid("param")
    return c.json(await setPoster(c.var.ctx, id, c.req.valid("query").version, await readPicture(c, "poster")), 200)
  })
  .openapi(captions, async (c) => {
    const { id, locale } = c.req.valid("param")
    return c.json(await setCaptions(c.var.ctx, id, { ...c.req.valid("query"), locale, text: await c.req.text() }), 200)
  })
  .openapi(noCaptions, async (c) => {
    const { id, locale } = c.req.valid("param")
    return c.json(await setCaptions(c.var.ctx, id, { ...c.req.valid("query"), locale, text: null }), 200)
  })
  .openapi(retry, async (c) => c.json(await retryOwnVideo(c.var.ctx, c.req.valid("param").id), 200))

const lengthOf = (header: string | undefined) => (header && /^\d{1,9}$/.test(header) ? Number(header) : null)

/** Parses `Content-Digest: sha-256=:BASE64:`; an empty text matches no part. */
function readDigest(header: string | undefined): string {
  const [, base64 = ""] = /(?:^|[,\s])sha-256=:([A-Za-z0-9+/]{43}=):/.exec(header ?? "") ?? []
  return [...atob(base64)].map((char) => char.charCodeAt(0).toString(16).padStart(2, "0")).join("")
}
