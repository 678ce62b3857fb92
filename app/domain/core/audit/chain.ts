import { createHash } from "node:crypto"
import type { JsonText } from "~/db/statements/json"

/** A row of the audit log, as it is sealed. */
export interface AuditRow {
  seq: number
  /** Epoch ms. */
  at: number
  actor_id: string | null
  action: string
  target_kind: string
  target_id: string
  reason: string | null
  details: JsonText<Record<string, unknown>>
}

export interface Seal {
  seq: number
  prev_hash: string
  hash: string
}

/** The `prev_hash` of the first row's seal. */
const genesis = ""
/** How old a row may be without a seal, in ms: the cron seals every five minutes. */
const sealedWithin = 10 * 60_000
const defaultPageLength = 1_000

/** Returns the SHA-256 (hex) of the seal before and the row in canonical JSON: its columns in the order of the table. */
export function sealHash(prevHash: string, row: AuditRow): string {
  const { seq, at, actor_id, action, target_kind, target_id, reason, details } = row
  const canonical = JSON.stringify([seq, at, actor_id, action, target_kind, target_id, reason, details])
  return createHash("sha256").update(`${prevHash}\n${canonical}`).digest("hex")
}

/** Returns the seals of rows that follow the last seal (null: none yet); stops before a missing row. */
export function sealsAfter(last: Seal | null, rows: readonly AuditRow[]): Seal[] {
  const seals: Seal[] = []
  for (const row of rows) {
    const before = seals.at(-1) ?? last
    if (before && row.seq !== before.seq + 1) break
    const prevHash = before?.hash ?? genesis
    seals.push({ seq: row.seq, prev_hash: prevHash, hash: sealHash(prevHash, row) })
  }
  return seals
}

export interface ChainFault {
  seq: number
  /**
   * `unsealed`: a row without a seal for more than ten minutes, or before the first seal. `anchor_differs`: the chain has not the seal that
   * was stored outside of the database.
   */
  kind:
    | "row_altered"
    | "row_missing"
    | "seal_altered"
    | "seal_missing"
    | "unsealed"
    | "tile_altered"
    | "tile_missing"
    | "anchor_differs"
}

/** Where the chain is read: the database of the Worker, or that of `npm run audit:verify`. */
export interface ChainSource {
  /** Up to `limit` rows or seals after a number, in order. */
  rows: (after: number, limit: number) => Promise<AuditRow[]>
  seals: (after: number, limit: number) => Promise<Seal[]>
  /** The highest number ever given to a row; 0 without any. */
  lastNumber: () => Promise<number>
}

/**
 * Verifies the audit log in the database from its first remaining row, or after `begin`, the last seal of the tiles. Returns what is wrong,
 * by number, and how many rows were read. It cannot see a change by somebody who also computed every later seal again: compare `head` with an older one.
 */
export async function verifyChain(
  source: ChainSource,
  now: number,
  {
    pageLength = defaultPageLength,
    begin = null,
  }: { pageLength?: number; begin?: Pick<Seal, "seq" | "hash"> | null } = {},
): Promise<{ faults: ChainFault[]; rows: number; head: Seal | null }> {
  const faults: ChainFault[] = []
  const rows = numbered(source.rows, pageLength, begin?.seq ?? 0)
  const seals = numbered(source.seals, pageLength, begin?.seq ?? 0)
  let [row, seal] = [await rows.next(), await seals.next()]
  let [count, head]: [number, Seal | null] = [0, null]
  let expected: number | null = begin && begin.seq + 1
  if (begin && seal?.seq === begin.seq + 1 && seal.prev_hash !== begin.hash)
    faults.push({ seq: seal.seq, kind: "seal_altered" })
  while (row || seal) {
    const seq: number = Math.min(row?.seq ?? Number.POSITIVE_INFINITY, seal?.seq ?? Number.POSITIVE_INFINITY)
    // A gap in both: rows that were deleted with their seals.
    for (let gone = expected ?? seq; gone < seq; gone += 1) faults.push({ seq: gone, kind: "row_missing" })
    expected = seq + 1
    const [ownRow, ownSeal] = [row?.seq === seq ? row : null, seal?.seq === seq ? seal : null]
    if (ownRow) {
      count += 1
      row = await rows.next()
    }
    if (ownSeal) seal = await seals.next()
    const fault = faultOf({ row: ownRow, seal: ownSeal, before: head ?? begin, next: seal }, now)
    if (fault) faults.push({ seq, kind: fault })
    if (ownSeal) head = ownSeal
  }
  const last = await source.lastNumber()
  for (let gone = expected ?? 1; gone <= last; gone += 1) faults.push({ seq: gone, kind: "row_missing" })
  return { faults, rows: count, head }
}

interface Link {
  row: AuditRow | null
  seal: Seal | null
  /** The seals before and after it. */
  before: Pick<Seal, "seq" | "hash"> | null
  next: Seal | null
}

function faultOf({ row, seal, before, next }: Link, now: number): ChainFault["kind"] | null {
  if (!row) return "row_missing"
  if (!seal) {
    if (next) return before ? "seal_missing" : "unsealed"
    return row.at < now - sealedWithin ? "unsealed" : null
  }
  // The hash that this seal had when the next one was made.
  const former = next?.seq === seal.seq + 1 ? next.prev_hash : seal.hash
  const computed = sealHash(seal.prev_hash, row)
  if (computed !== seal.hash) return computed === former ? "seal_altered" : "row_altered"
  return former !== seal.hash || (seal.seq === 1 && seal.prev_hash !== genesis) ? "seal_altered" : null
}

/** Reads page by page. */
function numbered<Item extends { seq: number }>(
  page: (after: number, limit: number) => Promise<Item[]>,
  pageLength: number,
  begin: number,
) {
  let [waiting, at, after, isOver]: [Item[], number, number, boolean] = [[], 0, begin, false]
  return {
    next: async (): Promise<Item | null> => {
      if (at === waiting.length && !isOver) {
        waiting = await page(after, pageLength)
        at = 0
        isOver = waiting.length < pageLength
      }
      const item = waiting[at] ?? null
      at += 1
      if (item) after = item.seq
      return item
    },
  }
}
