import { createRoute } from "@hono/zod-openapi"
import * as z from "zod"
import { blockUser, listBlocks, unblockUser } from "~/domain/chat/blocks.server"
import { createApi } from "../openapi/create-api"
import { limitText } from "../openapi/limit-text"
import { errorResponses, responses } from "../openapi/responses"
import { epochMs, wholeListOf } from "../openapi/schemas"
import { signedIn } from "../openapi/security"

const tags = ["chat"]
const security = signedIn
const params = z.object({ user_id: z.string().min(1).max(64) })
const rate = `Limit, together for blocking and unblocking: ${limitText("chat.block")}.`

const Block = z.object({ user_id: z.string(), name: z.string(), created_at: epochMs }).meta({ id: "Block" })

const list = createRoute({
  method: "get",
  path: "/blocks",
  tags,
  summary: "List blocked users",
  description: "All users whom you have blocked, the last one first.",
  security,
  responses: { ...responses(200, "The blocks", wholeListOf(Block)), ...errorResponses(401) },
})

const block = createRoute({
  method: "put",
  path: "/blocks/{user_id}",
  tags,
  summary: "Block a user",
  description: `Neither of you can write to the other or see the other's profile; the user is not notified. Idempotent. 404 \`request.not_found\` for a user without a published profile and without a conversation with you. ${rate}`,
  security,
  request: { params },
  responses: { 204: { description: "The user is blocked" }, ...errorResponses(401, 404, 429) },
})

const unblock = createRoute({
  method: "delete",
  path: "/blocks/{user_id}",
  tags,
  summary: "Unblock a user",
  description: `Idempotent. ${rate}`,
  security,
  request: { params },
  responses: { 204: { description: "The user is not blocked" }, ...errorResponses(401, 429) },
})

export const blocks = createApi()
  .openapi(list, async (c) => c.json({ data: await listBlocks(c.var.ctx), next_cursor: null }, 200))
  .openapi(block, async (c) => {
    await blockUser(c.var.ctx, c.req.valid("param").user_id)
    return c.body(null, 204)
  })
  .openapi(unblock, async (c) => {
    await unblockUser(c.var.ctx, c.req.valid("param").user_id)
    return c.body(null, 204)
  })
