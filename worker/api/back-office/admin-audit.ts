import * as z from "zod"
import { listAuditLog } from "~/domain/core/audit/log.server"
import { AuditFilters } from "~/domain/core/audit/schema"
import { describeFields } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { createOperation } from "../openapi/operation"
import { responses } from "../openapi/responses"
import { epochMs, pageOf } from "../openapi/schemas"

const Entry = z
  .object({
    seq: z.number().int().meta({ description: "Consecutive: no number is missing" }),
    at: epochMs,
    actor_id: z.string().nullable().meta({ description: "A user id; null for the system and the operator's command" }),
    action: z.string().meta({ description: "A noun and a verb: `profile.approve`" }),
    target: z.object({ kind: z.string(), id: z.string() }),
    reason: z.string().nullable().meta({ description: "The staff member's words, where one was asked for" }),
    details: z.record(z.string(), z.unknown()).meta({ description: "Names of fields, ids and states" }),
  })
  .meta({ id: "AuditEntry" })

const list = createOperation({
  method: "get",
  path: "/audit",
  operationId: "listAuditLog",
  tag: "admin",
  summary: "List the audit log",
  description:
    "What staff did, and what they read of sensitive records: latest first, 50 on a page. Entries older than 90 days may have left the database: a page goes through 40,000 of these at most, so that one with a cursor may be short, or empty. The log is append-only, and a chain of hashes covers it.",
  guard: "staff",
  permission: "audit.read",
  request: {
    query: describeFields(AuditFilters, {
      actor: "A user id",
      action: "Such as `member.warn`",
      target_kind: "Such as `member`",
      target_id: "Of any kind",
      from: "Epoch milliseconds, inclusive",
      to: "Epoch milliseconds, exclusive",
    }).extend({ cursor: z.string().max(100).optional() }),
  },
  responses: responses(200, "A page of entries", pageOf(Entry)),
  errors: ["cursor.invalid"],
})

export const adminAudit = createApi().openapi(list, async (c) => {
  const { cursor, ...filters } = c.req.valid("query")
  return c.json(await listAuditLog(c.var.ctx, filters, cursor ?? null), 200)
})
