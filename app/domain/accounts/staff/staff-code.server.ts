import type { SignedIn } from "~/domain/core/actor/actor"
import type { Ctx } from "~/domain/core/context"
import { isTokenHashValid, takeTokenHash } from "~/domain/mail/token-queries.server"
import { AppError } from "~/lib/errors"
import { staffCodeHash } from "./staff-code"

/**
 * Returns whether the actor's first second factor requires the operator's code: a stolen staff password alone must not
 * be enough to enrol one.
 */
export function needsStaffCode({ session }: SignedIn): boolean {
  return session.isHeldBack && !session.isEnrolled
}

/**
 * Throws `validation.failed` unless the operator's code is right or not required, and `rate.limited`. Does not use the
 * code up.
 */
export async function checkStaffCode(ctx: Ctx, actor: SignedIn, typed: string | undefined): Promise<void> {
  if (!needsStaffCode(actor)) return
  await ctx.limit("auth.staff-code.account", actor.user.id)
  if (!(await isTokenHashValid(ctx.db, codeOf(actor, typed), ctx.now()))) throw wrongCode()
}

/** Uses the code up. Throws `validation.failed` if another request used it first. */
export async function takeStaffCode(ctx: Ctx, actor: SignedIn, typed: string | undefined): Promise<void> {
  if (!needsStaffCode(actor)) return
  if (!(await takeTokenHash(ctx.db, codeOf(actor, typed), ctx.now()))) throw wrongCode()
}

function codeOf({ user }: SignedIn, typed: string | undefined) {
  const tokenHash = staffCodeHash(user.id, typed ?? "")
  if (!tokenHash) throw wrongCode()
  return { purpose: "staff-enrol" as const, subjectId: user.id, tokenHash }
}

const wrongCode = () => new AppError("validation.failed", { fields: { staff_code: ["staff_code_wrong"] } })
