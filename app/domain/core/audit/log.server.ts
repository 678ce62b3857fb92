import { trustedJson } from "~/db/statements/json"
import { DAY } from "~/lib/time"
import { requireStaff } from "../actor/guards"
import type { Ctx } from "../context"
import { decodeKeyset, pageOf } from "../shared/keyset-cursor"
import { type Place, placeWhile } from "../shared/lane"
import { sealsAfter } from "./chain"
import { auditedList } from "./entries.server"
import * as queries from "./queries.server"
import type { AuditFilters, AuditLogEntry } from "./schema"

const pageLength = 50
/** Rows that one round seals, or deletes. */
const atOnce = 500
/** How long a row is stored, in ms: six years, after which the database lets it be deleted (trust-safety R25). */
const lifetime = 6 * 366 * DAY + DAY

/**
 * Lists what staff did and read, latest first: a page of 50 and the next cursor. Throws what `requireStaff` does, and
 * `cursor.invalid`.
 */
export async function listAuditLog(
  ctx: Ctx,
  filters: AuditFilters,
  cursor: string | null,
): Promise<{ data: AuditLogEntry[]; next_cursor: string | null }> {
  requireStaff(ctx, "audit.read")
  const before = cursor === null ? null : decodeKeyset(cursor, { ...filters }).at
  const isSearch = Object.values(filters).some((filter) => filter !== undefined)
  const rows = await auditedList(
    ctx,
    { action: "audit.list", target: { kind: "audit", id: "list" }, isSearch, cursor },
    (db) => queries.findEntries(db, filters, before, pageLength + 1),
  )
  const { shown, next_cursor } = pageOf(rows, pageLength, ({ seq }) => ({ at: seq, id: String(seq) }), { ...filters })
  return {
    data: shown.map(({ target_kind: kind, target_id: id, details, ...row }) => ({
      ...row,
      target: { kind, id },
      details: trustedJson(details),
    })),
    next_cursor,
  }
}

/** Seals the next rows that have no seal yet. Two at once write the same seals. */
export async function sealAuditLog(ctx: Pick<Ctx, "db">): Promise<Place> {
  const last = await queries.findLastSeal(ctx.db)
  const seals = sealsAfter(last, await queries.findRows(ctx.db, last?.seq ?? 0, atOnce))
  if (seals.length > 0) await queries.insertSeals(ctx.db, seals)
  return placeWhile(seals.length === atOnce)
}

/** Deletes rows of more than six years, with their seals: the first seal that remains begins the chain. */
export async function sweepAuditLog(ctx: Pick<Ctx, "db" | "now">): Promise<Place> {
  return placeWhile((await queries.deleteRowsBefore(ctx.db, ctx.now() - lifetime, atOnce)) === atOnce)
}
