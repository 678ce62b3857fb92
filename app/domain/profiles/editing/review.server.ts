import type { SQL } from "drizzle-orm"
import type { BatchItem } from "drizzle-orm/batch"
import { batch } from "~/db/statements/batch"
import { allOf, always, anyOf, never } from "~/db/statements/conditions"
import type { Locale } from "~/i18n/locales"
import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { requireStaffProof } from "../../core/actor/guards"
import { auditEntry } from "../../core/audit/entries.server"
import type { Ctx } from "../../core/context"
import { planDecision } from "../../decisions/decisions.server"
import type { DecisionKind } from "../../decisions/kinds"
import { endEscalation } from "../../decisions/second-look/escalation-queries.server"
import * as looks from "../../decisions/second-look/queries.server"
import {
  type EndedProposal,
  endedBy,
  findSecondLook,
  requireNotEscalated,
} from "../../decisions/second-look/second-look.server"
import { setMediaText } from "../../media/uploads/texts.server"
import type { outcomes } from "../../notifications/schema"
import { createNotification } from "../../notifications/service.server"
import { writeField } from "../content/content-queries.server"
import type { FieldValues, ProfileField } from "../content/fields"
import { moveReviewedProfile } from "../state-queries.server"
import { photoOf } from "./photo-field"
import { claimLifetime, isReviewedWhole, staffMoves } from "./policy"
import { isReviewedPhoto, type StoredWorkshop } from "./queries.server"
import { policyOfReturnReason } from "./reasons"
import * as queries from "./review-queries.server"
import { proposeFields, proposeProfile } from "./reviewing/proposals.server"
import { findReviewed, liveValue } from "./reviewing/read-review.server"
import type { FieldDecisions, ProfileDecision } from "./schema"

/**
 * Claims a review for 30 minutes, or extends the claim: a submitted profile is then in review. Throws what
 * `requireStaffProof` does, `request.not_found` also for an own profile or one that awaits nothing, `review.escalated`,
 * and `workshop.claimed` while another staff member holds it.
 */
export async function claimReview(ctx: Ctx, id: string): Promise<{ claimed_until: number }> {
  const { user } = requireStaffProof(ctx, "profiles.review")
  const now = ctx.now()
  const until = now + claimLifetime
  const isClaimant = queries.isClaimant(id, user.id, now)
  const [claimed] = await ctx.db.batch([
    queries.claim(ctx.db, id, user.id, { until, now, when: looks.mayReview(id, user.id, now) }),
    auditEntry(ctx, { action: "profile.claim", target: { kind: "profile", id } }),
    moveReviewedProfile(ctx.db, { id, from: ["submitted"], to: "in_review", when: isClaimant }, now),
  ])
  if (claimed.meta.changes > 0) return { claimed_until: until }
  const found = await findReviewed(ctx, id)
  if (found.submitted_at === null || found.owner_id === user.id) throw new AppError("request.not_found")
  await requireNotEscalated(ctx, id)
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

/** The outcome of decisions on edits, by field. */
interface DecidedFields {
  decided: string[]
  /** Of a new reviewer: these await a second look. */
  proposed: string[]
  /** The edit had changed, or a colleague's proposal awaits a second look. */
  stale: string[]
}

/**
 * Approves edits, which become the live content, and sends others back to the owner with a reason; a new reviewer
 * proposes both. `seen` are the proposals that they confirm: each decision needs the one about its field. Returns which decisions
 * took effect, and which did not. Throws what `requireStaffProof` does, `request.not_found`, `workshop.claimed` without
 * the claim, `review.second_look` for the actor's own proposal, and `conflict.changed` if none took effect.
 */
export async function decideFields(
  ctx: Ctx,
  id: string,
  { decisions }: FieldDecisions,
  seen?: readonly string[],
): Promise<DecidedFields> {
  const { user: staff } = requireStaffProof(ctx, "profiles.review")
  const found = await findReviewed(ctx, id)
  const now = ctx.now()
  const isClaimant = queries.isClaimant(id, staff.id, now)
  requireClaim(found, staff.id, now)
  const known = decisions.filter(({ field, version }) =>
    found.edits.some((edit) => edit.field === field && edit.version === version && edit.state === "pending"),
  )
  if (known.length === 0) throw new AppError("conflict.changed")
  const staleBeside = (taken: string[]) => decisions.map(({ field }) => field).filter((field) => !taken.includes(field))
  if (await findSecondLook(ctx)) {
    const proposed = await proposeFields(ctx, found, known, { staffId: staff.id, now })
    return { decided: [], proposed, stale: staleBeside(proposed) }
  }
  const proposals = await looks.findProposals(ctx.db, id)
  const made = known.map((decision) => {
    const { field } = decision
    const reason = decision.decision === "return" ? decision.reason : null
    const open = proposals.find((one) => one.field === field)
    const ended = endedBy(open, { decision: decision.decision, reason, staffId: staff.id })
    requireSeen(ended, seen)
    return { decision, id: newId(now), ended }
  })
  const statements = made.flatMap(({ decision, id: decisionId, ended }) =>
    decide(ctx, found, decision, { decisionId, staffId: staff.id, isClaimant, ended, now }),
  )
  const isMade = anyOf(...made.map((one) => queries.isDecided(one.id)))
  const outcome = known.some(({ decision }) => decision === "return") ? "returned" : "approved"
  // A profile that is reviewed as a whole stays in review until the decision on the whole.
  const isOver = isReviewedWhole(found.state) ? never : allOf(isMade, queries.hasNoPending(id))
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
        details: Object.fromEntries(made.flatMap(({ decision, ended }) => auditedFields(decision, ended))),
      },
      isMade,
    ),
    decided: queries.selectDecided(
      ctx.db,
      made.map((one) => one.id),
    ),
    returned: endEscalation(ctx.db, { profileId: id, staffId: staff.id, when: isMade }, now),
  })
  const decided = rows.map(({ field }) => field)
  if (decided.length === 0) throw new AppError("conflict.changed")
  news.publish(notified)
  return { decided, proposed: [], stale: staleBeside(decided) }
}

/** Returns what the audit log has of a decision on a field, and whose proposal it confirmed or changed. */
function auditedFields({ field, decision }: FieldDecisions["decisions"][number], ended: EndedProposal | null) {
  const own = [[field, decision]]
  return ended ? [...own, [`${ended.isConfirmed ? "confirmed" : "changed"}:${field}`, ended.by]] : own
}

/** Throws `conflict.changed` if a confirmation would end another proposal than one that was seen, or none. */
function requireSeen(ended: EndedProposal | null, seen: readonly string[] | undefined): void {
  if (seen && !(ended && seen.includes(ended.id))) throw new AppError("conflict.changed")
}

/** SQL condition: nothing else has ended the proposal that a decision ends. */
const isUnended = (ended: EndedProposal | null) => (ended ? looks.isStillOpen(ended.id) : always)

function requireClaim({ claimed_by, claimed_until, owner_id }: StoredWorkshop, staffId: string, now: number): void {
  if (owner_id === staffId) throw new AppError("request.not_found")
  if (claimed_by !== staffId || (claimed_until ?? 0) <= now) throw new AppError("workshop.claimed")
}

interface Deciding {
  decisionId: string
  staffId: string
  isClaimant: SQL
  ended: EndedProposal | null
  now: number
}

/** Returns the statements of one decision: the record of it, then its effect. */
function decide(
  ctx: Ctx,
  found: StoredWorkshop,
  decision: FieldDecisions["decisions"][number],
  { decisionId, staffId, isClaimant, ended, now }: Deciding,
): BatchItem<"sqlite">[] {
  const { db } = ctx
  const { field, version } = decision
  const edit = found.edits.find((one) => one.field === field)
  const value = edit?.value ?? "null"
  const mayDecide = looks.mayDecide({ profileId: found.id, field }, staffId, now)
  const isStill = allOf(queries.isPending(found.id, field, version), isClaimant, mayDecide, isUnended(ended))
  const isDecided = queries.isDecided(decisionId)
  const looked = ended ? looks.endProposal(db, ended, isDecided) : []
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
        proposedBy: ended?.isConfirmed ? ended.by : null,
        now,
      },
      isStill,
    )
    return [
      ...stated.statements,
      queries.insertDecision(db, { ...record, decision: "returned", reason, comment: comment || null }, isStill),
      ...looked,
      queries.returnEdit(db, { profileId: found.id, field, answer: { reason, comment }, when: isDecided, now }),
    ]
  }
  return [
    queries.insertDecision(db, { ...record, decision: "approved" }, isStill),
    ...looked,
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
 * `request_changes`, `reject` and `suspend` need a reason. What ends a review a new reviewer proposes. Returns which it was.
 * Throws what `requireStaffProof` does, `request.not_found`, `workshop.claimed` without the claim that a review needs,
 * `workshop.open_edits`, `review.second_look` for the actor's own proposal, and `conflict.changed`, also unless it ends one of
 * the proposals `seen`.
 */
export async function decideProfile(
  ctx: Ctx,
  id: string,
  decision: ProfileDecision,
  seen?: readonly string[],
): Promise<"decided" | "proposed"> {
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
  if (isOfReview(decision) && (await findSecondLook(ctx))) {
    await proposeProfile(ctx, found, decision, { staffId: staff.id, now })
    return "proposed"
  }
  if (move === "approve" && found.edits.length > 0) throw new AppError("workshop.open_edits")
  const remark = "reason" in decision ? { reason: decision.reason, comment: decision.comment || null } : noRemark
  const proposals = isReview ? await looks.findProposals(ctx.db, id) : []
  const ended = isOfReview(decision)
    ? endedBy(
        proposals.find(({ field }) => field === ""),
        { decision: decision.move, reason: remark.reason, staffId: staff.id },
      )
    : null
  requireSeen(ended, seen)
  const decisionId = newId(now)
  const isDecided = queries.isDecided(decisionId)
  const may = allOf(
    queries.isAtVersion(id, found.state, version),
    isReview ? queries.isClaimant(id, staff.id, now) : queries.isOfAnother(id, staff.id),
    ...(isReview ? [looks.mayDecide({ profileId: id, field: "" }, staff.id, now), isUnended(ended)] : []),
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
            proposedBy: ended?.isConfirmed ? ended.by : null,
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
      details: ended
        ? { version, reason: remark.reason, [ended.isConfirmed ? "confirmed" : "changed"]: ended.by }
        : { version, reason: remark.reason },
    }),
    looked: ended ? looks.endProposal(ctx.db, ended, isDecided) : [],
    notified: news.insert,
    recalled: queries.recallPending(ctx.db, id, isDecided, now),
    ended: queries.endReview(ctx.db, id, remark, isDecided),
    moved: moveReviewedProfile(ctx.db, { id, from, to, when: isDecided }, now),
    // Not by a suspension, which decides nothing of what was handed to leads.
    returned: isReview ? endEscalation(ctx.db, { profileId: id, staffId: staff.id, when: isDecided }, now) : null,
  })
  if (moved.meta.changes === 0) throw new AppError("conflict.changed")
  stated?.deliver(null)
  news.publish(notified)
  return "decided"
}

type ReviewMove = "approve" | "request_changes" | "reject"

/** Returns whether a decision ends a review; the others are about a profile that was reviewed before. */
function isOfReview(decision: ProfileDecision): decision is ProfileDecision & { move: ReviewMove } {
  return decision.move !== "suspend" && decision.move !== "reinstate"
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
