import * as z from "zod"
import { listEvents } from "~/domain/chat/events.server"
import { EventsQuery } from "~/domain/chat/schema"
import { describeFields } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { createOperation } from "../openapi/operation"
import { responses } from "../openapi/responses"
import { epochMs } from "../openapi/schemas"

const Event = z
  .object({
    seq: z.number().int().meta({ description: "1, 2, 3 … in your log, without gaps" }),
    type: z.string().meta({ description: "Ignore types that you do not know" }),
    payload: z.record(z.string(), z.unknown()).meta({ description: "By type, as the socket delivers it" }),
    created_at: epochMs,
  })
  .meta({ id: "Event" })

const list = createOperation({
  method: "get",
  path: "/events",
  operationId: "listEvents",
  tag: "chat",
  summary: "List realtime events after a sequence number",
  description:
    "Returns what a socket missed: up to 200 events per page, oldest first; continue with `after=next_cursor`. Messages are returned as you see them now: edited, without a body if they were deleted for both, or as `message.deleted` if you no longer see them. Without `after`, `data` is empty and `last_seq` is where to begin. The log reaches back 30 days or 5,000 events.",
  guard: "user",
  request: { query: describeFields(EventsQuery, { after: "The `seq` of the last event that you have processed" }) },
  responses: responses(
    200,
    "A page of events",
    z.object({
      data: z.array(Event),
      next_cursor: z.string().nullable().meta({ description: "The next `after`; null on the last page" }),
      is_complete: z.boolean().meta({
        description: "False if the log no longer reaches back to `after`: reload your lists and begin at `last_seq`",
      }),
      last_seq: z.number().int().meta({ description: "The `seq` of the newest event" }),
    }),
  ),
})

export const events = createApi().openapi(list, async (c) =>
  c.json(await listEvents(c.var.ctx, c.req.valid("query").after ?? null), 200),
)
