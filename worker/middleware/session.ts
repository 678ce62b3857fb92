import { createMiddleware } from "hono/factory"
import { extendSession, resolveActor } from "~/domain/accounts/sessions/session.server"
import type { Actor } from "~/domain/actor/actor"
import { isSignedIn } from "~/domain/actor/actor"
import { policyOf } from "~/page-policy"
import type { AppContext, AppEnv } from "../env"
import { clearCookie, readCookie, writeCookie } from "../http/cookies"

/** Finds out who asks, keeps their session alive, and forgets a cookie that stands for nobody. */
export const session = createMiddleware<AppEnv>(async (c, next) => {
  const actor = await identify(c)
  const cookie = bearerToken(c) ? null : readCookie(c, "session")
  if (cookie && !isSignedIn(actor)) clearCookie(c, "session")
  const keep = (token: string) => writeCookie(c, "session", token)
  const kept = await extendSession(c.var.ctx, cookie)
  if (kept) keep(kept)
  c.var.ctx.client.session = { token: kept ?? cookie, keep }
  return next()
})

/** The actor of this request, looked up once: a Bearer token goes before the cookie. */
export async function identify(c: AppContext): Promise<Actor> {
  if (!c.get("identified")) {
    c.var.ctx.actor = await resolveActor(c.var.ctx, bearerToken(c) ?? readCookie(c, "session"))
    c.set("identified", true)
  }
  return c.var.ctx.actor
}

/** Counts for the API, for the media that it names, and for what is live. */
export function bearerToken(c: AppContext): string | null {
  if (!policyOf(c.req.path).takesBearer) return null
  return /^Bearer ([\w-]{1,200})$/i.exec(c.req.header("Authorization") ?? "")?.[1] ?? null
}
