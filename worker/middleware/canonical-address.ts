import { createMiddleware } from "hono/factory"
import { canonicalPathname } from "../endpoints/page-routes"
import type { AppEnv } from "../env"

/**
 * Redirects to the one address of a page: without doubled and trailing slashes, and in lower case where only that
 * exists. Phones capitalise what is typed or dictated. Links in mails keep their tokens as they are.
 */
export const canonicalAddress = createMiddleware<AppEnv>(async (c, next) => {
  if (c.req.method !== "GET" && c.req.method !== "HEAD") return next()
  const { pathname, search } = new URL(c.req.url)
  const canonical = canonicalPathname(pathname)
  // The address begins with one slash, so that it never names another host.
  return canonical === pathname ? next() : c.redirect(canonical + search, 301)
})
