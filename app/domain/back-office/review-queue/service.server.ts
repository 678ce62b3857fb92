import { requireStaff } from "../../core/actor/guards"
import { auditedList } from "../../core/audit/entries.server"
import type { Ctx } from "../../core/context"
import { decodeKeyset, pageOf } from "../../core/shared/keyset-cursor"
import { findSecondLook } from "../../decisions/second-look/second-look.server"
import { isReviewedWhole } from "../../profiles/editing/policy"
import type { ProfileState } from "../../profiles/schema"
import type { WaitingKind } from "./kinds"
import * as queries from "./queries.server"
import type { WaitingItem, WaitingPage } from "./schema"

const pageLength = 50
const read = { action: "review.list", target: { kind: "review", id: "list" } } as const

/**
 * Lists what awaits staff, longest waiting first: profiles with submitted edits, photos or videos, and applications; a
 * page of 50, or those of one kind. Nobody sees their own; leads see what was handed to them, before everything else. Throws what `requireStaff` does, and `cursor.invalid`.
 */
export async function listWaiting(ctx: Ctx, kind: WaitingKind | null, cursor: string | null): Promise<WaitingPage> {
  const { user } = requireStaff(ctx, "profiles.review")
  const after = cursor === null ? null : decodeKeyset(cursor, { kind })
  const reader = { staffId: user.id, locale: ctx.locale, now: ctx.now(), kind }
  const { rows, total } = await auditedList(ctx, { ...read, filters: { kind: kind ?? "all" }, cursor }, (db) =>
    queries.findWaiting(db, reader, after, pageLength + 1),
  )
  const { shown, next_cursor } = pageOf(rows, pageLength, ({ place, id }) => ({ at: place, id }), {
    kind,
  })
  const second_look = await findSecondLook(ctx)
  return { data: shown.map((row) => toItem(row, user.id)), next_cursor, total, second_look }
}

/** Lists what awaits staff the longest: `limit` items at most. Throws what `requireStaff` does. */
export async function listFirstWaiting(ctx: Ctx, limit: number): Promise<WaitingItem[]> {
  const { user } = requireStaff(ctx, "profiles.review")
  const reader = { staffId: user.id, locale: ctx.locale, now: ctx.now(), kind: null }
  const { rows } = await auditedList(ctx, { ...read, filters: { kind: "all" }, cursor: null }, (db) =>
    queries.findWaiting(db, reader, null, limit),
  )
  return rows.map((row) => toItem(row, user.id))
}

function toItem({ claimant, claimant_id, place: _, ...row }: queries.WaitingRow, staffId: string): WaitingItem {
  return {
    ...row,
    is_escalated: row.is_escalated === 1,
    is_whole: row.kind === "profile" && isReviewedWhole(row.state as ProfileState),
    claim: claimant === null ? null : { name: claimant, is_yours: claimant_id === staffId },
  }
}
