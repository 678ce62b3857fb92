import * as z from "zod"
import { blockUser, listBlocks, unblockUser } from "~/domain/chat/blocks.server"
import { createApi } from "../openapi/create-api"
import { limitText } from "../openapi/limit-text"
import { createOperation } from "../openapi/operation"
import { responses } from "../openapi/responses"
import { epochMs, wholeListOf } from "../openapi/schemas"

const tag = "chat"
const params = z.object({ user_id: z.string().min(1).max(64) })
const rate = `Limit, together for blocking and unblocking: ${limitText("chat.block")}.`

const Block = z.object({ user_id: z.string(), name: z.string(), created_at: epochMs }).meta({ id: "Block" })

const list = createOperation({
  method: "get",
  path: "/blocks",
  operationId: "listBlockedUsers",
  tag,
  summary: "List blocked users",
  description: "All users whom you have blocked, the last one first.",
  guard: "user",
  responses: responses(200, "The blocks", wholeListOf(Block)),
})

const block = createOperation({
  method: "put",
  path: "/blocks/{user_id}",
  operationId: "blockUser",
  tag,
  summary: "Block a user",
  description: `Neither of you can write to the other or see the other's profile; the user is not notified. Idempotent. 404 \`request.not_found\` for a user without a published profile and without a conversation with you. ${rate}`,
  guard: "user",
  request: { params },
  responses: { 204: { description: "The user is blocked" } },
  errors: ["request.not_found", "rate.limited"],
})

const unblock = createOperation({
  method: "delete",
  path: "/blocks/{user_id}",
  operationId: "unblockUser",
  tag,
  summary: "Unblock a user",
  description: `Idempotent. ${rate}`,
  guard: "user",
  request: { params },
  responses: { 204: { description: "The user is not blocked" } },
  errors: ["rate.limited"],
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
