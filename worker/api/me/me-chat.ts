import { createRoute } from "@hono/zod-openapi"
import { ChatSettings, ContactRules } from "~/domain/chat/schema"
import { getChatSettings, getContactRules, setChatSettings, setContactRules } from "~/domain/chat/settings.server"
import { describeFields, jsonBody } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { errorResponses, responses } from "../openapi/responses"
import { signedIn } from "../openapi/security"

const tags = ["me"]
const security = signedIn

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

const readRules = createRoute({
  method: "get",
  path: "/contact-rules",
  tags,
  summary: "Get your contact rules",
  security,
  responses: { ...responses(200, "The rules", Rules), ...errorResponses(401) },
})

const writeRules = createRoute({
  method: "put",
  path: "/contact-rules",
  tags,
  summary: "Set your contact rules",
  description: "Replaces all rules. Existing conversations are not affected.",
  security,
  request: { body: jsonBody(Rules) },
  responses: { ...responses(200, "The new rules", Rules), ...errorResponses(400, 401, 413, 415, 422) },
})

const readSettings = createRoute({
  method: "get",
  path: "/chat-settings",
  tags,
  summary: "Get your chat settings",
  security,
  responses: { ...responses(200, "The settings", Settings), ...errorResponses(401) },
})

const writeSettings = createRoute({
  method: "put",
  path: "/chat-settings",
  tags,
  summary: "Set your chat settings",
  description: "Replaces all settings.",
  security,
  request: { body: jsonBody(Settings) },
  responses: { ...responses(200, "The new settings", Settings), ...errorResponses(400, 401, 413, 415, 422) },
})

export const meChat = createApi()
  .openapi(readRules, async (c) => c.json(await getContactRules(c.var.ctx), 200))
  .openapi(writeRules, async (c) => c.json(await setContactRules(c.var.ctx, c.req.valid("json")), 200))
  .openapi(readSettings, async (c) => c.json(await getChatSettings(c.var.ctx), 200))
  .openapi(writeSettings, async (c) => c.json(await setChatSettings(c.var.ctx, c.req.valid("json")), 200))
