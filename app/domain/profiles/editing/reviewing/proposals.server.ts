import { batch } from "~/db/statements/batch"
import { allOf, anyOf } from "~/db/statements/conditions"
import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { auditEntry } from "../../../core/audit/entries.server"
import type { Ctx } from "../../../core/context"
import * as looks from "../../../decisions/second-look/queries.server"
import type { StoredWorkshop } from "../queries.server"
import * as queries from "../review-queries.server"
import type { FieldDecisions, ProfileDecision } from "../schema"

interface Proposing {
  staffId: string
  now: number
}

/**
 * Proposes decisions on edits for a second look (trust-safety R9), and gives the claim back. Returns the fields whose
 * proposals were stored. Throws `review.second_look` if one of others awaits it on each of them, and `conflict.changed`.
 */
export async function proposeFields(
  ctx: Ctx,
  { id: profileId }: StoredWorkshop,
  decisions: FieldDecisions["decisions"],
  { staffId, now }: Proposing,
): Promise<string[]> {
  const { db } = ctx
  const isClaimant = queries.isClaimant(profileId, staffId, now)
  const made = decisions.map((decision) => ({ id: newId(now), decision }))
  const isMade = anyOf(...made.map(({ id }) => looks.isProposed(id)))
  const { proposed } = await batch(db, {
    proposals: made.flatMap(({ id, decision }) => {
      const { field, version } = decision
      const remark = decision.decision === "return" ? decision : null
      const proposal = {
        id,
        profileId,
        field,
        mediaId: null,
        version,
        decision: decision.decision,
        reason: remark?.reason ?? null,
        comment: remark?.comment || null,
        proposedBy: staffId,
        createdAt: now,
      }
      return looks.propose(db, proposal, allOf(queries.isPending(profileId, field, version), isClaimant))
    }),
    released: queries.release(db, profileId, staffId),
    audited: auditEntry(
      ctx,
      {
        action: "profile.propose",
        target: { kind: "profile", id: profileId },
        details: Object.fromEntries(decisions.map(({ field, decision }) => [field, decision])),
      },
      isMade,
    ),
    proposed: looks.selectProposed(
      db,
      made.map(({ id }) => id),
    ),
  })
  if (proposed.length === 0) throw await refusalOf(ctx, profileId)
  return proposed.map(({ field }) => field)
}

/**
 * Proposes a decision on a whole profile in review for a second look, and gives the claim back. Throws
 * `workshop.open_edits` for an approval while an edit is not proposed to be approved, `review.second_look` if a proposal
 * awaits it, and `conflict.changed`.
 */
export async function proposeProfile(
  ctx: Ctx,
  { id: profileId, state, edits }: StoredWorkshop,
  decision: ProfileDecision & { move: "approve" | "request_changes" | "reject" },
  { staffId, now }: Proposing,
): Promise<void> {
  const { db } = ctx
  const { move, version } = decision
  const open = await looks.findProposals(db, profileId)
  const isApproved = (field: string) => open.some((one) => one.field === field && one.decision === "approve")
  if (move === "approve" && !edits.every(({ field }) => isApproved(field))) throw new AppError("workshop.open_edits")
  const proposal = {
    id: newId(now),
    profileId,
    field: "",
    mediaId: null,
    version: String(version),
    decision: move,
    reason: "reason" in decision ? decision.reason : null,
    comment: "reason" in decision ? decision.comment || null : null,
    proposedBy: staffId,
    createdAt: now,
  }
  const may = allOf(queries.isAtVersion(profileId, state, version), queries.isClaimant(profileId, staffId, now))
  const { proposed } = await batch(db, {
    proposals: looks.propose(db, proposal, may),
    released: queries.release(db, profileId, staffId),
    audited: auditEntry(
      ctx,
      {
        action: "profile.propose",
        target: { kind: "profile", id: profileId },
        details: { move, version, reason: proposal.reason },
      },
      looks.isProposed(proposal.id),
    ),
    proposed: looks.selectProposed(db, [proposal.id]),
  })
  if (proposed.length === 0) throw await refusalOf(ctx, profileId)
}

async function refusalOf(ctx: Ctx, profileId: string): Promise<AppError> {
  const open = await looks.findProposals(ctx.db, profileId)
  return new AppError(open.length > 0 ? "review.second_look" : "conflict.changed")
}
