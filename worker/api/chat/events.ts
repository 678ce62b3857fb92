import { createRoute } from "@hono/zod-openapi"
import * as z from "zod"
import { listEvents } from "~/domain/chat/events.server"
import { EventsQuery } from "~/domain/chat/schema"
import { createApi } from "../openapi/create-api"
import { errorResponses, responses, signedIn } from "../openapi/document"

const tags = ["chat"]
const moment = z.number().int().meta({ description: "Epoch ms" })

const Event = z
  .object({
    seq: z.number().int(),
    type: z.string(),
    payload: z.record(z.string(), z.unknown()),
    created_at: moment,
  })
  .meta({ id: "Event" })

const list = createRoute({
  method: "get",
  path: "/events",
  tags,
  summary: "What your sockets were told",
  description:
    "All after the number of the last event that you know. Messages are as you see them now: changed, emptied, or `message.deleted` where you see them no more. Without `after`, only the newest number: where to begin. `is_complete` is false when the log no longer reaches back so far: load your lists anew.",
  security: signedIn,
  request: { query: EventsQuery },
  responses: {
    ...responses(
      200,
      "The events, oldest first",
      z.object({
        data: z.array(Event),
        next_cursor: z.string().nullable(),
        is_complete: z.boolean(),
        last_seq: z.number().int().meta({ description: "The newest event's number" }),
      }),
    ),
    ...errorResponses(401, 422),
  },
})

export const events = createApi().openapi(list, async (c) =>
  c.json(await listEvents(c.var.ctx, c.req.valid("query").after ?? null), 200),
)
