import { ChatSettings, ContactRules, NewContactRules } from "~/domain/chat/schema"
import { getChatSettings, getContactRules, setChatSettings, setContactRules } from "~/domain/chat/settings.server"
import { getHiddenWords, setHiddenWords } from "~/domain/chat/words/hidden-words.server"
import { HiddenWords } from "~/domain/chat/words/schema"
import { describeFields, jsonBody } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { createOperation } from "../openapi/operation"
import { responses } from "../openapi/responses"

const tag = "me"

const ruleFields = {
  verified_only: "Only members with a verified profile",
  premium_only: "Only members who pay for premium, not those who have it by owning a profile",
  languages: "Only members whose language is one of these; empty for any",
  daily_budget: "New requests in 24 hours; null for no limit",
  private_for:
    "Who sees your private pictures and videos: `premium` for every Premium member, `accepted` for those of them whose conversation with you is accepted",
}
const rulesDescription = "Who may send a first message to your profile, and who sees your private pictures and videos"
const Rules = describeFields(ContactRules, ruleFields).meta({ id: "ContactRules", description: rulesDescription })
const NewRules = describeFields(NewContactRules, {
  ...ruleFields,
  private_for: `${ruleFields.private_for}. Left out: unchanged`,
})
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
  description:
    "Replaces all rules; `private_for` stays if it is left out. Existing conversations are not affected. A narrower `private_for` counts from the next request on, for signatures that were issued before, too.",
  guard: "user",
  request: { body: jsonBody(NewRules) },
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

const Words = describeFields(HiddenWords, {
  words: "Words or expressions in their order; those that differ in case and accents only are one",
}).meta({ id: "HiddenWords" })

const readWords = createOperation({
  method: "get",
  path: "/hidden-words",
  operationId: "getHiddenWords",
  tag,
  summary: "Get your hidden words",
  description:
    "Cover messages and notices of others that contain one of them, whole and whatever the case and accents, until your user asks to see them. The API returns every message as it is.",
  guard: "user",
  responses: responses(200, "The words", Words),
  errors: ["chat.unreachable"],
})

const writeWords = createOperation({
  method: "put",
  path: "/hidden-words",
  operationId: "setHiddenWords",
  tag,
  summary: "Set your hidden words",
  description: "Replaces all words. Nobody else sees them.",
  guard: "user",
  request: { body: jsonBody(Words) },
  responses: responses(200, "The new words", Words),
  errors: ["rate.limited"],
})

export const meChat = createApi()
  .openapi(readRules, async (c) => c.json(await getContactRules(c.var.ctx), 200))
  .openapi(writeRules, async (c) => c.json(await setContactRules(c.var.ctx, c.req.valid("json")), 200))
  .openapi(readSettings, async (c) => c.json(await getChatSettings(c.var.ctx), 200))
  .openapi(writeSettings, async (c) => c.json(await setChatSettings(c.var.ctx, c.req.valid("json")), 200))
  .openapi(readWords, async (c) => c.json(await getHiddenWords(c.var.ctx), 200))
  .openapi(writeWords, async (c) => c.json(await setHiddenWords(c.var.ctx, c.req.valid("json")), 200))
