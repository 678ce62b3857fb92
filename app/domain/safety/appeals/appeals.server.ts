import { AppError } from "~/lib/errors"
import type { Ctx } from "../../core/context"
import { findReadable } from "../../decisions/decisions.server"
import { contestableUntil, isContestable, isOfStaff } from "../../decisions/kinds"
import { insertAppeal } from "./queries.server"
import type { AppealForm } from "./schema"

/**
 * Sends the one appeal against a decision, by who may read it (trust-safety R16). Throws what `getDecision` does,
 * `appeals.sent` for a second one, `appeals.ended` after 183 days, `appeals.of_person` where only the person shown can change it, and `conflict.changed` for a decision that another one replaced.
 */
export async function sendAppeal(ctx: Ctx, key: string, { body }: AppealForm): Promise<void> {
  const found = await findReadable(ctx, key)
  const now = ctx.now()
  if (!isOfStaff(found.kind)) throw new AppError("appeals.of_person")
  if (found.appeal !== null) throw new AppError("appeals.sent")
  if (now >= contestableUntil(found.created_at)) throw new AppError("appeals.ended")
  if (!isContestable(found)) throw new AppError("conflict.changed")
  const inserted = await insertAppeal(ctx.db, { decisionId: found.id, body, locale: ctx.locale }, now)
  if (inserted.meta.changes === 0) throw new AppError("appeals.sent")
}
