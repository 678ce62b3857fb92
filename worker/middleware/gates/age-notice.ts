import { createMiddleware } from "hono/factory"
import { AppError } from "~/lib/errors"
import { policyOf } from "~/page-policy"
import { methodsOfApi } from "../../api/api"
import { isPage } from "../../endpoints/page-routes"
import { renderPage } from "../../endpoints/pages"
import type { AppContext, AppEnv } from "../../env"
import { mustShowAge } from "../../http/age-cookie"

/**
 * Asks visitors whether they are of age (trust-safety R28), before the page cache and before any profile or picture is read. Exempt are
 * the paths that page-policy.ts names and paths without a route, so that a new page is covered by default.
 */
export const ageNotice = createMiddleware<AppEnv>(async (c, next) => {
  const { pathname, search, origin } = new URL(c.req.url)
  if (isExempt(c, pathname) || !mustShowAge(c)) return next()
  if (policyOf(c.req.path).hasJsonErrors) throw new AppError("age.required")
  const isData = pathname.endsWith(".data")
  const query = new URLSearchParams({ to: isData ? documentOf(pathname, search) : pathname + search })
  if (!isData) return c.redirect(`/age?${query}`, 303)
  // Requested by our script, which understands this format.
  return renderPage(c, new Request(`${origin}/age/ask.data?${query}`, { headers: c.req.raw.headers }))
})

/** Paths without a route show nothing. Hono routes by the decoded path and goes first; Remix decodes by itself. */
function isExempt(c: AppContext, pathname: string): boolean {
  // Remix takes a slash at the end for the same page.
  const path = c.req.path.replace(/\.data$/, "").replace(/(?<=.)\/$/, "")
  if (policyOf(path === "/_root" ? "/" : path).isAgeless) return true
  if (path.startsWith("/api/")) return methodsOfApi(c.req.path).length === 0
  return !path.startsWith("/media/") && !isPage(pathname)
}

/** Returns the page to which a data request belongs. */
function documentOf(pathname: string, search: string): string {
  const query = new URLSearchParams(search)
  query.delete("_routes")
  const path = pathname.replace(/\/_root\.data$/, "/").replace(/\.data$/, "")
  return query.size > 0 ? `${path}?${query}` : path
}
