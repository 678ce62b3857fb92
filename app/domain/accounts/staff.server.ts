import { AppError } from "~/lib/errors"
import type { Ctx } from "../context"
import { hasPermission } from "./policy"
import type { CurrentUser, SignedIn } from "./schema"
import { requireSession } from "./service.server"
import { hasRecentProof } from "./step-up.server"

/**
 * The member of staff that asks. Throws `auth.required`, `request.not_found` for members, and for staff who are held back
 * (trust-safety R23) what they have to do first: `auth.second_factor_required` or `auth.confirm_required`.
 */
export function requireStaff(ctx: Pick<Ctx, "actor">): SignedIn {
  const actor = requireSession(ctx)
  if (actor.kind === "staff") return actor
  if (!actor.session.isHeldBack) throw new AppError("request.not_found")
  throw new AppError(actor.session.isEnrolled ? "auth.confirm_required" : "auth.second_factor_required")
}

/**
 * The member of staff that asks, who proved who they are within ten minutes (trust-safety R23): whatever staff change for others begins
 * with this. Throws what `requireStaff` does, and `auth.confirm_required`.
 */
export function requireStaffProof(ctx: Pick<Ctx, "actor" | "now">): SignedIn {
  const actor = requireStaff(ctx)
  if (!hasRecentProof(ctx, actor)) throw new AppError("auth.confirm_required")
  return actor
}

/** Whether this user may not be without any second factor. */
export function mustKeepOne(ctx: Pick<Ctx, "isStaffGuarded">, user: CurrentUser): boolean {
  return ctx.isStaffGuarded && hasPermission(user)
}
