import { createMiddleware } from "hono/factory"
import { endImpersonation, recordOpenedPage } from "~/domain/accounts/impersonation/impersonation.server"
import { type Impersonation, isSignedIn } from "~/domain/core/actor/actor"
import { AppError } from "~/lib/errors"
import { policyOf } from "~/page-policy"
import { isPage, routeOf } from "../endpoints/page-routes"
import { refuse, renderPage } from "../endpoints/pages"
import type { AppContext, AppEnv } from "../env"

/**
 * Lets staff who see the site as a member read the pages that page-policy.ts names for it, and nothing else; they are
 * recorded. After an impersonation that expired or was revoked, refuses the first form, which its sender meant for the
 * member, and redirects the first page to the member's page in the back office.
 */
export const impersonation = createMiddleware<AppEnv>(async (c, next) => {
  const { actor } = c.var.ctx
  const current = isSignedIn(actor) ? actor.session.impersonation : null
  if (!current) return next()
  const path = c.req.path.replace(/^\/_root\.data$/, "/").replace(/\.data$/, "")
  const { whileImpersonating: allowed } = policyOf(path)
  if (allowed === "use") return next()
  const isReading = c.req.method === "GET" || c.req.method === "HEAD"
  if (!current.isActive) return leave(c, current, isReading, next)
  if (!isReading) return refuse(c, new AppError("impersonation.read_only"), allowed === "read" ? "form" : "page")
  if (allowed !== "read") return refuse(c, new AppError("impersonation.closed"), "page")
  if (isPage(path)) await recordOpenedPage(c.var.ctx, routeOf(path))
  return next()
})

/** Ends an impersonation that takes no effect any more. Reads of anything but a page leave that to the next page. */
async function leave(c: AppContext, { memberId }: Impersonation, isReading: boolean, next: () => Promise<void>) {
  const { pathname, origin } = new URL(c.req.url)
  if (isReading && !isPage(pathname)) return next()
  await endImpersonation(c.var.ctx)
  if (!isReading) return refuse(c, new AppError("impersonation.over"), "form")
  const back = `member=${memberId}`
  if (!pathname.endsWith(".data")) return c.redirect(`/auth/impersonation?${back}`, 303)
  // Requested by our script, which understands this format.
  return renderPage(c, new Request(`${origin}/auth/impersonation.data?${back}`, { headers: c.req.raw.headers }))
}
