import { batch } from "~/db/statements/batch"
import { AppError } from "~/lib/errors"
import { requireStaffProof } from "../../../core/actor/guards"
import { auditEntry } from "../../../core/audit/entries.server"
import type { Ctx } from "../../../core/context"
import * as escalations from "../../../decisions/second-look/escalation-queries.server"
import type { EscalationForm } from "../../../decisions/second-look/schema"
import * as queries from "../review-queries.server"
import { findReviewed } from "./read-review.server"

const target = (id: string) => ({ kind: "profile", id })

/**
 * Hands the review of a profile, its photos and its videos to leads, with a note for them, and gives the claim back. Throws what
 * `requireStaffProof` does, `request.not_found` also for an own profile or one of which nothing waits, `review.escalated`
 * if somebody did before, and `workshop.claimed` while a colleague holds it.
 */
export async function escalateReview(ctx: Ctx, id: string, { note }: EscalationForm): Promise<void> {
  const { user: staff } = requireStaffProof(ctx, "profiles.review")
  const now = ctx.now()
  const when = queries.isFree(id, staff.id, now)
  const { escalated } = await batch(ctx.db, {
    escalated: escalations.escalate(ctx.db, { profileId: id, staffId: staff.id, note }, when, now),
    audited: auditEntry(ctx, { action: "profile.escalate", target: target(id), reason: note }),
    released: queries.release(ctx.db, id, staff.id),
  })
  if (escalated.meta.changes > 0) return
  const found = await findReviewed(ctx, id)
  if (await escalations.findEscalation(ctx.db, id)) throw new AppError("review.escalated")
  const isHeld = found.claimed_by !== null && found.claimed_by !== staff.id && (found.claimed_until ?? 0) > now
  throw new AppError(isHeld ? "workshop.claimed" : "request.not_found")
}

/** Gives a review back to every reviewer. Throws what `requireStaffProof` does, and `conflict.changed`, also for an own profile. */
export async function returnEscalation(ctx: Ctx, id: string): Promise<void> {
  const { user: staff } = requireStaffProof(ctx, "reviews.lead")
  const { ended } = await batch(ctx.db, {
    ended: escalations.returnEscalation(ctx.db, id, staff.id, ctx.now()),
    audited: auditEntry(ctx, { action: "profile.return_escalation", target: target(id) }),
  })
  if (ended.meta.changes === 0) throw new AppError("conflict.changed")
}
