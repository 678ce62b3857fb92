import { trustedJson } from "~/db/statements/json"
import { DAY } from "~/lib/time"
import { requireStaff } from "../actor/guards"
import type { Ctx } from "../context"
import { cursorAfter, decodeKeyset, pageOf } from "../shared/keyset-cursor"
import { type Place, placeWhile } from "../shared/lane"
import { deleteOldestTile, findArchived } from "./archive/archive.server"
import { type AuditRow, sealsAfter } from "./chain"
import { auditedList } from "./entries.server"
import * as queries from "./queries.server"
import type { AuditFilters, AuditLogEntry } from "./schema"

const pageLength = 50
/** Rows that one round seals, or deletes. */
const atOnce = 500
/** How long a row is stored, in ms: six years, after which the database lets it be deleted (trust-safety R25). */
const lifetime = 6 * 366 * DAY + DAY

/**
 * Lists what staff did and read, latest first: a page of 50 and the next cursor. Older entries are read from at most four tiles a
 * page, 40,000 entries, so that a page may be short, or empty, and go on. Throws what `requireStaff` does, and
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
  const found = await auditedList(
    ctx,
    { action: "audit.list", target: { kind: "audit", id: "list" }, isSearch, cursor },
    (db) => queries.findEntries(db, filters, before, pageLength + 1),
  )
  const { rows, goesOn } = await withArchived(ctx, filters, before, found)
  const place = (seq: number) => ({ at: seq, id: String(seq) })
  const { shown, next_cursor: next } = pageOf(rows, pageLength, ({ seq }) => place(seq), { ...filters })
  const next_cursor = next ?? (goesOn === null ? null : cursorAfter(place(goesOn), { ...filters }))
  return {
    data: shown.map(({ target_kind: kind, target_id: id, details, ...row }) => ({
      ...row,
      target: { kind, id },
      details: trustedJson(details),
    })),
    next_cursor,
  }
}

/**
 * Returns the rows of a page, one more where there are, with those of the tiles; and the number before which the next page goes on, if it is
 * short because the tiles of a page are read.
 */
async function withArchived(
  ctx: Pick<Ctx, "db" | "files">,
  filters: AuditFilters,
  before: number | null,
  found: AuditRow[],
): Promise<{ rows: AuditRow[]; goesOn: number | null }> {
  const missing = pageLength + 1 - found.length
  if (missing <= 0) return { rows: found, goesOn: null }
  // A tile whose rows are being deleted has some that are still in the database, too.
  const archived = await findArchived(ctx, filters, found.at(-1)?.seq ?? before ?? Number.MAX_SAFE_INTEGER, missing)
  return { rows: [...found, ...archived.rows], goesOn: archived.rows.length < missing ? archived.before : null }
}

/** Seals the next rows that have no seal yet. Two at once write the same seals. */
export async function sealAuditLog(ctx: Pick<Ctx, "db">): Promise<Place> {
  const last = await queries.findLastSeal(ctx.db)
  const seals = sealsAfter(last, await queries.findRows(ctx.db, last?.seq ?? 0, atOnce))
  if (seals.length > 0) await queries.insertSeals(ctx.db, seals)
  return placeWhile(seals.length === atOnce)
}

/** Deletes members' lines of reads that the log holds no longer. */
export async function sweepPersonalReads(ctx: Pick<Ctx, "db" | "now">): Promise<Place> {
  const { meta } = await queries.deletePersonalReadsBefore(ctx.db, ctx.now() - lifetime, atOnce)
  return placeWhile(meta.changes === atOnce)
}

/** Deletes tiles, and rows with their seals, of more than six years: the first seal that remains begins the chain. */
export async function sweepAuditLog(ctx: Pick<Ctx, "db" | "now" | "files">): Promise<Place> {
  const before = ctx.now() - lifetime
  if (await deleteOldestTile(ctx, before)) return placeWhile(true)
  return placeWhile((await queries.deleteRowsBefore(ctx.db, before, atOnce)) === atOnce)
}
