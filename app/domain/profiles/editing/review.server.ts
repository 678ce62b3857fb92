import type { SQL } from "drizzle-orm"
import type { BatchItem } from "drizzle-orm/batch"
import { batch } from "~/db/statements/batch"
import { allOf, always, anyOf, never } from "~/db/statements/conditions"
import type { Locale } from "~/i18n/locales"
import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { requireStaff, requireStaffProof } from "../../core/actor/guards"
import { auditEntry, auditedList, auditedRead } from "../../core/audit/entries.server"
import type { Ctx } from "../../core/context"
import { plainList } from "../../core/shared/cursor-scope"
import { decodeKeyset, pageOf } from "../../core/shared/keyset-cursor"
import { planDecision } from "../../decisions/decisions.server"
import type { DecisionKind } from "../../decisions/kinds"
import { setMediaText } from "../../media/uploads/texts.server"
import type { outcomes } from "../../notifications/schema"
import { createNotification } from "../../notifications/service.server"
import { writeField } from "../content/content-queries.server"
import { type FieldValues, isProfileField, type ProfileField } from "../content/fields"
import { moveReviewedProfile } from "../state-queries.server"
import { textFlags } from "./flags"
import { photoOf } from "./photo-field"
import { claimLifetime, isReviewedWhole, staffMoves } from "./policy"
import { findWorkshop, isReviewedPhoto, type StoredWorkshop } from "./queries.server"
import { policyOfReturnReason } from "./reasons"
import * as queries from "./review-queries.server"
import type { FieldDecisions, ProfileDecision, QueuedProfile, Review } from "./schema"

const pageLength = 30

/** Returns the profiles that await staff, longest waiting first: a page of 30. Throws what `requireStaff` does, and `cursor.invalid`. */
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
    (db) => queries.findQueue(db, ctx.locale, after, pageLength + 1),
  )
  const { shown, next_cursor } = pageOf(
    rows,
    pageLength,
    ({ submitted_at, id }) => ({ at: submitted_at, id }),
    plainList,
  )
  const data = shown.map(({ claimed_by, claimed_until, ...row }) => ({
    ...row,
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
    is_yours: found.owner_id === user.id,
    reason,
    comment,
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

async function findReviewed(ctx: Ctx, id: string): Promise<StoredWorkshop> {
  const found = await findWorkshop(ctx.db, id)
  if (!found) throw new AppError("request.not_found")
  return found
}

/** Returns what is public of an edit's field, or would be. */
function liveValue(
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

/**
 * Claims a review for 30 minutes, or extends the claim: a submitted profile is then in review. Throws what
 * `requireStaffProof` does, `request.not_found` also for an own profile or one that awaits nothing, and
 * `workshop.claimed` while another staff member holds it.
 */
export async function claimReview(ctx: Ctx, id: string): Promise<{ claimed_until: number }> {
  const { user } = requireStaffProof(ctx, "profiles.review")
  const now = ctx.now()
  const until = now + claimLifetime
  const isClaimant = queries.isClaimant(id, user.id, now)
  const [claimed] = await ctx.db.batch([
    queries.claim(ctx.db, id, user.id, { until, now }),
    auditEntry(ctx, { action: "profile.claim", target: { kind: "profile", id } }),
    moveReviewedProfile(ctx.db, { id, from: ["submitted"], to: "in_review", when: isClaimant }, now),
  ])
  if (claimed.meta.changes > 0) return { claimed_until: until }
  const found = await findReviewed(ctx, id)
  if (found.submitted_at === null || found.owner_id === user.id) throw new AppError("request.not_found")
  throw new AppError("workshop.claimed")
}

/** Gives a claim back, so that others can take the review up. Throws what `requireStaffProof` does. */
export async function releaseReview(ctx: Ctx, id: string): Promise<void> {
  const { user } = requireStaffProof(ctx, "profiles.review")
  await ctx.db.batch([
    queries.release(ctx.db, id, user.id),
    auditEntry(ctx, { action: "profile.release", target: { kind: "profile", id } }, always),
  ])
}

/**
 * Approves edits, which become the live content, and sends others back to the owner with a reason; returns which
 * decisions took effect, and which did not because the edit had changed. Throws what `requireStaffProof` does,
 * `request.not_found`, `workshop.claimed` without the claim, and `conflict.changed` if none took effect.
 */
export async function decideFields(
  ctx: Ctx,
  id: string,
  { decisions }: FieldDecisions,
): Promise<{ decided: string[]; stale: string[] }> {
  const { user: staff } = requireStaffProof(ctx, "profiles.review")
  const found = await findReviewed(ctx, id)
  const now = ctx.now()
  const isClaimant = queries.isClaimant(id, staff.id, now)
  requireClaim(found, staff.id, now)
  const known = decisions.filter(({ field, version }) =>
    found.edits.some((edit) => edit.field === field && edit.version === version && edit.state === "pending"),
  )
  const made = known.map((decision) => ({ decision, id: newId(now) }))
  const statements = made.flatMap(({ decision, id: decisionId }) =>
    decide(ctx, found, decision, { decisionId, staffId: staff.id, isClaimant, now }),
  )
  const outcome = known.some(({ decision }) => decision === "return") ? "returned" : "approved"
  if (made.length === 0) throw new AppError("conflict.changed")
  // A profile that is reviewed as a whole stays in review until the decision on the whole.
  const isOver = isReviewedWhole(found.state)
    ? never
    : allOf(anyOf(...made.map((one) => queries.isDecided(one.id))), queries.hasNoPending(id))
  const news = notifyOwner(ctx, found, outcome, isOver)
  const { decided: rows, notified } = await batch(ctx.db, {
    // Who decides keeps the claim.
    claimed: queries.claim(ctx.db, id, staff.id, { until: now + claimLifetime, now }),
    statements,
    notified: news.insert,
    ended: queries.endReview(ctx.db, id, noRemark, isOver),
    audited: auditEntry(
      ctx,
      {
        action: "profile.decide_edits",
        target: { kind: "profile", id },
        details: Object.fromEntries(known.map(({ field, decision }) => [field, decision])),
      },
      anyOf(...made.map((one) => queries.isDecided(one.id))),
    ),
    decided: queries.selectDecided(
      ctx.db,
      made.map((one) => one.id),
    ),
  })
  const decided = rows.map(({ field }) => field)
  if (decided.length === 0) throw new AppError("conflict.changed")
  news.publish(notified)
  return { decided, stale: decisions.map(({ field }) => field).filter((field) => !decided.includes(field)) }
}

function requireClaim({ claimed_by, claimed_until, owner_id }: StoredWorkshop, staffId: string, now: number): void {
  if (owner_id === staffId) throw new AppError("request.not_found")
  if (claimed_by !== staffId || (claimed_until ?? 0) <= now) throw new AppError("workshop.claimed")
}

interface Deciding {
  decisionId: string
  staffId: string
  isClaimant: SQL
  now: number
}

/** Returns the statements of one decision: the record of it, then its effect. */
function decide(
  ctx: Ctx,
  found: StoredWorkshop,
  decision: FieldDecisions["decisions"][number],
  { decisionId, staffId, isClaimant, now }: Deciding,
): BatchItem<"sqlite">[] {
  const { db } = ctx
  const { field, version } = decision
  const edit = found.edits.find((one) => one.field === field)
  const value = edit?.value ?? "null"
  const isStill = allOf(queries.isPending(found.id, field, version), isClaimant)
  const isDecided = queries.isDecided(decisionId)
  const record = {
    id: decisionId,
    profileId: found.id,
    field,
    staffId,
    createdAt: now,
    before: JSON.stringify(edit && liveValue(found.content, edit)),
    after: value,
  }
  if (decision.decision === "return") {
    const { reason, comment } = decision
    const stated = planDecision(
      ctx,
      {
        id: decisionId,
        kind: "text_refused",
        userId: found.owner_id,
        subjectId: found.id,
        field,
        priorState: "pending",
        policy: policyOfReturnReason[reason],
        facts: comment || null,
        source: "review",
        isAutomatic: false,
        staffId,
        now,
      },
      isStill,
    )
    return [
      ...stated.statements,
      queries.insertDecision(db, { ...record, decision: "returned", reason, comment: comment || null }, isStill),
      queries.returnEdit(db, { profileId: found.id, field, answer: { reason, comment }, when: isDecided, now }),
    ]
  }
  return [
    queries.insertDecision(db, { ...record, decision: "approved" }, isStill),
    ...publish(ctx, { profileId: found.id, field, value: JSON.parse(value), when: isDecided, now }),
    queries.deleteEdit(db, found.id, field, isDecided),
  ]
}

interface FieldToPublish {
  profileId: string
  field: string
  value: unknown
  when: SQL
  now: number
}

/** Returns the statements that make a value the live one of a field, if `when` holds. */
function publish(ctx: Ctx, { profileId, field, value, when, now }: FieldToPublish): BatchItem<"sqlite">[] {
  const mediaId = photoOf(field)
  if (mediaId === null) {
    const name = field as ProfileField
    return writeField(ctx.db, { profileId, field: name, value: value as FieldValues[typeof name], when, now })
  }
  const alts = Object.entries(value as Partial<Record<Locale, string>>).map(([locale, alt]) => [locale, { alt }])
  const isStill = allOf(when, isReviewedPhoto(profileId, mediaId))
  return [setMediaText(ctx, { mediaId, texts: Object.fromEntries(alts), when: isStill })]
}

/**
 * Decides on a whole profile at version `version`: `approve` lets its owner publish it and needs every edit decided;
 * `request_changes`, `reject` and `suspend` need a reason. Throws what `requireStaffProof` does, `request.not_found`,
 * `workshop.claimed` without the claim that a review needs, `workshop.open_edits`, and `conflict.changed`.
 */
export async function decideProfile(ctx: Ctx, id: string, decision: ProfileDecision): Promise<void> {
  const { user: staff } = requireStaffProof(ctx, "profiles.review")
  const { move, version } = decision
  const { from, to, outcome } = staffMoves[move]
  const found = await findReviewed(ctx, id)
  if (found.owner_id === staff.id) throw new AppError("request.not_found")
  if (found.version !== version || !(from as readonly string[]).includes(found.state)) {
    throw new AppError("conflict.changed")
  }
  const now = ctx.now()
  const isReview = found.state === "in_review"
  if (isReview) requireClaim(found, staff.id, now)
  if (move === "approve" && found.edits.length > 0) throw new AppError("workshop.open_edits")
  const remark = "reason" in decision ? { reason: decision.reason, comment: decision.comment || null } : noRemark
  const decisionId = newId(now)
  const isDecided = queries.isDecided(decisionId)
  const may = allOf(
    queries.isAtVersion(id, found.state, version),
    isReview ? queries.isClaimant(id, staff.id, now) : queries.isOfAnother(id, staff.id),
    ...(move === "approve" ? [queries.hasNoEdits(id)] : []),
  )
  const record = { id: decisionId, profileId: id, field: "", staffId: staff.id, createdAt: now, ...remark }
  const news = notifyOwner(ctx, found, outcome, isDecided)
  const stated =
    "reason" in decision
      ? planDecision(
          ctx,
          {
            id: decisionId,
            kind: restrictionOf[decision.move],
            userId: found.owner_id,
            subjectId: id,
            field: null,
            priorState: found.state,
            policy: policyOfReturnReason[decision.reason],
            facts: decision.comment || null,
            source: isReview ? "review" : "staff",
            isAutomatic: false,
            staffId: staff.id,
            now,
          },
          may,
        )
      : null
  const { notified, moved } = await batch(ctx.db, {
    stated: stated?.statements ?? [],
    decided: queries.insertDecision(ctx.db, { ...record, decision: outcome }, may),
    audited: auditEntry(ctx, {
      action: `profile.${move}`,
      target: { kind: "profile", id },
      details: { version, reason: remark.reason },
    }),
    notified: news.insert,
    recalled: queries.recallPending(ctx.db, id, isDecided, now),
    ended: queries.endReview(ctx.db, id, remark, isDecided),
    moved: moveReviewedProfile(ctx.db, { id, from, to, when: isDecided }, now),
  })
  if (moved.meta.changes === 0) throw new AppError("conflict.changed")
  stated?.deliver(null)
  news.publish(notified)
}

/** The decision that states the reasons of each of staff's moves that restrict. */
const restrictionOf = {
  request_changes: "profile_returned",
  reject: "profile_refused",
  suspend: "profile_suspended",
} as const satisfies Record<string, DecisionKind>

const noRemark = { reason: null, comment: null }

function notifyOwner(
  ctx: Ctx,
  { id, owner_id }: StoredWorkshop,
  state: (typeof outcomes)["profile"][number],
  when: SQL,
) {
  return createNotification(ctx, {
    to: owner_id,
    type: "profile",
    subject: `profile:${id}`,
    state,
    reference: null,
    when,
  })
}
