import * as z from "zod"
import { type SettingKey, settingGroups, settingKeys } from "~/domain/core/settings/registry"
import { SettingKeyParam, SettingUpdate } from "~/domain/core/settings/schema"
import { getSetting, listSettings, saveSettings } from "~/domain/core/settings/service.server"
import { describeFields, jsonBody } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { createOperation } from "../openapi/operation"
import { responses } from "../openapi/responses"
import { epochMs, wholeListOf } from "../openapi/schemas"

const tag = "admin"
const params = z.object({ key: SettingKeyParam })
const value = z.union([z.string(), z.number(), z.boolean()]).nullable()

const Setting = z
  .object({
    key: z.enum(settingKeys as [SettingKey, ...SettingKey[]]),
    group: z.enum(settingGroups),
    kind: z
      .enum(["text", "email", "number", "switch", "hash", "secret"])
      .meta({ description: "The value of a `hash` and of a `secret` is never shown" }),
    value: value.meta({ description: "The value in force; null for what is never shown" }),
    default: value,
    is_set: z.boolean().meta({ description: "Staff have set it" }),
    version: z.number().int().meta({ description: "For the next change; 0 if it was never set" }),
    updated_at: epochMs.nullable(),
    min: z.number().nullable(),
    max: z.number().nullable(),
  })
  .meta({ id: "Setting" })

const list = createOperation({
  method: "get",
  path: "/settings",
  operationId: "listSettings",
  tag,
  summary: "List the settings",
  guard: "staff",
  permission: "settings.read",
  responses: responses(200, "The settings", wholeListOf(Setting)),
})

const get = createOperation({
  method: "get",
  path: "/settings/{key}",
  operationId: "getSetting",
  tag,
  summary: "Get a setting",
  guard: "staff",
  permission: "settings.read",
  request: { params },
  responses: responses(200, "The setting", Setting),
})

const put = createOperation({
  method: "put",
  path: "/settings/{key}",
  operationId: "setSetting",
  tag,
  summary: "Set a setting",
  description:
    "In force everywhere within five seconds. 409 `conflict.changed` if `version` is not the current one; 422 for a value that the setting does not take.",
  guard: "staffProof",
  permission: "settings.write",
  request: {
    params,
    body: jsonBody(
      describeFields(SettingUpdate, {
        value: "Of the setting's kind; null: its default again",
        version: "The version that you read",
      }),
    ),
  },
  responses: responses(200, "The setting", Setting),
  errors: ["conflict.changed"],
})

export const adminSettings = createApi()
  .openapi(list, async (c) => c.json({ data: await listSettings(c.var.ctx), next_cursor: null }, 200))
  .openapi(get, async (c) => c.json(await getSetting(c.var.ctx, c.req.valid("param").key), 200))
  .openapi(put, async (c) => {
    const { key } = c.req.valid("param")
    await saveSettings(c.var.ctx, { [key]: c.req.valid("json") })
    return c.json(await getSetting(c.var.ctx, key), 200)
  })
