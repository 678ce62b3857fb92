import type { AppContext } from "../env"

/** What nobody finds through a search engine. */
const kept = ["/api", "/auth", "/dashboard", "/exit", "/locale", "/media", "/profile", "/report"]

/** `robots.txt`: everything is closed until the operator opens the site to search engines (INDEXING). */
export function robots(c: AppContext): Response {
  if (c.var.config.INDEXING === "closed") return c.text("User-agent: *\nDisallow: /\n")
  const rules = kept.map((path) => `Disallow: ${path}`).join("\n")
  return c.text(`User-agent: *\n${rules}\nSitemap: ${new URL("/sitemap.xml", c.req.url)}\n`)
}
