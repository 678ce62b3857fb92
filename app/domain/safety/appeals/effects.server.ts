import type { SQL } from "drizzle-orm"
import type { BatchItem } from "drizzle-orm/batch"
import { allOf } from "~/db/statements/conditions"
import { unbanAccount } from "../../accounts/staff/queries.server"
import type { Ctx } from "../../core/context"
import { isLaunched } from "../../core/readiness/gate.server"
import { raiseCase, reopenCaseOf } from "../../decisions/cases/queries.server"
import { textOfField } from "../../decisions/kinds"
import { type DecisionRow, isOnlyOne } from "../../decisions/queries.server"
import { restoreRejected } from "../../media/review/queries.server"
import { findColors } from "../../media/service.server"
import { summarizeMedia } from "../../media/summary-queries.server"
import { showText } from "../../profiles/content/hidden-text-queries.server"
import { resubmitEdit, returnToQueue } from "../../profiles/editing/review-queries.server"
import { moveProfile, moveReviewedProfile, publishedAgain } from "../../profiles/state-queries.server"
import { reopenRefused } from "../../verification/identity/moves.server"
import { findReported, restoreReported } from "../reported-media-queries.server"
import { liftClosures } from "../sanctions/queries.server"
import * as queries from "./queries.server"

/** Who undoes a decision, with their reasons. */
interface Undoing {
  staffId: string
  answer: string
}

/**
 * Returns the statements that undo a decision if `when` holds, whatever became of its subject meanwhile: what its owner has
 * removed or changed since stays so.
 */
export async function undoDecision(
  ctx: Ctx,
  decision: DecisionRow,
  { staffId, answer }: Undoing,
  when: SQL,
): Promise<BatchItem<"sqlite">[]> {
  const { db } = ctx
  const now = ctx.now()
  const { id, kind, subject_id: subjectId, user_id: userId } = decision
  // Restrictions of a later decision stay.
  const isFree = allOf(when, isOnlyOne(decision))
  switch (kind) {
    case "media_refused":
      return restoreItem(ctx, decision, isFree)
    case "media_removed":
      return [
        ...(await restoreItem(ctx, decision, isFree)),
        queries.releaseHiding(db, decision.report_id, when),
        ...(await showHidden(ctx, decision, isFree)),
      ]
    case "media_hidden":
      return [queries.releaseHiding(db, decision.report_id, when), ...(await showHidden(ctx, decision, isFree))]
    case "text_refused":
      return [...resubmitEdit(db, { profileId: subjectId, field: decision.field ?? "", when }, now)]
    case "text_removed":
    case "text_hidden": {
      const name = textOfField(decision.field)
      return [
        queries.releaseHiding(db, decision.report_id, when),
        ...(name === null ? [] : showText(db, { caseId: subjectId, name }, isFree)),
      ]
    }
    case "profile_returned":
    case "profile_refused": {
      const from = kind === "profile_returned" ? ("changes_requested" as const) : ("rejected" as const)
      return [
        returnToQueue(db, subjectId, when, now),
        moveReviewedProfile(db, { id: subjectId, from: [from], to: "submitted", when }, now),
      ]
    }
    case "profile_suspended":
    case "profile_hidden": {
      const to = decision.prior_state === "published" ? publishedAgain(await isLaunched(ctx)) : "paused"
      return [
        queries.releaseHiding(db, decision.report_id, when),
        moveReviewedProfile(db, { id: subjectId, from: ["suspended"], to, when: isFree }, now),
      ]
    }
    case "identity_refused":
      return reopenRefused(ctx, { id: subjectId, reason: answer, staffId }, when)
    case "consent_withdrawn":
      // Nobody but the person agrees: it is not contested (`isOfStaff`).
      return []
    case "member_warned":
    case "member_limited":
      return [queries.liftSanction(db, id, when, now)]
    case "member_suspended":
      return [
        queries.liftSanction(db, id, when, now),
        ...(userId !== null && decision.prior_state === "published"
          ? [moveProfile(db, { owner: userId, from: "paused", to: publishedAgain(await isLaunched(ctx)), when }, now)]
          : []),
      ]
    case "member_closed":
      if (userId === null) return []
      return [
        liftClosures(db, userId, now, when),
        unbanAccount(db, userId, now, when),
        moveProfile(db, { owner: userId, from: "banned", to: publishedAgain(await isLaunched(ctx)), when }, now),
      ]
    case "notice_refused": {
      const reopened = await queries.findReopened(db, subjectId)
      return [
        queries.reopenReport(db, subjectId, when, now),
        ...(reopened ? [raiseCase(db, reopened, when, now)] : []),
        queries.joinOpenCase(db, subjectId, when),
        reopenCaseOf(db, subjectId, when, now),
      ]
    }
    default:
      return kind satisfies never
  }
}

/** Shows a media item again that a report has hidden. */
async function showHidden(ctx: Ctx, decision: DecisionRow, when: SQL): Promise<BatchItem<"sqlite">[]> {
  const item = await findReported(ctx.db, decision.subject_id)
  return item ? [...restoreReported(ctx.db, item, when, ctx.now())] : []
}

async function restoreItem(ctx: Ctx, decision: DecisionRow, when: SQL): Promise<BatchItem<"sqlite">[]> {
  const { db } = ctx
  const now = ctx.now()
  const item = await findReported(db, decision.subject_id)
  if (!item) return []
  const to = decision.prior_state === "approved" ? ("approved" as const) : ("ready" as const)
  const colors = await findColors(ctx, item.profileId)
  return [
    ...restoreRejected(db, item.id, { to, when }, now),
    summarizeMedia(db, item.profileId, { ...colors, ...item.colors }, now),
  ]
}
