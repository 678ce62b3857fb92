import { pathPolicies } from "~/page-policy"
import type { AppContext } from "../env"

/** The parts that are not crawled, by their first segment: `/api`. */
const uncrawled = [
  ...new Set(
    pathPolicies.filter(({ isUncrawled }) => isUncrawled).flatMap(({ path }) => namesIn(path.split("/")[1] ?? "")),
  ),
].toSorted()

/** Returns the names of an alternation: `(a|b)`. */
function namesIn(segment: string): string[] {
  return segment.replace(/[()]/g, "").split("|")
}

/** `robots.txt`: everything is closed until the operator opens the site to search engines (INDEXING). */
export function robots(c: AppContext): Response {
  if (c.var.config.INDEXING === "closed") return c.text("User-agent: *\nDisallow: /\n")
  const rules = uncrawled.map((name) => `Disallow: /${name}`).join("\n")
  return c.text(`User-agent: *\n${rules}\nSitemap: ${new URL("/sitemap.xml", c.req.url)}\n`)
}
