import * as z from "zod"
import { DAY } from "~/lib/time"
import { multilineText } from "../shared/text"

const word = z.string().min(1).max(64)
const time = z.coerce.number().int().min(0)

/** Filters of the audit log. Times are epoch ms: `from` inclusive, `to` exclusive. */
export const AuditFilters = z.object({
  actor: word.optional(),
  action: word.optional(),
  target_kind: word.optional(),
  target_id: word.optional(),
  from: time.optional(),
  to: time.optional(),
})
export type AuditFilters = z.infer<typeof AuditFilters>

/** A search on the page of the whole log: each part is exact, and counts as left out where it is malformed. */
export const AuditSearch = z.object({
  record: word.optional().catch(undefined),
  actor: word.optional().catch(undefined),
  action: word.optional().catch(undefined),
  /** The last day, in UTC. */
  until: z.iso.date().optional().catch(undefined),
})
export type AuditSearch = z.infer<typeof AuditSearch>

/** Returns the filters of a search. */
export function filtersOf({ record, actor, action, until }: AuditSearch): AuditFilters {
  return { target_id: record, actor, action, to: until === undefined ? undefined : Date.parse(until) + DAY }
}

/** Why somebody is about to read what needs a reason (trust-safety R25). */
export const AccessReason = z.object({ reason: multilineText(500) })
export type AccessReason = z.infer<typeof AccessReason>

export interface AuditLogEntry {
  seq: number
  /** Epoch ms. */
  at: number
  /** A user id; null: the system, or the operator's command. */
  actor_id: string | null
  action: string
  target: { kind: string; id: string }
  reason: string | null
  details: Record<string, unknown>
}
