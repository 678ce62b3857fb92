import { batch } from "~/db/statements/batch"
import { trustedJson } from "~/db/statements/json"
import { AppError } from "~/lib/errors"
import { DAY } from "~/lib/time"
import { publish } from "../../chat/live.server"
import { requireStaff, requireStaffProof } from "../../core/actor/guards"
import { auditEntry, auditedList, auditedRead } from "../../core/audit/entries.server"
import type { Ctx } from "../../core/context"
import { decodeKeyset, pageOf } from "../../core/shared/keyset-cursor"
import { casesReaderOf } from "../../decisions/cases/about"
import { endEscalation } from "../../decisions/second-look/escalation-queries.server"
import { endProposal } from "../../decisions/second-look/queries.server"
import { toProposal } from "../../decisions/second-look/second-look.server"
import { createNotification } from "../../notifications/service.server"
import { pdqMinQuality } from "../pictures/pdq"
import { splitCodes } from "../pictures/variants"
import { findColors } from "../service.server"
import { writePass } from "../signed-url.server"
import { summarizeMedia } from "../summary-queries.server"
import { lookAtDecision } from "./proposals.server"
import * as queries from "./queries.server"
import type { MediaDeclaration, ReviewFilter, ReviewItem } from "./schema"

const pageSize = 30
const maxHits = 100
const maxOfProfile = 100
/** How long media that were sent back are shown beside a profile's others, ms. */
const returnedFor = 7 * DAY

/**
 * Lists media in a state for staff, never their own: those that await review oldest first, the others newest first.
 * Throws what `requireStaff` does, and `cursor.invalid`.
 */
export async function listReviewQueue(
  ctx: Ctx,
  cursor: string | null,
  { kind, state = "ready" }: ReviewFilter = {},
): Promise<{ data: ReviewItem[]; next_cursor: string | null }> {
  const { user: staff } = requireStaff(ctx, "media.review")
  const after = cursor === null ? null : decodeKeyset(cursor, { kind, state })
  const rows = await auditedList(
    ctx,
    {
      action: "medium.list",
      target: { kind: "medium", id: "list" },
      cursor,
      filters: { state, kind: kind ?? "all" },
    },
    (db) =>
      queries.findQueue(db, {
        staffId: staff.id,
        casesReader: casesReaderOf(ctx.actor),
        now: ctx.now(),
        kind: kind ?? null,
        state,
        after,
        limit: pageSize + 1,
      }),
  )
  const { shown, next_cursor } = pageOf(rows, pageSize, ({ created_at, id }) => ({ at: created_at, id }), {
    kind,
    state,
  })
  return { data: await Promise.all(shown.map((row) => toReviewItem(ctx, row, staff.id))), next_cursor }
}

/** Lists a profile's media for staff, those that await review first. Throws what `requireStaff` does. */
export async function listProfileMedia(ctx: Ctx, profileId: string): Promise<ReviewItem[]> {
  const { user: staff } = requireStaff(ctx, "media.review")
  const rows = await auditedRead(
    ctx,
    { action: "profile.read_media", target: { kind: "profile", id: profileId } },
    (db) =>
      queries.findOfProfile(db, profileId, {
        staffId: staff.id,
        casesReader: casesReaderOf(ctx.actor),
        since: ctx.now() - returnedFor,
        limit: maxOfProfile,
      }),
  )
  return Promise.all(rows.map((row) => toReviewItem(ctx, row, staff.id)))
}

async function toReviewItem(ctx: Ctx, row: queries.QueueRow, staffId: string): Promise<ReviewItem> {
  const { id, kind, state, visibility, version, width, height, duration, reason, comment, created_at } = row
  const texts = Object.entries(trustedJson(row.texts))
  return {
    id,
    kind,
    state,
    visibility,
    version,
    width,
    height,
    duration,
    reason,
    comment,
    created_at,
    declaration: declarationOf(row),
    likenesses: trustedJson(row.likenesses),
    is_low_quality: row.pdq_quality !== null && row.pdq_quality < pdqMinQuality,
    alt: Object.fromEntries(texts.map(([locale, { alt }]) => [locale, alt])),
    texts: kind === "video" ? Object.fromEntries(texts.map(([locale, { alt: _, ...rest }]) => [locale, rest])) : {},
    type: row.type,
    captions: splitCodes(row.captions),
    proposal: row.proposal && toProposal(trustedJson(row.proposal), staffId),
    cases: trustedJson(row.cases),
    profile: { id: row.profile_id, name: row.profile_name, slug: row.profile_slug },
    pass: await writePass(ctx, id),
  }
}

function declarationOf({ has_others, is_agreed, answers }: queries.QueueRow): MediaDeclaration {
  const counted: MediaDeclaration["answers"] = {}
  for (const answer of trustedJson(answers)) counted[answer] = (counted[answer] ?? 0) + 1
  return {
    has_others: has_others === null ? null : has_others === 1,
    answers: counted,
    is_agreed: is_agreed === 1,
  }
}

/** The effect of a reviewer's decision: a new one's awaits a second look. */
export type ReviewOutcome = "decided" | "proposed"

/**
 * Approves a media item in the version that staff saw, and notifies its owner; a new reviewer proposes it. `seen` is the proposal
 * that they confirm. Throws what `requireStaffProof` does, `request.not_found`, also for their own, `review.escalated`, `review.second_look` and
 * `conflict.changed`.
 */
export async function approveMediaItem(
  ctx: Ctx,
  id: string,
  { version }: { version: number },
  seen?: string,
): Promise<ReviewOutcome> {
  const { user: staff } = requireStaffProof(ctx, "media.review")
  const { db } = ctx
  const now = ctx.now()
  const mediaItem = await findReviewable(ctx, staff.id, id)
  const decision = { id, version, decision: "approve", reason: null, comment: null, seen } as const
  const look = await lookAtDecision(ctx, mediaItem, decision, staff.id)
  if (!look) return "proposed"
  const { may, ended } = look
  const isDone = queries.isReviewedNow(id, "approved", staff.id, now)
  const notice = noticeOf(ctx, mediaItem, "approved", isDone)
  const colors = await findColors(ctx, mediaItem.profileId)
  const { approved, notified } = await batch(db, {
    approved: queries.approve(db, { id, version, staffId: staff.id }, may, now),
    audited: auditEntry(ctx, {
      action: "medium.approve",
      target: { kind: "medium", id },
      details: ended ? { version, [ended.isConfirmed ? "confirmed" : "changed"]: ended.by } : { version },
    }),
    looked: ended ? endProposal(db, ended, isDone) : [],
    returned: endEscalation(db, { profileId: mediaItem.profileId, staffId: staff.id, when: isDone }, now),
    summary: summarizeMedia(db, mediaItem.profileId, colors, now),
    notified: notice.insert,
  })
  if (approved.meta.changes === 0) throw new AppError("conflict.changed")
  ctx.announceSaved("profiles", [mediaItem.profileId])
  notice.publish(notified)
  await publish(ctx, mediaItem.ownerId, { type: "media", id, state: "approved" })
  return "decided"
}

export async function findReviewable(ctx: Ctx, staffId: string, id: string): Promise<queries.ReviewedRow> {
  const mediaItem = await queries.findReviewable(ctx.db, staffId, id)
  if (!mediaItem) throw new AppError("request.not_found")
  return mediaItem
}

/** Creates one notification per profile and outcome, however many photos staff decide on. */
export function noticeOf(
  ctx: Ctx,
  { ownerId, profileId }: queries.ReviewedRow,
  state: "approved" | "rejected" | "removed",
  when: ReturnType<typeof queries.isReviewedNow>,
) {
  const subject = `media:${profileId}:${state}`
  return createNotification(ctx, { to: ownerId, type: "media", subject, state, reference: null, when })
}

/** Lists quarantined media with their reports, latest first, for staff; never a picture. Throws what `requireStaff` does. */
export async function listHashMatches(ctx: Ctx): Promise<queries.HitRow[]> {
  requireStaff(ctx, "hashes.write")
  return queries.findHits(ctx.db, maxHits)
}
