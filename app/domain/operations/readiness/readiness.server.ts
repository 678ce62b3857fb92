import { type RecordedItem, recordedItems } from "~/db/enums"
import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { requireStaff, requireStaffProof } from "../../core/actor/guards"
import { auditEntry } from "../../core/audit/entries.server"
import type { Ctx } from "../../core/context"
import {
  approvalExpiry,
  expiringItems,
  expiryOf,
  missingItems,
  type ReadinessItem,
  readinessItems,
} from "../../core/readiness/policy"
import { toLaunchFacts } from "../../core/readiness/queries.server"
import * as queries from "./queries.server"
import type { Readiness, ReadinessEntry, ReadinessRecordForm, ReadinessState } from "./schema"

/**
 * Returns the items of the launch (trust-safety R31) as they stand: one round trip. Outside production, as they would stand there. Throws
 * what `requireStaff` does.
 */
export async function getReadiness(ctx: Ctx): Promise<Readiness> {
  requireStaff(ctx, "readiness.read")
  const now = ctx.now()
  const { facts: row, records, staff, pages } = await queries.findReadiness(ctx.db, now)
  const facts = toLaunchFacts(row)
  const settings = { ...ctx.launch, isProduction: true }
  const missing = missingItems(settings, facts, now)
  const expiring = expiringItems(settings, facts, now)
  const unfinished: Partial<Record<ReadinessItem, string[]>> = {
    legal_pages: pages.map(({ slug, locale }) => `/${slug} (${locale})`),
    second_factors: staff.map(({ name }) => name),
  }
  const items = readinessItems.map((item): ReadinessEntry => {
    const record = records.find((one) => one.item === item)
    const expiresAt = item === "payment_approval" ? approvalExpiry(settings) : (record?.expires_at ?? null)
    return {
      item,
      is_recorded: (recordedItems as readonly string[]).includes(item),
      state: stateOf({ isMissing: missing.includes(item), isExpiring: expiring.includes(item), expiresAt }, now),
      reference: record?.reference ?? null,
      recorded_at: record?.created_at ?? null,
      recorded_by: record?.recorded_by ?? null,
      expires_at: expiresAt,
      version: record?.id ?? "",
      unfinished: unfinished[item] ?? [],
    }
  })
  return { is_production: ctx.launch.isProduction, is_complete: missing.length === 0, items }
}

function stateOf(
  { isMissing, isExpiring, expiresAt }: { isMissing: boolean; isExpiring: boolean; expiresAt: number | null },
  now: number,
): ReadinessState {
  if (isMissing) return expiresAt !== null && expiresAt <= now ? "expired" : "missing"
  return isExpiring ? "expiring" : "complete"
}

const target = (item: RecordedItem) => ({ kind: "readiness", id: item })

/**
 * Records an item, for twelve months, in place of the record that the owner saw. The reference is theirs alone: the audit log names the
 * item. Throws what `requireStaffProof` does, and `conflict.changed` if somebody recorded or withdrew it since.
 */
export async function recordItem(
  ctx: Ctx,
  item: RecordedItem,
  { reference, version }: ReadinessRecordForm,
): Promise<void> {
  const { user } = requireStaffProof(ctx, "readiness.write")
  const now = ctx.now()
  const record = { id: newId(now), item, reference, version, by: user.id, expiresAt: expiryOf(now) }
  const [, recorded] = await ctx.db.batch([
    queries.endRecord(ctx.db, record, now),
    queries.insertRecord(ctx.db, record, now),
    auditEntry({ ...ctx, now: () => now }, { action: "readiness.record", target: target(item) }),
  ])
  if (recorded.meta.changes === 0) throw new AppError("conflict.changed")
}

/**
 * Withdraws the record of an item: a production deployment is a demonstration again. Throws what `requireStaffProof` does, and
 * `conflict.changed` if it is not the one that counts.
 */
export async function withdrawItem(ctx: Ctx, item: RecordedItem, { version }: { version: string }): Promise<void> {
  const { user } = requireStaffProof(ctx, "readiness.write")
  const [ended] = await ctx.db.batch([
    queries.endRecord(ctx.db, { item, version, by: user.id }, ctx.now()),
    auditEntry(ctx, { action: "readiness.withdraw", target: target(item) }),
  ])
  if (ended.meta.changes === 0) throw new AppError("conflict.changed")
}
