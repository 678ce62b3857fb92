import { createRoute } from "@hono/zod-openapi"
import { ChatSettings, ContactRules } from "~/domain/chat/schema"
import { getChatSettings, getContactRules, setChatSettings, setContactRules } from "~/domain/chat/settings.server"
import { jsonBody } from "../chat/chat-schemas"
import { createApi } from "../openapi/create-api"
import { errorResponses, responses, signedIn } from "../openapi/document"

const tags = ["me"]
const security = signedIn

const Rules = ContactRules.meta({
  id: "ContactRules",
  description: "`languages`: empty means any. `daily_budget`: new requests in 24 hours, null for as many as come.",
})
const Settings = ChatSettings.meta({ id: "ChatSettings" })

const readRules = createRoute({
  method: "get",
  path: "/contact-rules",
  tags,
  summary: "Who may write to your profile for the first time",
  security,
  responses: { ...responses(200, "The rules", Rules), ...errorResponses(401) },
})

const writeRules = createRoute({
  method: "put",
  path: "/contact-rules",
  tags,
  summary: "Say who may write to your profile for the first time",
  security,
  request: { body: jsonBody(Rules) },
  responses: { ...responses(200, "The rules as they are now", Rules), ...errorResponses(400, 401, 413, 415, 422) },
})

const readSettings = createRoute({
  method: "get",
  path: "/chat-settings",
  tags,
  summary: "What you share while you chat",
  security,
  responses: { ...responses(200, "The settings", Settings), ...errorResponses(401) },
})

const writeSettings = createRoute({
  method: "put",
  path: "/chat-settings",
  tags,
  summary: "Say whether others see that you type, and what you have read",
  security,
  request: { body: jsonBody(Settings) },
  responses: {
    ...responses(200, "The settings as they are now", Settings),
    ...errorResponses(400, 401, 413, 415, 422),
  },
})

export const meChat = createApi()
  .openapi(readRules, async (c) => c.json(await getContactRules(c.var.ctx), 200))
  .openapi(writeRules, async (c) => c.json(await setContactRules(c.var.ctx, c.req.valid("json")), 200))
  .openapi(readSettings, async (c) => c.json(await getChatSettings(c.var.ctx), 200))
  .openapi(writeSettings, async (c) => c.json(await setChatSettings(c.var.ctx, c.req.valid("json")), 200))
