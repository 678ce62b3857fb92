import { AppError } from "~/lib/errors"
import type { Ctx } from "../context"
import { hasPermission } from "./policy"
import type { CurrentUser, SignedIn } from "./schema"
import { findSecondFactor, isEnrolled } from "./second-factor.server"
import { requireSession } from "./service.server"

/**
 * The member of staff that asks. Throws `auth.required`, `request.not_found` for members, and for staff who are held back
 * (trust-safety R23) what they have to do first: `auth.second_factor_required` or `auth.confirm_required`.
 */
export async function requireStaff(ctx: Ctx): Promise<SignedIn> {
  const actor = requireSession(ctx)
  if (actor.kind === "staff") return actor
  if (!hasPermission(actor.user)) throw new AppError("request.not_found")
  const present = await findSecondFactor(ctx, actor.user.id)
  throw new AppError(isEnrolled(present) ? "auth.confirm_required" : "auth.second_factor_required")
}

/** Whether this user may not be without any second factor. */
export function mustKeepOne(ctx: Pick<Ctx, "isStaffGuarded">, user: CurrentUser): boolean {
  return ctx.isStaffGuarded && hasPermission(user)
}
