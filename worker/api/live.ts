import { createRoute } from "@hono/zod-openapi"
import * as z from "zod"
import { blockUser, listBlocks, unblockUser } from "~/domain/chat/blocks.server"
import { listEvents } from "~/domain/chat/events.server"
import { EventsQuery } from "~/domain/chat/schema"
import { createApi } from "./create-api"
import { answers, errorAnswers, signedIn } from "./document"

const tags = ["chat"]
const security = signedIn
const params = z.object({ user_id: z.string().min(1).max(64) })
const moment = z.number().int().meta({ description: "Epoch ms" })

const Event = z
  .object({
    seq: z.number().int(),
    type: z.string(),
    payload: z.record(z.string(), z.unknown()),
    created_at: moment,
  })
  .meta({ id: "Event" })

const events = createRoute({
  method: "get",
  path: "/events",
  tags,
  summary: "What your sockets were told",
  description:
    "All after the number of the last event that you know. Messages are as you see them now: changed, emptied, or `message.deleted` where you see them no more. Without `after`, only the newest number: where to begin. `is_complete` is false when the log no longer reaches back so far: load your lists anew.",
  security,
  request: { query: EventsQuery },
  responses: {
    ...answers(
      200,
      "The events, oldest first",
      z.object({
        data: z.array(Event),
        next_cursor: z.string().nullable(),
        is_complete: z.boolean(),
        last_seq: z.number().int().meta({ description: "The newest event's number" }),
      }),
    ),
    ...errorAnswers(401, 422),
  },
})

const Block = z.object({ user_id: z.string(), name: z.string(), created_at: moment }).meta({ id: "Block" })

const list = createRoute({
  method: "get",
  path: "/blocks",
  tags,
  summary: "Whom you have blocked",
  security,
  responses: {
    ...answers(200, "All of them, the last first", z.object({ data: z.array(Block), next_cursor: z.null() })),
    ...errorAnswers(401),
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
  responses: { 204: { description: "Blocked" }, ...errorAnswers(401, 404, 429) },
})

const unblock = createRoute({
  method: "delete",
  path: "/blocks/{user_id}",
  tags,
  summary: "Unblock somebody",
  security,
  request: { params },
  responses: { 204: { description: "Not blocked any more" }, ...errorAnswers(401, 429) },
})

export const live = createApi()
  .openapi(events, async (c) => c.json(await listEvents(c.var.ctx, c.req.valid("query").after ?? null), 200))
  .openapi(list, async (c) => c.json({ data: await listBlocks(c.var.ctx), next_cursor: null }, 200))
  .openapi(block, async (c) => {
    await blockUser(c.var.ctx, c.req.valid("param").user_id)
    return c.body(null, 204)
  })
  .openapi(unblock, async (c) => {
    await unblockUser(c.var.ctx, c.req.valid("param").user_id)
    return c.body(null, 204)
  })
