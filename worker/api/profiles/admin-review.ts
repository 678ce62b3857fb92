import * as z from "zod"
import { applicationStates } from "~/db/enums"
import { profileStates } from "~/db/schema/profiles/profiles"
import { queueNames } from "~/domain/back-office/queues"
import { countQueues } from "~/domain/back-office/queues.server"
import { WaitingQuery } from "~/domain/back-office/review-queue/schema"
import { listWaiting } from "~/domain/back-office/review-queue/service.server"
import { describeFields } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { createOperation } from "../openapi/operation"
import { responses } from "../openapi/responses"
import { epochMs, pageOf } from "../openapi/schemas"
import { SecondLook } from "../openapi/second-look"

const Item = z
  .object({
    kind: z.enum(["profile", "application"]),
    id: z.string(),
    name: z.string(),
    city: z.string().nullable().meta({ description: "In the user's language" }),
    state: z.enum([...new Set([...profileStates, ...applicationStates])]),
    is_whole: z.boolean().meta({ description: "The whole profile awaits approval, not edits alone" }),
    edits: z.number().int().meta({ description: "Edits of fields that await a decision" }),
    photos: z.number().int().meta({ description: "Photos that await a decision; the pictures of an application" }),
    videos: z.number().int(),
    waiting_since: epochMs,
    claim: z
      .object({ name: z.string(), is_yours: z.boolean() })
      .nullable()
      .meta({ description: "The member of staff who reviews it now" }),
    is_escalated: z.boolean().meta({ description: "Handed to leads, who alone see it here" }),
    proposals: z.number().int().meta({ description: "Decisions on it that await a second look" }),
  })
  .meta({ id: "WaitingItem" })

const list = createOperation({
  method: "get",
  path: "/review",
  operationId: "listWaiting",
  tag: "admin",
  summary: "List what awaits review",
  description:
    "Profiles with submitted edits, photos or videos, and applications; longest waiting first, 50 on a page, without your own. For leads, what was handed to them comes first. `total` counts all of them.",
  guard: "staff",
  permission: "profiles.review",
  request: {
    query: describeFields(WaitingQuery, { kind: "Only these", cursor: "The `next_cursor` of the previous page" }),
  },
  responses: responses(
    200,
    "A page of the queue",
    pageOf(Item).extend({ total: z.number().int(), second_look: SecondLook }),
  ),
  errors: ["cursor.invalid"],
})

const QueueCount = z
  .object({
    name: z.enum(queueNames),
    count: z.number().int().meta({ description: "100 stands for 100 or more" }),
    oldest_at: epochMs
      .nullable()
      .meta({ description: "Epoch milliseconds: the first of those counted waits since then; null: nothing waits" }),
    is_urgent: z.boolean().meta({ description: "A report of priority P0 waits" }),
  })
  .meta({ id: "QueueCount" })

const count = createOperation({
  method: "get",
  path: "/queues",
  operationId: "countQueues",
  tag: "admin",
  summary: "List the queues with their lengths",
  description:
    "Of the queues that you may see, without what is your own; tickets are those of nobody and yours. In the channel `private-back-office` the event `queues` names those whose count may have changed.",
  guard: "staff",
  permission: "dashboard.read",
  responses: responses(200, "The queues", z.object({ data: z.array(QueueCount) })),
})

export const adminReview = createApi()
  .openapi(list, async (c) => {
    const { kind, cursor } = c.req.valid("query")
    return c.json(await listWaiting(c.var.ctx, kind ?? null, cursor ?? null), 200)
  })
  .openapi(count, async (c) => c.json({ data: await countQueues(c.var.ctx) }, 200))
