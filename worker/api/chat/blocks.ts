import { createRoute } from "@hono/zod-openapi"
import * as z from "zod"
import { blockUser, listBlocks, unblockUser } from "~/domain/chat/blocks.server"
import { createApi } from "../openapi/create-api"
import { errorResponses, responses, signedIn } from "../openapi/document"

const tags = ["chat"]
const security = signedIn
const params = z.object({ user_id: z.string().min(1).max(64) })
const moment = z.number().int().meta({ description: "Epoch ms" })

const Block = z.object({ user_id: z.string(), name: z.string(), created_at: moment }).meta({ id: "Block" })

const list = createRoute({
  method: "get",
  path: "/blocks",
  tags,
  summary: "Whom you have blocked",
  security,
  responses: {
    ...responses(200, "All of them, the last first", z.object({ data: z.array(Block), next_cursor: z.null() })),
    ...errorResponses(401),
  },
})

const block = createRoute({
  method: "put",
  path: "/blocks/{user_id}",
  tags,
  summary: "Block somebody",
  description: "They are told nothing. From now on the two of you are not there for each other.",
  security,
  request: { params },
  responses: { 204: { description: "Blocked" }, ...errorResponses(401, 404, 429) },
})

const unblock = createRoute({
  method: "delete",
  path: "/blocks/{user_id}",
  tags,
  summary: "Unblock somebody",
  security,
  request: { params },
  responses: { 204: { description: "Not blocked any more" }, ...errorResponses(401, 429) },
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
