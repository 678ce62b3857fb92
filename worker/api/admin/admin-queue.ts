import * as z from "zod"
import { applicationStates } from "~/db/schema/casting"
import { profileStates } from "~/db/schema/profiles/profiles"
import { WaitingQuery } from "~/domain/review-queue/schema"
import { listWaiting } from "~/domain/review-queue/service.server"
import { describeFields } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { createOperation } from "../openapi/operation"
import { responses } from "../openapi/responses"
import { epochMs, pageOf } from "../openapi/schemas"

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
  })
  .meta({ id: "WaitingItem" })

const list = createOperation({
  method: "get",
  path: "/queue",
  operationId: "listWaiting",
  tag: "admin",
  summary: "List what awaits review",
  description:
    "Profiles with submitted edits, photos or videos, and applications; longest waiting first, 50 on a page, without your own. `total` counts all of them.",
  guard: "staff",
  permission: "profiles.review",
  request: {
    query: describeFields(WaitingQuery, { kind: "Only these", cursor: "The `next_cursor` of the previous page" }),
  },
  responses: responses(200, "A page of the queue", pageOf(Item).extend({ total: z.number().int() })),
  errors: ["cursor.invalid"],
})

export const adminQueue = createApi().openapi(list, async (c) => {
  const { kind, cursor } = c.req.valid("query")
  return c.json(await listWaiting(c.var.ctx, kind ?? null, cursor ?? null), 200)
})
