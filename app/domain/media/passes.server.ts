import { AppError } from "~/lib/errors"
import { requireSession } from "../accounts/service.server"
import type { Ctx } from "../context"
import { maySeePrivate, passLifetime } from "./policy"
import { findServed } from "./queries.server"
import type { Pass, PassQuery } from "./schema"

/** A pass belongs to one sign-in, on every domain that it was carried to. */
const signedText = (id: string, seconds: string, familyId: string) => `${id} ${seconds} ${familyId}`

/** A pass for a private medium that the actor was just found to see. Throws `auth.required`. */
export async function writePass(ctx: Ctx, id: string): Promise<Pass> {
  const { session } = requireSession(ctx)
  const seconds = String(Math.floor((ctx.now() + passLifetime) / 1_000))
  const signature = await ctx.passes.sign(signedText(id, seconds, session.familyId))
  return { query: `?e=${seconds}&s=${signature}`, expires_at: Number(seconds) * 1_000 }
}

/** Whether this pass opens the medium now: unexpired, written for the actor's sign-in, and the actor still has the right. */
export async function holdsPass(ctx: Ctx, id: string, pass: PassQuery | null): Promise<boolean> {
  if (!pass || !maySeePrivate(ctx.actor) || Number(pass.e) * 1_000 <= ctx.now()) return false
  return ctx.passes.isSigned(signedText(id, pass.e, ctx.actor.session.familyId), pass.s)
}

/**
 * Another pass for a private medium, before the last one runs out: a video may be watched for longer than five minutes. Throws
 * `auth.required`, and `request.not_found` for what the actor may not see or is not private.
 */
export async function renewPass(ctx: Ctx, id: string): Promise<Pass> {
  requireSession(ctx)
  const medium = await findServed(ctx.db, id, maySeePrivate(ctx.actor))
  if (medium?.visibility !== "private") throw new AppError("request.not_found")
  return writePass(ctx, id)
}
