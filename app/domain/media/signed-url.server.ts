import { AppError } from "~/lib/errors"
import type { SignedIn } from "../actor/actor"
import { isPermitted, requireSession } from "../actor/guards"
import type { Ctx } from "../context"
import { maySeePrivate, passLifetime } from "./policy"
import { findServed } from "./queries.server"
import type { Pass, PassQuery } from "./schema"

/** The text that a pass signs: it is valid for one sign-in, on all its domains. */
const signedText = (id: string, seconds: string, familyId: string) => `${id} ${seconds} ${familyId}`

const viewerOf = (actor: SignedIn) => ({ id: actor.user.id, isReviewer: isPermitted(actor, "media.review") })

/** Signs a pass for a private medium; check first that the actor may see it. Throws `auth.required`. */
export async function writePass(ctx: Ctx, id: string): Promise<Pass> {
  const { session } = requireSession(ctx)
  const seconds = String(Math.floor((ctx.now() + passLifetime) / 1_000))
  const signature = await ctx.urlSigner.sign(signedText(id, seconds, session.familyId))
  return { query: `?e=${seconds}&s=${signature}`, expires_at: Number(seconds) * 1_000 }
}

/** Returns the actor if the pass is unexpired, of their sign-in, and they still may see private media; else null. */
export async function findHolder(
  ctx: Ctx,
  id: string,
  pass: PassQuery | null,
): Promise<{ id: string; isReviewer: boolean } | null> {
  const { actor } = ctx
  if (!pass || !maySeePrivate(actor) || Number(pass.e) * 1_000 <= ctx.now()) return null
  return (await ctx.urlSigner.verify(signedText(id, pass.e, actor.session.familyId), pass.s)) ? viewerOf(actor) : null
}

/**
 * Renews a pass before it expires: a video may be watched for longer than five minutes. Throws `auth.required`, and
 * `request.not_found` for media that the actor may not see or that are not private.
 */
export async function renewPass(ctx: Ctx, id: string): Promise<Pass> {
  const actor = requireSession(ctx)
  const medium = await findServed(ctx.db, id, maySeePrivate(actor) ? viewerOf(actor) : null)
  if (medium?.visibility !== "private") throw new AppError("request.not_found")
  return writePass(ctx, id)
}
