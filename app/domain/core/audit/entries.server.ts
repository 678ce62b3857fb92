import type { SQL } from "drizzle-orm"
import { type Database, endingWith, write } from "~/db/client.server"
import { always } from "~/db/statements/conditions"
import { MINUTE } from "~/lib/time"
import { isSignedIn, sessionOwnerOf } from "../actor/actor"
import type { Ctx } from "../context"
import { isPersonalRead, readingRole } from "./personal-reads"
import { attributeRead, changedRow, insertEntry, isNewEntry } from "./queries.server"

export interface AuditEntry {
  /** A noun and a verb: `profile.approve`. */
  action: `${string}.${string}`
  target: { kind: string; id: string }
  /** The person's words, where one was asked for. */
  reason?: string | null
  /** Names of fields, ids, states: no personal data, which could not be erased. */
  details?: Record<string, string | number | boolean | null | readonly string[]>
}

type AuditCtx = Pick<Ctx, "db" | "actor" | "now">

function rowOf(ctx: AuditCtx, { action, target, reason = null, details: stated = {} }: AuditEntry) {
  const actor = isSignedIn(ctx.actor) ? ctx.actor : null
  // Members read it of the reads of their records (app/db/audit/personal-reads.ts).
  const details = actor && isPersonalRead(action) ? { ...stated, role: readingRole(actor.user, action) } : stated
  return {
    at: ctx.now(),
    actorId: actor && sessionOwnerOf(actor),
    action,
    targetKind: target.kind,
    targetId: target.id,
    reason,
    details: JSON.stringify(details),
  }
}

/**
 * Returns the statement that records an act of the actor (trust-safety R25). It belongs into the batch of the act,
 * right after its guarded write: it records nothing if that changed nothing, and the batch rolls back if it fails.
 * `when` replaces that condition: `always` for idempotent acts, and for reads that each count.
 */
export function auditEntry(ctx: AuditCtx, entry: AuditEntry, when: SQL = changedRow) {
  return insertEntry(ctx.db, rowOf(ctx, entry), when)
}

/** How long another look at the same record needs no second entry, in ms: pages reload when a colleague saves something. */
const lookLifetime = 10 * MINUTE

/** Records that the actor reads a sensitive record (trust-safety R25): call it before the record is returned. */
export async function auditRead(ctx: AuditCtx, entry: AuditEntry): Promise<void> {
  await readEntry(ctx, entry)
}

/** Returns the statement that records a read, unless the same one is recorded already. */
function readEntry(ctx: AuditCtx, entry: AuditEntry) {
  const row = rowOf(ctx, entry)
  return insertEntry(ctx.db, row, isNewEntry(row, row.at - lookLifetime))
}

/**
 * Records that the actor reads a page of a list that stands for each of the members in it: call it before the page is
 * returned.
 */
export async function auditReadOf(ctx: AuditCtx, entry: AuditEntry, memberIds: readonly string[]): Promise<void> {
  const { actorId, at, action, targetKind, targetId } = rowOf(ctx, entry)
  await write(ctx.db, [
    readEntry(ctx, entry),
    attributeRead({ actorId, action, targetKind, targetId }, { memberIds, since: at - lookLifetime }),
  ])
}

/** Reads from the database that it is given. */
type Read<Found> = (db: Database) => Promise<Found>

/** Returns what `read` finds of a sensitive record: that the actor reads it is recorded in its first round trip. */
export async function auditedRead<Found>(ctx: AuditCtx, entry: AuditEntry, read: Read<Found>): Promise<Found> {
  return read(endingWith(ctx.db, readEntry(ctx, entry)))
}

/** A page of a list of sensitive records: whether it was searched for, and the cursor of a further page. */
interface ListEntry {
  action: AuditEntry["action"]
  target: AuditEntry["target"]
  filters?: Record<string, string>
  isSearch?: boolean
  cursor: string | null
}

/**
 * Returns the page of sensitive records that `read` finds: that the actor reads it is recorded in its first round trip.
 * Searches and further pages are recorded each time, without what was typed, which may name somebody.
 */
export async function auditedList<Found>(
  ctx: AuditCtx,
  { action, target, filters = {}, isSearch = false, cursor }: ListEntry,
  read: Read<Found>,
): Promise<Found> {
  const entry = { action, target, details: { ...filters, is_search: isSearch } }
  const recorded = isSearch || cursor !== null ? auditEntry(ctx, entry, always) : readEntry(ctx, entry)
  return read(endingWith(ctx.db, recorded))
}
