import { createMiddleware } from "hono/factory"
import { isSignedIn } from "~/domain/core/actor/actor"
import { restrictionError } from "~/domain/core/actor/guards"
import { policyOf } from "~/page-policy"
import { refuse } from "../../endpoints/pages"
import type { AppEnv } from "../../env"

/**
 * Refuses restricted members everything but what page-policy.ts allows them (trust-safety R3, R17): to contact staff, to
 * export and erase their data, to cancel their plan and to stop their profile; and to read public pages.
 */
export const suspension = createMiddleware<AppEnv>(async (c, next) => {
  const { actor, locale } = c.var.ctx
  const restriction = isSignedIn(actor) ? actor.session.restriction : null
  if (!restriction) return next()
  const path = c.req.path.replace(/^\/_root\.data$/, "/").replace(/\.data$/, "")
  const { whileSuspended: allowed } = policyOf(path)
  const isReading = c.req.method === "GET" || c.req.method === "HEAD"
  if (allowed === "use" || (allowed === "read" && isReading)) return next()
  return refuse(c, restrictionError({ locale }, restriction), allowed === "read" ? "form" : "page")
})
