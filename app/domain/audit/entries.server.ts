import { type SQL, sql } from "drizzle-orm"
import { insertSelect } from "~/db/insert-select"
import { auditLog } from "~/db/schema"
import { isSignedIn } from "../actor/actor"
import type { Ctx } from "../context"

export interface AuditEntry {
  /** A noun and a verb: `profile.approve`. */
  action: `${string}.${string}`
  target: { kind: string; id: string }
  /** The person's words, where one was asked for. */
  reason?: string | null
  /** Names of fields, ids, states: no personal data, which could not be erased. */
  details?: Record<string, string | number | boolean | null | readonly string[]>
}

/** SQL condition: the write before this statement in its batch changed a row. */
const changedRow = sql`changes() > 0`

/**
 * Returns the statement that records an act of the actor (trust-safety R25). It belongs into the batch of the act,
 * right after its guarded write: it records nothing if that changed nothing, and the batch rolls back if it fails.
 * `when` replaces that condition: `sql`true`` for reads of sensitive records.
 */
export function auditEntry(
  ctx: Pick<Ctx, "db" | "actor" | "now">,
  { action, target, reason = null, details = {} }: AuditEntry,
  when: SQL = changedRow,
) {
  const row = {
    at: ctx.now(),
    actorId: isSignedIn(ctx.actor) ? ctx.actor.user.id : null,
    action,
    targetKind: target.kind,
    targetId: target.id,
    reason,
    details: JSON.stringify(details),
  }
  return insertSelect(ctx.db, auditLog, row, sql`WHERE ${when}`)
}
