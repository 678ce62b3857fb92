import { createMiddleware } from "hono/factory"
import { AppError } from "~/lib/errors"
import { methodsAt } from "../api/api"
import { isPage, renderPage } from "../endpoints/pages"
import type { AppContext, AppEnv } from "../env"
import { mustShowAge } from "../http/age-cookie"

/** What visitors may read before they have said that they are of age: by first part of the path. Nothing here shows a profile. */
const exempt = new Set([
  ...["about", "faq", "legal", "report", "contact", "casting", "become-member", "age", "exit", "unsubscribe"],
  // Where a visitor is only ever sent to the login page.
  ...["auth", "profile", "dashboard"],
  ...["__manifest", "app", "broadcasting", "builds", "dev", "health", "icons", "locale", "realtime", "webhooks"],
  ...["robots.txt", "sitemap.xml", "sitemaps"],
])
/** The same of the API, by the part after `/api/`. */
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
 * Asks visitors whether they are of age (trust-safety R28). It stands before the page cache and before whatever reads a profile or a
 * picture, and lets through what it knows, and addresses that nothing answers: a page that is new here is asked for too, until it is named above.
 */
export const ageNotice = createMiddleware<AppEnv>(async (c, next) => {
  const { pathname, search, origin } = new URL(c.req.url)
  if (isExempt(c, pathname) || !mustShowAge(c)) return next()
  if (/^\/(api|media)\//.test(c.req.path)) throw new AppError("age.required")
  const isData = pathname.endsWith(".data")
  const query = new URLSearchParams({ to: isData ? documentOf(pathname, search) : pathname + search })
  if (!isData) return c.redirect(`/age?${query}`, 303)
  // Asked for by our script, in the form that it understands.
  return renderPage(c, new Request(`${origin}/age/ask.data?${query}`, { headers: c.req.raw.headers }))
})

/** What nothing answers shows nothing either. Hono goes by the decoded path, and decides first; Remix decodes for itself. */
function isExempt(c: AppContext, pathname: string): boolean {
  const [, first = "", second = ""] = c.req.path.replace(/\.data$/, "").split("/")
  if (first === "api") return exemptApi.has(second) || methodsAt(c.req.path).length === 0
  return exempt.has(first) || (first !== "media" && !isPage(pathname))
}

/** The page whose data this is. */
function documentOf(pathname: string, search: string): string {
  const query = new URLSearchParams(search)
  query.delete("_routes")
  const path = pathname.replace(/\/_root\.data$/, "/").replace(/\.data$/, "")
  return query.size > 0 ? `${path}?${query}` : path
}
