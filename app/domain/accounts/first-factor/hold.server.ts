import type { SignedIn } from "~/domain/core/actor/actor"
import { requireRecentProof } from "~/domain/core/actor/guards"
import type { Ctx } from "~/domain/core/context"
import { formatDate, formatTime } from "~/i18n/format"
import { AppError } from "~/lib/errors"
import { DAY } from "~/lib/time"
import { findEnrolledSince } from "../second-factor/queries.server"

/** How long the owner has to undo a first second factor before the account's data can leave through it, in ms. */
export const newFactorHold = DAY

/**
 * Returns the actor if they authenticated within ten minutes and any second factor of theirs is a day old: exports,
 * changes of address and erasures begin with this (trust-safety R23). Throws what `requireRecentProof` does, and
 * `auth.factor_too_new`.
 */
export async function requireSettledProof(ctx: Ctx): Promise<SignedIn> {
  const actor = requireRecentProof(ctx)
  if (!actor.session.isEnrolled) return actor
  const since = await findEnrolledSince(ctx.db, actor.user.id)
  const until = (since ?? 0) + newFactorHold
  if (until <= ctx.now()) return actor
  const date = `${formatDate(until, ctx.locale, "date")}, ${formatTime(until, ctx.locale)}`
  throw new AppError("auth.factor_too_new", { values: { date } })
}
