import { and, eq, gt } from "drizzle-orm"
import { emailTokens } from "~/db/schema"
import type { SignedIn } from "~/domain/actor/actor"
import type { Ctx } from "~/domain/context"
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
  const [found] = await ctx.db
    .select({ subjectId: emailTokens.subjectId })
    .from(emailTokens)
    .where(isThisCode(ctx, actor, typed))
    .limit(1)
  if (!found) throw wrongCode()
}

/** Uses the code up. Throws `validation.failed` if another request used it first. */
export async function takeStaffCode(ctx: Ctx, actor: SignedIn, typed: string | undefined): Promise<void> {
  if (!needsStaffCode(actor)) return
  const { meta } = await ctx.db.delete(emailTokens).where(isThisCode(ctx, actor, typed))
  if (meta.changes === 0) throw wrongCode()
}

function isThisCode(ctx: Pick<Ctx, "now">, { user }: SignedIn, typed: string | undefined) {
  const hash = staffCodeHash(user.id, typed ?? "")
  if (!hash) throw wrongCode()
  return and(
    eq(emailTokens.tokenHash, hash),
    eq(emailTokens.purpose, "staff-enrol"),
    eq(emailTokens.subjectId, user.id),
    gt(emailTokens.expiresAt, ctx.now()),
  )
}

const wrongCode = () => new AppError("validation.failed", { fields: { staff_code: ["staff_code_wrong"] } })
