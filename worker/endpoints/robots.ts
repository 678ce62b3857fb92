import { pathPolicies } from "~/page-policy"
import type { AppContext } from "../env"

/** Paths that search engines must not crawl, by their first segment: `/api`. */
const uncrawled = [
  ...new Set(
    pathPolicies.filter(({ isUncrawled }) => isUncrawled).flatMap(({ path }) => namesIn(path.split("/")[1] ?? "")),
  ),
].toSorted()

/** Returns the names of an alternation: `(a|b)`. */
function namesIn(segment: string): string[] {
  return segment.replace(/[()]/g, "").split("|")
}

/** Serves `robots.txt`: everything is disallowed unless the deployment is indexed. */
export function robots(c: AppContext): Response {
  if (!c.var.launch.isIndexed) return c.text("User-agent: *\nDisallow: /\n")
  const rules = uncrawled.map((name) => `Disallow: /${name}`).join("\n")
  return c.text(`User-agent: *\n${rules}\nSitemap: ${new URL("/sitemap.xml", c.req.url)}\n`)
}
