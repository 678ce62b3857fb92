import { createMiddleware } from "hono/factory"
import { belongsToStaff, impersonationOf, isSignedIn } from "~/domain/core/actor/actor"
import { ruleOf } from "~/domain/core/countries/policy"
import { AppError } from "~/lib/errors"
import { policyOf } from "~/page-policy"
import type { AppContext, AppEnv } from "../../env"

/**
 * Refuses visitors of a blocked country everything but what page-policy.ts leaves to them, and members what it leaves to
 * members (trust-safety R30): before the page cache, from what the isolate knows. Staff pass: they would lose the switch.
 */
export const countryGate = createMiddleware<AppEnv>(async (c, next) => {
  if (!isBlocked(c)) return next()
  // RFC 7725, section 4: who blocks is the site itself.
  c.header("Link", `<${c.var.ctx.site.origin(c.var.ctx.locale)}/>; rel="blocked-by"`)
  throw new AppError("country.blocked")
})

function isBlocked(c: AppContext): boolean {
  const { ctx } = c.var
  if (ruleOf(ctx, "visit") !== "block") return false
  const path = c.req.path.replace(/^\/_root\.data$/, "/").replace(/\.data$/, "")
  const { fromBlocked } = policyOf(path)
  return fromBlocked !== "all" && !(fromBlocked === "members" && isSignedIn(ctx.actor)) && !isOfStaff(c)
}

function isOfStaff(c: AppContext): boolean {
  const { actor } = c.var.ctx
  return isSignedIn(actor) && (belongsToStaff(actor) || impersonationOf(actor) !== null)
}
