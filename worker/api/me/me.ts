import { createRoute } from "@hono/zod-openapi"
import * as z from "zod"
import { updateAccount } from "~/domain/accounts/account.server"
import { avatarUpload } from "~/domain/accounts/avatar"
import { AccountPatch } from "~/domain/accounts/schema"
import { requireUser } from "~/domain/actor/guards"
import { findMailChoices, setMailChoices } from "~/domain/mail/preferences.server"
import { type MailChoices, mailKinds } from "~/domain/mail/schema"
import { removeAvatar, setAvatar } from "~/domain/media/avatars.server"
import { User } from "../auth/auth"
import { describeFields, jsonBody } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { limitText } from "../openapi/limit-text"
import { limitPicture, pictureBody, readPicture } from "../openapi/picture-body"
import { errorResponses, responses } from "../openapi/responses"
import { signedIn } from "../openapi/security"

const tags = ["me"]

const change = createRoute({
  method: "patch",
  path: "/",
  tags,
  summary: "Update your name or language",
  description: "Omitted fields remain unchanged.",
  security: signedIn,
  request: {
    body: jsonBody(
      describeFields(AccountPatch, {
        name: "1 to 80 characters with a letter or a digit; not reserved, not the name of another's published profile",
        locale: "The language of mails and messages",
      }),
    ),
  },
  responses: { ...responses(200, "The updated user", User), ...errorResponses(400, 401, 413, 415, 422) },
})

const putAvatar = createRoute({
  method: "put",
  path: "/avatar",
  tags,
  summary: "Set your picture",
  description: `Send the picture itself, or a form with it in the field \`avatar\`: JPEG, PNG, WebP or AVIF, up to ${avatarUpload.maxBytes / 1024 ** 2} MB. It is stored as a WebP square of ${avatarUpload.side} pixels, without metadata, and only signed-in users can read it. Every upload has a new path. Limit: ${limitText("account.avatar")}.`,
  security: signedIn,
  request: { body: pictureBody("avatar") },
  responses: {
    ...responses(200, "The path of the picture", z.object({ avatar: z.string() })),
    ...errorResponses(400, 401, 422, 429),
  },
})

const deleteAvatar = createRoute({
  method: "delete",
  path: "/avatar",
  tags,
  summary: "Remove your picture",
  description: "Idempotent.",
  security: signedIn,
  responses: { 204: { description: "You have no picture" }, ...errorResponses(401) },
})

const Choices = z
  .object(Object.fromEntries(mailKinds.map((kind) => [kind, z.boolean()])) as Record<keyof MailChoices, z.ZodBoolean>)
  .meta({
    id: "MailChoices",
    description: "Whether you receive each kind of mail. Mails that protect the account are always sent",
  })

const getChoices = createRoute({
  method: "get",
  path: "/notifications",
  tags,
  summary: "Get your mail preferences",
  security: signedIn,
  responses: { ...responses(200, "The preferences", Choices), ...errorResponses(401) },
})

const putChoices = createRoute({
  method: "put",
  path: "/notifications",
  tags,
  summary: "Set your mail preferences",
  description: "Replaces all preferences.",
  security: signedIn,
  request: { body: jsonBody(Choices) },
  responses: { ...responses(200, "The new preferences", Choices), ...errorResponses(400, 401, 413, 415, 422) },
})

export const me = createApi()

me.use("/avatar", limitPicture("avatar", avatarUpload.maxBytes))
me.openapi(change, async (c) => c.json(await updateAccount(c.var.ctx, c.req.valid("json")), 200))
  .openapi(putAvatar, async (c) => {
    requireUser(c.var.ctx)
    return c.json({ avatar: await setAvatar(c.var.ctx, await readPicture(c, "avatar")) }, 200)
  })
  .openapi(deleteAvatar, async (c) => {
    await removeAvatar(c.var.ctx)
    return c.body(null, 204)
  })
  .openapi(getChoices, async (c) => c.json(await findMailChoices(c.var.ctx), 200))
  .openapi(putChoices, async (c) => {
    const choices = c.req.valid("json")
    await setMailChoices(c.var.ctx, choices)
    return c.json(choices, 200)
  })
