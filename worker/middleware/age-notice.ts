import { createMiddleware } from "hono/factory"
import { AppError } from "~/lib/errors"
import { methodsAt } from "../api/api"
import { isPage, renderPage } from "../endpoints/pages"
import type { AppContext, AppEnv } from "../env"
import { mustShowAge } from "../http/age-cookie"

/** Pages without the age notice, by the first segment of the path. None of them shows a profile. */
const exempt = new Set([
  ...["about", "faq", "legal", "report", "contact", "casting", "become-member", "age", "exit", "unsubscribe"],
  // A visitor is only redirected to the login page here.
  ...["auth", "profile", "dashboard"],
  ...["__manifest", "app", "broadcasting", "builds", "dev", "health", "icons", "locale", "realtime", "webhooks"],
  ...["robots.txt", "sitemap.xml", "sitemaps"],
])
/** API paths without the age notice, by the segment after `/api/`. */
const exemptApi = new Set([
  "applications",
  "auth",
  "broadcasting",
  "captcha",
  "contact",
  "docs",
  "faqs",
  "openapi.json",
  "pages",
  "reports",
  "tickets",
])

/**
 * Asks visitors whether they are of age (trust-safety R28), before the page cache and before any profile or picture is read. Exempt are
 * the paths above and paths without a route, so that a new page is covered by default.
 */
export const ageNotice = createMiddleware<AppEnv>(async (c, next) => {
  const { pathname, search, origin } = new URL(c.req.url)
  if (isExempt(c, pathname) || !mustShowAge(c)) return next()
  if (/^\/(api|media)\//.test(c.req.path)) throw new AppError("age.required")
  const isData = pathname.endsWith(".data")
  const query = new URLSearchParams({ to: isData ? documentOf(pathname, search) : pathname + search })
  if (!isData) return c.redirect(`/age?${query}`, 303)
  // Requested by our script, which understands this format.
  return renderPage(c, new Request(`${origin}/age/ask.data?${query}`, { headers: c.req.raw.headers }))
})

/** Paths without a route show nothing. Hono routes by the decoded path and goes first; Remix decodes by itself. */
function isExempt(c: AppContext, pathname: string): boolean {
  const [, first = "", second = ""] = c.req.path.replace(/\.data$/, "").split("/")
  if (first === "api") return exemptApi.has(second) || methodsAt(c.req.path).length === 0
  return exempt.has(first) || (first !== "media" && !isPage(pathname))
}

/** Returns the page to which a data request belongs. */
function documentOf(pathname: string, search: string): string {
  const query = new URLSearchParams(search)
  query.delete("_routes")
  const path = pathname.replace(/\/_root\.data$/, "/").replace(/\.data$/, "")
  return query.size > 0 ? `${path}?${query}` : path
}
