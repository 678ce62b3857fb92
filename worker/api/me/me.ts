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
import { createApi } from "../openapi/create-api"
import { errorResponses, responses, signedIn } from "../openapi/document"
import { limitPicture, pictureBody, readPicture } from "../openapi/picture-body"

const tags = ["me"]

const change = createRoute({
  method: "patch",
  path: "/",
  tags,
  summary: "Change one's name or the language of one's mails",
  security: signedIn,
  request: { body: { required: true, content: { "application/json": { schema: AccountPatch } } } },
  responses: { ...responses(200, "The user as they are now", User), ...errorResponses(400, 401, 413, 415, 422) },
})

const putAvatar = createRoute({
  method: "put",
  path: "/avatar",
  tags,
  summary: "Set one's picture",
  description:
    "The body is the picture itself, or a form with it in the field `avatar`: JPEG, PNG, WebP or AVIF, 8 MB at most. What is kept is a square of 256 pixels as WebP, without metadata. Its address answers to people who are signed in.",
  security: signedIn,
  request: {
    body: pictureBody("avatar"),
  },
  responses: {
    ...responses(200, "Where the picture is", z.object({ avatar: z.string() })),
    ...errorResponses(400, 401, 422, 429),
  },
})

const deleteAvatar = createRoute({
  method: "delete",
  path: "/avatar",
  tags,
  summary: "Remove one's picture",
  security: signedIn,
  responses: { 204: { description: "Removed" }, ...errorResponses(401) },
})

const Choices = z
  .object(Object.fromEntries(mailKinds.map((kind) => [kind, z.boolean()])) as Record<keyof MailChoices, z.ZodBoolean>)
  .meta({ id: "MailChoices", description: "Which mails one wants; those that keep the account safe are always sent" })

const getChoices = createRoute({
  method: "get",
  path: "/notifications",
  tags,
  summary: "Which mails one wants",
  security: signedIn,
  responses: { ...responses(200, "The choices", Choices), ...errorResponses(401) },
})

const putChoices = createRoute({
  method: "put",
  path: "/notifications",
  tags,
  summary: "Choose which mails one wants",
  security: signedIn,
  request: { body: { required: true, content: { "application/json": { schema: Choices } } } },
  responses: { ...responses(200, "The choices", Choices), ...errorResponses(400, 401, 413, 415, 422) },
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
