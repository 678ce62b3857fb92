import { AppError } from "~/lib/errors"
import { requireOther, requireStaffProof } from "../../core/actor/guards"
import { auditEntry } from "../../core/audit/entries.server"
import type { Ctx } from "../../core/context"
import { restartWithdrawal } from "../withdrawal-queries.server"
import * as queries from "./issue-queries.server"

/**
 * Marks an issue as settled by finance. Throws `request.not_found`, `conflict.changed` for a settled one, and what
 * `requireOther` and `requireStaffProof` do.
 */
export async function settleIssue(ctx: Ctx, id: string): Promise<void> {
  await requireIssue(ctx, id)
  await change(ctx, id, { from: "open", to: "settled" })
}

/** Opens a settled issue again. Throws what `settleIssue` does. */
export async function reopenIssue(ctx: Ctx, id: string): Promise<void> {
  await requireIssue(ctx, id)
  await change(ctx, id, { from: "settled", to: "open" })
}

/** Starts a withdrawal again that was given up, and settles its issue. Throws what `settleIssue` does. */
export async function retryIssue(ctx: Ctx, id: string): Promise<void> {
  const { kind, subject } = await requireIssue(ctx, id)
  if (kind !== "failed_withdrawal") throw new AppError("conflict.changed")
  await change(ctx, id, { from: "open", to: "settled" }, restartWithdrawal(ctx.db, subject, ctx.now()))
  ctx.enqueueJob({ kind: "withdrawal", withdrawalId: subject })
}

async function requireIssue(ctx: Ctx, id: string) {
  const actor = requireStaffProof(ctx, "billing.refund")
  const issue = await queries.findIssue(ctx.db, id)
  if (!issue) throw new AppError("request.not_found")
  if (issue.userId) requireOther(actor, issue.userId)
  return issue
}

async function change(
  ctx: Ctx,
  id: string,
  states: { from: "open" | "settled"; to: "open" | "settled" },
  then?: ReturnType<typeof restartWithdrawal>,
): Promise<void> {
  const action = states.to === "settled" ? "billing.issue_settle" : "billing.issue_reopen"
  const [{ meta }] = await ctx.db.batch([
    queries.setIssueState(ctx.db, id, states, ctx.now()),
    auditEntry(ctx, { action, target: { kind: "billing-issues", id } }),
    ...(then ? [then] : []),
  ])
  if (meta.changes === 0) throw new AppError("conflict.changed")
}
