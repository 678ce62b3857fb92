import type { SQL } from "drizzle-orm"
import { always } from "~/db/conditions"
import { isSignedIn, sessionOwnerOf } from "../actor/actor"
import type { Ctx } from "../context"
import { changedRow, insertEntry } from "./queries.server"

export interface AuditEntry {
  /** A noun and a verb: `profile.approve`. */
  action: `${string}.${string}`
  target: { kind: string; id: string }
  /** The person's words, where one was asked for. */
  reason?: string | null
  /** Names of fields, ids, states: no personal data, which could not be erased. */
  details?: Record<string, string | number | boolean | null | readonly string[]>
}

/**
 * Returns the statement that records an act of the actor (trust-safety R25). It belongs into the batch of the act,
 * right after its guarded write: it records nothing if that changed nothing, and the batch rolls back if it fails.
 * `when` replaces that condition: `always` for reads of sensitive records and for idempotent acts.
 */
export function auditEntry(
  ctx: Pick<Ctx, "db" | "actor" | "now">,
  { action, target, reason = null, details = {} }: AuditEntry,
  when: SQL = changedRow,
) {
  const row = {
    at: ctx.now(),
    actorId: isSignedIn(ctx.actor) ? sessionOwnerOf(ctx.actor) : null,
    action,
    targetKind: target.kind,
    targetId: target.id,
    reason,
    details: JSON.stringify(details),
  }
  return insertEntry(ctx.db, row, when)
}

/** Records that the actor read a sensitive record (trust-safety R25): call it before the record is returned. */
export async function auditRead(ctx: Pick<Ctx, "db" | "actor" | "now">, entry: AuditEntry): Promise<void> {
  await auditEntry(ctx, entry, always)
}
