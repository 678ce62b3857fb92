import { AppError } from "~/lib/errors"
import { readerOf } from "../chat/hiding/reader.server"
import { isSignedIn } from "../core/actor/actor"
import { requireSession } from "../core/actor/guards"
import { auditRead } from "../core/audit/entries.server"
import type { Ctx } from "../core/context"
import { passLifetime } from "./policy"
import { type Viewer, viewerOf } from "./private-access.server"
import { findServed } from "./queries.server"
import type { Pass, PassQuery } from "./schema"

/** The text that a pass signs: it is valid for one sign-in, on all its domains. */
const signedText = (id: string, seconds: string, familyId: string) => `${id} ${seconds} ${familyId}`

/** Signs a pass for a media item that is not public; check first that the actor may see it. Throws `auth.required`. */
export async function writePass(ctx: Ctx, id: string): Promise<Pass> {
  const { session } = requireSession(ctx)
  const seconds = String(Math.floor((ctx.now() + passLifetime) / 1_000))
  const signature = await ctx.urlSigner.sign(signedText(id, seconds, session.familyId))
  return { query: `?e=${seconds}&s=${signature}`, expires_at: Number(seconds) * 1_000 }
}

/** Returns the viewer if the pass is unexpired, of their sign-in, and they still may see such media; else null. */
export async function findHolder({ actor, ...ctx }: Ctx, id: string, pass: PassQuery | null): Promise<Viewer | null> {
  const viewer = viewerOf(actor)
  if (!pass || !isSignedIn(actor) || !viewer || Number(pass.e) * 1_000 <= ctx.now()) return null
  return (await ctx.urlSigner.verify(signedText(id, pass.e, actor.session.familyId), pass.s)) ? viewer : null
}

/**
 * Renews a pass before it expires: a video may be watched for longer than five minutes. What staff see as reviewers alone
 * is recorded. Throws `auth.required`, and `request.not_found` for media that the actor may not see or that are not
 * private.
 */
export async function renewPass(ctx: Ctx, id: string): Promise<Pass> {
  const viewer = viewerOf(requireSession(ctx))
  const mediaItem = await findServed(ctx.db, id, viewer, await readerOf(ctx))
  if (mediaItem?.visibility !== "private") throw new AppError("request.not_found")
  if (viewer?.isReviewer && !viewer.seesPrivate)
    await auditRead(ctx, { action: "media.read", target: { kind: "media", id } })
  return writePass(ctx, id)
}
