import type { AppContext } from "../env"

/** Paths that search engines must not crawl. */
const disallowed = ["/api", "/auth", "/dashboard", "/exit", "/locale", "/media", "/profile", "/report"]

/** Serves `robots.txt`: everything is disallowed unless INDEXING is open. */
export function robots(c: AppContext): Response {
  if (c.var.config.INDEXING === "closed") return c.text("User-agent: *\nDisallow: /\n")
  const rules = disallowed.map((path) => `Disallow: ${path}`).join("\n")
  return c.text(`User-agent: *\n${rules}\nSitemap: ${new URL("/sitemap.xml", c.req.url)}\n`)
}
