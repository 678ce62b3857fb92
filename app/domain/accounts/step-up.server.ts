import { AppError } from "~/lib/errors"
import type { Ctx } from "../context"
import type { SignedIn } from "./schema"
import { requireSession } from "./service.server"

/** For how long who proved who they are need not do so again, in ms (trust-safety R23). */
export const proofLifetime = 10 * 60_000

/**
 * The user that asks, who proved who they are within ten minutes: by signing in, or on `/auth/confirm`; by their second factor, if they
 * have one. Sensitive acts (a second factor,
 * the address, an export, an erasure) begin with this. Throws `auth.required`, and `auth.confirm_required`, which takes a page's reader
 * to `/auth/confirm` and back.
 */
export function requireRecentProof(ctx: Pick<Ctx, "actor" | "now">): SignedIn {
  const actor = requireSession(ctx)
  if (!hasRecentProof(ctx, actor)) throw new AppError("auth.confirm_required")
  return actor
}

export function hasRecentProof(ctx: Pick<Ctx, "now">, { session }: SignedIn): boolean {
  if (session.isEnrolled && !session.isStrong) return false
  return session.confirmedAt !== null && ctx.now() - session.confirmedAt < proofLifetime
}
