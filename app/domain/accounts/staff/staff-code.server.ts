import { and, eq, gt } from "drizzle-orm"
import { emailTokens } from "~/db/schema"
import type { SignedIn } from "~/domain/actor/actor"
import type { Ctx } from "~/domain/context"
import { AppError } from "~/lib/errors"
import { staffCodeHash } from "./staff-code"

/**
 * Whether an actor's first second factor needs the operator's code: guarded staff have nothing but a password yet, and whoever knows
 * that must not be the first to enrol.
 */
export function needsStaffCode({ session }: SignedIn): boolean {
  return session.isHeldBack && !session.isEnrolled
}

/** Throws `validation.failed` unless the operator's code, where one is needed, is right; `rate.limited`. Checking does not use it up. */
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

/** Uses the code up. Throws `validation.failed` if somebody else was faster. */
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
