import * as z from "zod"
import { updateAccount } from "~/domain/accounts/account.server"
import { avatarUpload } from "~/domain/accounts/avatar"
import { AccountPatch } from "~/domain/accounts/schema"
import { requireUser } from "~/domain/core/actor/guards"
import { findMailChoices, setMailChoices } from "~/domain/mail/preferences.server"
import { type MailChoices, mailKinds } from "~/domain/mail/schema"
import { removeAvatar, setAvatar } from "~/domain/media/avatars.server"
import { describeFields, jsonBody } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { limitText } from "../openapi/limit-text"
import { createOperation } from "../openapi/operation"
import { limitPicture, pictureBody, readPicture } from "../openapi/picture-body"
import { responses } from "../openapi/responses"
import { describeUser, User } from "./auth/auth"

const tag = "me"

const change = createOperation({
  method: "patch",
  path: "/",
  operationId: "updateAccount",
  tag,
  summary: "Update your name or language",
  description: "Omitted fields remain unchanged.",
  guard: "user",
  request: {
    body: jsonBody(
      describeFields(AccountPatch, {
        name: "1 to 80 characters with a letter or a digit; not reserved, not the name of another's published profile",
        locale: "The language of mails and messages",
      }),
    ),
  },
  responses: responses(200, "The updated user", User),
})

const putAvatar = createOperation({
  method: "put",
  path: "/avatar",
  operationId: "setAvatar",
  tag,
  summary: "Set your picture",
  description: `Send the picture itself, or a form with it in the field \`avatar\`: JPEG, PNG, WebP or AVIF, up to ${avatarUpload.maxBytes / 1024 ** 2} MB. It is stored as a WebP square of ${avatarUpload.side} pixels, without metadata, and only signed-in users can read it. Every upload has a new path. Limit: ${limitText("account.avatar")}.`,
  guard: "user",
  request: { body: pictureBody("avatar") },
  responses: responses(200, "The path of the picture", z.object({ avatar: z.string() })),
  errors: ["rate.limited"],
})

const deleteAvatar = createOperation({
  method: "delete",
  path: "/avatar",
  operationId: "removeAvatar",
  tag,
  summary: "Remove your picture",
  description: "Idempotent.",
  guard: "user",
  responses: { 204: { description: "You have no picture" } },
})

const Choices = z
  .object(Object.fromEntries(mailKinds.map((kind) => [kind, z.boolean()])) as Record<keyof MailChoices, z.ZodBoolean>)
  .meta({
    id: "MailChoices",
    description: "Whether you receive each kind of mail. Mails that protect the account are always sent",
  })

const getChoices = createOperation({
  method: "get",
  path: "/notifications",
  operationId: "getMailPreferences",
  tag,
  summary: "Get your mail preferences",
  guard: "user",
  responses: responses(200, "The preferences", Choices),
})

const putChoices = createOperation({
  method: "put",
  path: "/notifications",
  operationId: "setMailPreferences",
  tag,
  summary: "Set your mail preferences",
  description: "Replaces all preferences.",
  guard: "user",
  request: { body: jsonBody(Choices) },
  responses: responses(200, "The new preferences", Choices),
})

export const me = createApi()

me.use("/avatar", limitPicture("avatar", avatarUpload.maxBytes))
me.openapi(change, async (c) =>
  c.json(await describeUser(c.var.ctx, await updateAccount(c.var.ctx, c.req.valid("json"))), 200),
)
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
