import type { SQL } from "drizzle-orm"
import { allOf } from "~/db/statements/conditions"
import { newId } from "~/lib/id"
import type { Ctx } from "../../core/context"
import { planDecision } from "../../decisions/decisions.server"
import { isShownWith } from "./queries.server"

interface Ending {
  personId: string
  /** The photo or video whose consent ends; null for all of them. */
  mediaId: string | null
  ownerId: string
  reportId: string | null
  /** Who ended it; null for the person, and for the site. */
  staffId: string | null
  /** Epoch ms. */
  now: number
}

/**
 * Plans the statement of reasons that the owner of photos and videos receives once a person agrees to them no longer (trust-safety R7), if
 * `when` holds and the person had agreed: one for all of them. The person is named as their owner named them.
 */
export function planWithdrawal(ctx: Ctx, { personId, mediaId, ownerId, reportId, staffId, now }: Ending, when: SQL) {
  return planDecision(
    ctx,
    {
      id: newId(now),
      kind: "consent_withdrawn",
      userId: ownerId,
      reportId,
      subjectId: personId,
      field: null,
      policy: "consent",
      facts: null,
      source: staffId === null ? "notice" : "staff",
      isAutomatic: staffId === null,
      staffId,
      now,
    },
    allOf(isShownWith(personId, mediaId), when),
  )
}
