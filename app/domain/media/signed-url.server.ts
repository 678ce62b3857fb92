import { AppError } from "~/lib/errors"
import { requireSession } from "../actor/guards"
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
  const signature = await ctx.urlSigner.sign(signedText(id, seconds, session.familyId))
  return { query: `?e=${seconds}&s=${signature}`, expires_at: Number(seconds) * 1_000 }
}

/** Returns the id of the user for whom this pass opens the medium now: the actor, if it is unexpired, of their sign-in, and they still have the right. */
export async function findHolder(ctx: Ctx, id: string, pass: PassQuery | null): Promise<string | null> {
  const { actor } = ctx
  if (!pass || !maySeePrivate(actor) || Number(pass.e) * 1_000 <= ctx.now()) return null
  return (await ctx.urlSigner.verify(signedText(id, pass.e, actor.session.familyId), pass.s)) ? actor.user.id : null
}

/**
 * Another pass for a private medium, before the last one runs out: a video may be watched for longer than five minutes. Throws
 * `auth.required`, and `request.not_found` for what the actor may not see or is not private.
 */
export async function renewPass(ctx: Ctx, id: string): Promise<Pass> {
  const { user } = requireSession(ctx)
  const medium = await findServed(ctx.db, id, maySeePrivate(ctx.actor) ? user.id : null)
  if (medium?.visibility !== "private") throw new AppError("request.not_found")
  return writePass(ctx, id)
}
