import { isSignedIn } from "~/domain/core/actor/actor"
import type { Ctx } from "~/domain/core/context"
import type { Locale } from "~/i18n/locales"
import { newToken, sha256 } from "~/lib/crypto.server"
import * as queries from "./queries.server"
import { openSession } from "./session.server"

const handoffLifetime = 30 * 1_000

/**
 * Issues a hand-off token that carries the actor's session (for a visitor, only the access they were granted) to the
 * domain of `locale`. It can be redeemed once, within 30 seconds, by the browser that holds `state` in a cookie there.
 */
export async function issueHandoff(ctx: Ctx, locale: Locale, state: string): Promise<string> {
  const token = newToken()
  await queries.insertHandoff(ctx.db, {
    tokenHash: sha256(token),
    stateHash: sha256(state),
    locale,
    sessionId: isSignedIn(ctx.actor) ? ctx.actor.session.id : null,
    expiresAt: ctx.now() + handoffLifetime,
  })
  return token
}

/**
 * Redeems a hand-off token on the domain of `ctx.locale`: null if it is invalid, else the new session's token (null for
 * a visitor).
 */
export async function redeemHandoff(
  ctx: Ctx,
  token: string,
  state: string,
): Promise<{ sessionToken: string | null } | null> {
  const wanted = { tokenHash: sha256(token), stateHash: sha256(state), locale: ctx.locale }
  const handoff = await queries.takeHandoff(ctx.db, wanted, ctx.now())
  if (!handoff) return null
  const session = handoff.sessionId ? await queries.findSessionById(ctx.db, handoff.sessionId, ctx.now()) : null
  return {
    sessionToken: session ? await openSession(ctx, session.userId, "web", { ...session, isAnnounced: true }) : null,
  }
}
