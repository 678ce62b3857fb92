import { createMiddleware } from "hono/factory"
import { extendSession, resolveActor } from "~/domain/accounts/sessions/session.server"
import type { Actor } from "~/domain/core/actor/actor"
import { isSignedIn } from "~/domain/core/actor/actor"
import { policyOf } from "~/page-policy"
import { deriveCtx } from "../context"
import type { AppContext, AppEnv } from "../env"
import { clearCookie, readCookie, writeCookie } from "../http/cookies"

/** Resolves the actor, extends their session, and clears an invalid session cookie. */
export const session = createMiddleware<AppEnv>(async (c, next) => {
  const actor = await identify(c)
  const cookie = bearerToken(c) ? null : readCookie(c, "session")
  if (cookie && !isSignedIn(actor)) clearCookie(c, "session")
  const keep = (token: string) => writeCookie(c, "session", token)
  const renewed = await extendSession(c.var.ctx, cookie)
  if (renewed) keep(renewed)
  deriveCtx(c, { client: { ...c.var.ctx.client, session: { token: renewed ?? cookie, keep } } })
  return next()
})

/** Returns the actor of this request, resolved once. A Bearer token takes precedence over the cookie. */
export async function identify(c: AppContext): Promise<Actor> {
  if (!c.get("identified")) {
    deriveCtx(c, { actor: await resolveOf(c) })
    c.set("identified", true)
  }
  return c.var.ctx.actor
}

function resolveOf(c: AppContext): Promise<Actor> {
  const bearer = bearerToken(c)
  return resolveActor(c.var.ctx, bearer ?? readCookie(c, "session"), { isCookie: bearer === null })
}

/** Returns the Bearer token; only the API, media and realtime paths accept one. */
export function bearerToken(c: AppContext): string | null {
  if (!policyOf(c.req.path).takesBearer) return null
  return /^Bearer ([\w-]{1,200})$/i.exec(c.req.header("Authorization") ?? "")?.[1] ?? null
}
