import { createMiddleware } from "hono/factory"
import { takeHeldAction } from "~/domain/accounts/second-factor/held-action.server"
import { isSignedIn } from "~/domain/core/actor/actor"
import type { AppEnv } from "../env"
import { clearCookie, readCookie } from "../http/cookies"

/**
 * Does an act that waited for its sender's re-authentication: the request for its page, to which `/auth/confirm` has just
 * led, becomes that page's form. Before the middleware that asks what a form may do; once, since taking the act deletes it.
 */
export const heldAction = createMiddleware<AppEnv>(async (c, next) => {
  const token = c.req.method === "GET" && isSignedIn(c.var.ctx.actor) ? readCookie(c, "act") : null
  if (!token) return next()
  const { pathname, search } = new URL(c.req.url)
  const action = await takeHeldAction(c.var.ctx, token, pathname + search)
  if (!action) return next()
  clearCookie(c, "act")
  const headers = new Headers(c.req.raw.headers)
  headers.set("Content-Type", "application/x-www-form-urlencoded")
  c.req.raw = new Request(c.req.url, { method: "POST", headers, body: new URLSearchParams(action.fields).toString() })
  return next()
})
