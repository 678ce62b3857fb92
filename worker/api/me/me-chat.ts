import { ChatSettings, ContactRules } from "~/domain/chat/schema"
import { getChatSettings, getContactRules, setChatSettings, setContactRules } from "~/domain/chat/settings.server"
import { describeFields, jsonBody } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { createOperation } from "../openapi/operation"
import { responses } from "../openapi/responses"

const tag = "me"

const Rules = describeFields(ContactRules, {
  verified_only: "Only members with a verified profile",
  premium_only: "Only members who pay for premium, not those who have it by owning a profile",
  languages: "Only members whose language is one of these; empty for any",
  daily_budget: "New requests in 24 hours; null for no limit",
}).meta({ id: "ContactRules", description: "Who may send a first message to your profile" })
const Settings = describeFields(ChatSettings, {
  typing: "Others see that you are typing",
  read_receipts: "Others see which messages you have read",
}).meta({ id: "ChatSettings" })

const readRules = createOperation({
  method: "get",
  path: "/contact-rules",
  operationId: "getContactRules",
  tag,
  summary: "Get your contact rules",
  guard: "user",
  responses: responses(200, "The rules", Rules),
})

const writeRules = createOperation({
  method: "put",
  path: "/contact-rules",
  operationId: "setContactRules",
  tag,
  summary: "Set your contact rules",
  description: "Replaces all rules. Existing conversations are not affected.",
  guard: "user",
  request: { body: jsonBody(Rules) },
  responses: responses(200, "The new rules", Rules),
})

const readSettings = createOperation({
  method: "get",
  path: "/chat-settings",
  operationId: "getChatSettings",
  tag,
  summary: "Get your chat settings",
  guard: "user",
  responses: responses(200, "The settings", Settings),
})

const writeSettings = createOperation({
  method: "put",
  path: "/chat-settings",
  operationId: "setChatSettings",
  tag,
  summary: "Set your chat settings",
  description: "Replaces all settings.",
  guard: "user",
  request: { body: jsonBody(Settings) },
  responses: responses(200, "The new settings", Settings),
})

export const meChat = createApi()
  .openapi(readRules, async (c) => c.json(await getContactRules(c.var.ctx), 200))
  .openapi(writeRules, async (c) => c.json(await setContactRules(c.var.ctx, c.req.valid("json")), 200))
  .openapi(readSettings, async (c) => c.json(await getChatSettings(c.var.ctx), 200))
  .openapi(writeSettings, async (c) => c.json(await setChatSettings(c.var.ctx, c.req.valid("json")), 200))
