import * as z from "zod"
import { mediaKinds, mediaReasons, mediaVisibilities } from "~/db/enums"
import { ownMediaStates } from "~/db/schema/profiles/media"
import { MediaOrder, maxAlt } from "~/domain/media/own-media"
import { removeOwnMediaItem, reorderOwnMedia, retryOwnPhoto } from "~/domain/media/own-media.server"
import { UploadQuery } from "~/domain/media/photos/forms"
import { photoTypes, photoUpload, profileLimits } from "~/domain/media/photos/policy"
import { uploadPhoto } from "~/domain/media/photos/upload.server"
import { editWorkshopMediaItem, listWorkshopMedia, withEdits } from "~/domain/profiles/editing/photo-texts.server"
import { WorkshopMediaItemEdit } from "~/domain/profiles/editing/schema"
import { describeFields, jsonBody } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { limitText } from "../openapi/limit-text"
import { createOperation } from "../openapi/operation"
import { limitPicture, pictureBody, readPicture } from "../openapi/picture-body"
import { responses } from "../openapi/responses"
import { epochMs, wholeListOf } from "../openapi/schemas"
import { ProfileEdit } from "../profiles/workshop"

const tag = "media"
const alts = z.record(z.string(), z.string()).meta({ description: "By language: what a photo shows" })
const version = z.number().int().meta({ description: "Increases with every change; required to change it" })

const OwnMediaItem = z
  .object({
    id: z.string(),
    kind: z.enum(mediaKinds),
    visibility: z.enum(mediaVisibilities).meta({ description: "`hidden`: a video only you see" }),
    state: z.enum(ownMediaStates).meta({
      description:
        "`ready` awaits review; `failed` can be retried; `reported` is hidden until staff have decided on a report",
    }),
    version,
    width: z.number().int().nullable().meta({ description: "Pixels of the largest variant; null before `ready`" }),
    height: z.number().int().nullable(),
    color: z.string().nullable().meta({ description: "`#rrggbb`, a placeholder while it loads" }),
    is_cover: z.boolean(),
    alt: alts,
    alt_edit: ProfileEdit.extend({ alt: alts })
      .meta({ id: "AltEdit" })
      .nullable()
      .meta({ description: "Its alt texts that are not public: of an approved one alone" }),
    reason: z.enum(mediaReasons).nullable().meta({ description: "Why it was rejected" }),
    comment: z.string().nullable().meta({ description: "What staff add to the reason" }),
    pass: z
      .object({ query: z.string(), expires_at: epochMs })
      .nullable()
      .meta({ description: "Append `query` to `/media/{id}/{width}.webp`; renew it by `POST /media/{id}/ticket`" }),
    approved_at: epochMs.nullable(),
    created_at: epochMs,
  })
  .meta({ id: "OwnMedium" })

const params = z.object({ id: z.string().min(1).max(40) })
const found = ["request.not_found"] as const

const list = createOperation({
  method: "get",
  path: "/profile/media",
  operationId: "listOwnMedia",
  tag,
  summary: "List your photos and videos",
  description:
    "All of your profile in every state, photos first, in order. The realtime event `media` announces each change: `{ id, state }`. 404 `request.not_found` without a profile.",
  guard: "user",
  responses: responses(200, "Your photos and videos", wholeListOf(OwnMediaItem)),
  errors: found,
})

const upload = createOperation({
  method: "post",
  path: "/profile/photos",
  operationId: "uploadPhoto",
  tag,
  summary: "Add a photo to your profile",
  description: `Send the photo itself, or a form with it in the field \`photo\`: JPEG, PNG or WebP, up to ${photoUpload.maxBytes / 1024 ** 2} MB and ${photoUpload.maxPixels / 1e6} megapixels. It is stored in WebP and AVIF of up to 2,048 pixels, without metadata, and public once staff have approved it. Idempotent by \`client_id\`. 409 \`media.full\` beyond ${profileLimits.photos} photos; 503 \`media.unavailable\`: send it again. Limit: ${limitText("media.upload")}.`,
  guard: "user",
  request: {
    query: describeFields(UploadQuery, {
      client_id: "Your id of this upload, 8 to 64 letters and digits: a repetition returns the same photo",
      crop: "The part to show, `x,y,w,h` in fractions of the upright photo",
    }),
    body: pictureBody("photo", photoTypes),
  },
  responses: responses(201, "The photo", OwnMediaItem),
  errors: [...found, "agreement.superseded", "media.full", "media.unavailable", "rate.limited"],
})

const edit = createOperation({
  method: "patch",
  path: "/profile/media/{id}",
  operationId: "editOwnMedium",
  tag,
  summary: "Edit a photo or video of yours",
  description: `Changes the fields that are sent; an alt text has up to ${maxAlt} characters. That of an approved one is saved as a draft, \`alt_edit\`, which staff review once you submit your profile's changes. 409 \`conflict.changed\` unless \`version\` and, for a draft, \`alt_version\` are the current ones.`,
  guard: "user",
  request: {
    params,
    body: jsonBody(
      describeFields(WorkshopMediaItemEdit, {
        version: "The `version` that the user has read",
        alt_version: "The `version` of the `alt_edit` that the user has read; null for none",
        is_cover: "Makes it the first: the first approved public photo is the cover",
      }),
    ),
  },
  responses: responses(200, "The photo or video", OwnMediaItem),
  errors: [...found, "conflict.changed", "rate.limited"],
})

const order = createOperation({
  method: "put",
  path: "/profile/media/order",
  operationId: "reorderOwnMedia",
  tag,
  summary: "Change the order of your photos or videos",
  description:
    "Send all of a kind, each with its version. 409 `conflict.changed` if one is missing or was changed meanwhile.",
  guard: "user",
  request: { body: jsonBody(MediaOrder) },
  responses: responses(200, "Your photos and videos", wholeListOf(OwnMediaItem)),
  errors: [...found, "conflict.changed"],
})

const remove = createOperation({
  method: "delete",
  path: "/profile/media/{id}",
  operationId: "removeOwnMedium",
  tag,
  summary: "Remove a photo or video of yours",
  description: "It is hidden at once, and its files are deleted soon after.",
  guard: "user",
  request: { params },
  responses: { 204: { description: "It is removed" } },
  errors: found,
})

const retry = createOperation({
  method: "post",
  path: "/profile/media/{id}/retry",
  operationId: "retryOwnPhoto",
  tag,
  summary: "Retry the processing of a photo of yours",
  description: `409 \`conflict.changed\` unless its state is \`failed\`. Limit, together with uploads: ${limitText("media.upload")}.`,
  guard: "user",
  request: { params },
  responses: responses(200, "The photo", OwnMediaItem),
  errors: [...found, "conflict.changed", "rate.limited"],
})

export const meMedia = createApi()

meMedia.use("/profile/photos", limitPicture("photo", photoUpload.maxBytes, "photo_size"))
meMedia
  .openapi(list, async (c) => c.json({ data: await listWorkshopMedia(c.var.ctx), next_cursor: null }, 200))
  .openapi(upload, async (c) => {
    const photo = await uploadPhoto(c.var.ctx, c.req.valid("query"), await readPicture(c, "photo"))
    return c.json({ ...photo, alt_edit: null }, 201)
  })
  .openapi(order, async (c) => {
    const media = await reorderOwnMedia(c.var.ctx, c.req.valid("json"))
    return c.json({ data: await withEdits(c.var.ctx, media), next_cursor: null }, 200)
  })
  .openapi(edit, async (c) =>
    c.json(await editWorkshopMediaItem(c.var.ctx, c.req.valid("param").id, c.req.valid("json")), 200),
  )
  .openapi(remove, async (c) => {
    await removeOwnMediaItem(c.var.ctx, c.req.valid("param").id)
    return c.body(null, 204)
  })
  .openapi(retry, async (c) =>
    c.json({ ...(await retryOwnPhoto(c.var.ctx, c.req.valid("param").id)), alt_edit: null }, 200),
  )
