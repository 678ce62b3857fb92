import { hasMore } from "~/db/statements/delete-at-most"
import { AppError } from "~/lib/errors"
import { DAY } from "~/lib/time"
import { isPermitted, requireAnyStaff } from "../../core/actor/guards"
import type { Ctx } from "../../core/context"
import { type Place, placeWhile } from "../../core/shared/lane"
import { deleteOverEscalations, findEscalation } from "./escalation-queries.server"
import * as queries from "./queries.server"
import { lookedAt, type Proposal, type SecondLook } from "./schema"

/**
 * Retention, ms, since they were made: of proposals that count for nothing any more, and of escalations of profiles of which nothing
 * waits and whose owner can submit nothing more. Appeals against a refusal end before that.
 */
const keptFor = { proposal: 90 * DAY, escalation: 365 * DAY }

/**
 * Returns how many of the actor's first decisions somebody else has looked at; null for leads, and for those who need no
 * second look any more. Throws what `requireAnyStaff` does.
 */
export async function findSecondLook(ctx: Ctx): Promise<SecondLook | null> {
  const { user } = requireAnyStaff(ctx)
  if (isPermitted(ctx.actor, "reviews.lead")) return null
  const done = await queries.findLooks(ctx.db, user.id)
  return done < lookedAt ? { done, needed: lookedAt } : null
}

/** Returns a proposal as staff read it. */
export function toProposal(
  { proposed_by_id, version: _, ...proposal }: queries.OpenProposal,
  staffId: string,
): Proposal {
  return { ...proposal, is_yours: proposed_by_id === staffId }
}

/** Throws `review.escalated` if a review was handed to leads, and the actor is none. */
export async function requireNotEscalated(ctx: Ctx, profileId: string): Promise<void> {
  if (isPermitted(ctx.actor, "reviews.lead")) return
  if (await findEscalation(ctx.db, profileId)) throw new AppError("review.escalated")
}

/** A proposal that a decision ends: confirmed by the same decision for the same reason, else changed. */
export interface EndedProposal {
  id: string
  isConfirmed: boolean
  /** Its author's id. */
  by: string
}

/**
 * Returns what becomes of a proposal about an item by a decision; null without one. Throws `review.second_look` for the
 * actor's own.
 */
export function endedBy(
  proposal: queries.OpenProposal | undefined,
  { decision, reason, staffId }: { decision: Proposal["decision"]; reason: string | null; staffId: string },
): EndedProposal | null {
  if (!proposal) return null
  if (proposal.proposed_by_id === staffId) throw new AppError("review.second_look")
  const isConfirmed = proposal.decision === decision && proposal.reason === reason
  return { id: proposal.id, isConfirmed, by: proposal.proposed_by_id }
}

/** Deletes fallen proposals and escalations of profiles that are over, past their retention, nightly. */
export async function sweepSecondLooks(ctx: Pick<Ctx, "db" | "now">): Promise<Place> {
  const now = ctx.now()
  const swept = await ctx.db.batch([
    queries.deleteFallenProposals(ctx.db, now - keptFor.proposal),
    deleteOverEscalations(ctx.db, now - keptFor.escalation),
  ])
  return placeWhile(hasMore(swept))
}
