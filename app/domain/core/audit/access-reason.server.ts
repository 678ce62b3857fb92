import { always } from "~/db/statements/conditions"
import { AppError, isAppError } from "~/lib/errors"
import { HOUR } from "~/lib/time"
import { isSignedIn, sessionOwnerOf } from "../actor/actor"
import type { Ctx } from "../context"
import { type AuditEntry, auditEntry } from "./entries.server"
import { hasReasonSince } from "./queries.server"

/** How long a stated reason holds, in ms. */
const lifetime = HOUR

/** An audit entry of a record that nobody reads without a stated reason, the owner included. */
export type ReasonedAccess = Pick<AuditEntry, "action" | "target">

type AccessCtx = Pick<Ctx, "db" | "actor" | "now">

/** Records why the actor is about to read something: for an hour, and for them alone (trust-safety R25). */
export async function stateReason(ctx: AccessCtx, access: ReasonedAccess, reason: string): Promise<void> {
  await auditEntry(ctx, { ...access, reason }, always)
}

/** Throws `audit.reason_required` unless the actor has stated their reason within the last hour: call it before anything is read. */
export async function requireReason(ctx: AccessCtx, { action, target }: ReasonedAccess): Promise<void> {
  const actorId = isSignedIn(ctx.actor) ? sessionOwnerOf(ctx.actor) : null
  if (!(await hasReasonSince(ctx.db, { actorId, action, target }, ctx.now() - lifetime)))
    throw new AppError("audit.reason_required")
}

/** For pages: what was read, or null where they have to ask for the reason first. */
export async function readWithReason<Read>(read: Promise<Read>): Promise<Read | null> {
  return read.catch((error: unknown) => {
    if (isAppError(error) && error.code === "audit.reason_required") return null
    throw error
  })
}
