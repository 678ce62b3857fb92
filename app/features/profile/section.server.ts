import { redirect } from "@remix-run/cloudflare"
import type { Moved } from "~/domain/profiles/schema"
import { fullPath, notValid } from "~/remix/page.server"

/** The section that was found. Throws `page.not_valid` where there is none, and the way to where a renamed profile is now. */
export function foundSection<Found extends object>(found: Found | Moved | null, request: Request): Found {
  if (!found) throw notValid(request)
  if ("moved" in found) {
    throw redirect(fullPath(request).replace(/^\/escorts\/[^/?]+/, `/escorts/${found.moved as string}`), 301)
  }
  return found
}
