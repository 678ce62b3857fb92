import { AppError } from "~/lib/errors"
import { requireStaff } from "../../../core/actor/guards"
import { auditedList, auditedRead } from "../../../core/audit/entries.server"
import type { Ctx } from "../../../core/context"
import { plainList } from "../../../core/shared/cursor-scope"
import { decodeKeyset, pageOf } from "../../../core/shared/keyset-cursor"
import { casesReaderOf } from "../../../decisions/cases/about"
import { findCasesAbout } from "../../../decisions/cases/about-queries.server"
import { findEscalation } from "../../../decisions/second-look/escalation-queries.server"
import * as looks from "../../../decisions/second-look/queries.server"
import { findSecondLook, toProposal } from "../../../decisions/second-look/second-look.server"
import { rejectedSince } from "../../../media/states"
import { type FieldValues, isProfileField } from "../../content/fields"
import { textFlags } from "../flags"
import { isReviewedWhole } from "../policy"
import { findWorkshop, type StoredWorkshop } from "../queries.server"
import * as queries from "../review-queries.server"
import type { QueuedProfile, Review } from "../schema"

const pageLength = 30

/**
 * Returns the profiles that await the actor, longest waiting first: a page of 30. None of their own, and what was handed to leads for
 * leads alone. Throws what `requireStaff` does, and `cursor.invalid`.
 */
export async function listReviews(
  ctx: Ctx,
  cursor: string | null,
): Promise<{ data: QueuedProfile[]; next_cursor: string | null }> {
  const { user } = requireStaff(ctx, "profiles.review")
  const now = ctx.now()
  const after = cursor === null ? null : decodeKeyset(cursor, plainList)
  const rows = await auditedList(
    ctx,
    { action: "profile.list_reviews", target: { kind: "profile", id: "list" }, cursor },
    (db) => queries.findQueue(db, { staffId: user.id, now, locale: ctx.locale, after, limit: pageLength + 1 }),
  )
  const { shown, next_cursor } = pageOf(
    rows,
    pageLength,
    ({ submitted_at, id }) => ({ at: submitted_at, id }),
    plainList,
  )
  const data = shown.map(({ claimed_by, claimed_until, ...row }) => ({
    ...row,
    is_escalated: row.is_escalated === 1,
    is_claimed: claimed_by !== null && claimed_by !== user.id && (claimed_until ?? 0) > now,
  }))
  return { data, next_cursor }
}

/**
 * Returns a profile with its edits beside what is live, for staff, and records that it was read. Throws what
 * `requireStaff` does, and `request.not_found`.
 */
export async function getReview(ctx: Ctx, id: string): Promise<Review> {
  const { user } = requireStaff(ctx, "profiles.review")
  const found = await auditedRead(ctx, { action: "profile.read", target: { kind: "profile", id } }, (db) =>
    findReviewed({ ...ctx, db }, id),
  )
  const [proposals, escalation, second_look, cases] = await Promise.all([
    looks.findProposals(ctx.db, id),
    findEscalation(ctx.db, id),
    findSecondLook(ctx),
    findCasesAbout(ctx.db, "profile", id, casesReaderOf(ctx.actor)),
  ])
  const isYours = found.owner_id === user.id
  const isClaimed = (found.claimed_until ?? 0) > ctx.now()
  const { slug, name, state, version, submitted_at, content, problems, reason, comment } = found
  return {
    id,
    slug,
    name,
    state,
    version,
    submitted_at,
    content,
    problems,
    is_whole: isReviewedWhole(state),
    claimed_until: isClaimed ? found.claimed_until : null,
    claimed_by: isClaimed ? found.claimant : null,
    is_claimed_by_you: isClaimed && found.claimed_by === user.id,
    is_yours: isYours,
    reason,
    comment,
    // Notes and proposals of staff are hidden from the owner of the profile under review.
    proposals: isYours ? [] : proposals.map((proposal) => toProposal(proposal, user.id)),
    escalation: isYours ? null : escalation,
    second_look,
    cases,
    // An owner's draft is theirs until they submit it.
    edits: found.edits
      .filter((edit) => edit.state !== "draft")
      .map(({ field, value, live_alt, ...edit }) => ({
        ...edit,
        field,
        live: liveValue(content, { field, live_alt }),
        value: JSON.parse(value),
        flags: textFlags(textOf(JSON.parse(value))),
      })),
  }
}

/** Returns a profile with its edits. Throws `request.not_found`. */
export async function findReviewed(ctx: Ctx, id: string): Promise<StoredWorkshop> {
  const found = await findWorkshop(ctx.db, id, rejectedSince(ctx.now()))
  if (!found) throw new AppError("request.not_found")
  return found
}

/** Returns what is public of an edit's field, or would be. */
export function liveValue(
  content: FieldValues,
  { field, live_alt }: Pick<StoredWorkshop["edits"][number], "field" | "live_alt">,
): unknown {
  return isProfileField(field) ? content[field] : JSON.parse(live_alt ?? "{}")
}

/** Returns the words of a field's value, also of the notes inside it. */
function textOf(value: unknown): string {
  if (typeof value === "string") return value
  return typeof value === "object" && value !== null ? Object.values(value).map(textOf).join("\n") : ""
}
