import { redirect } from "@remix-run/cloudflare"
import type { Moved } from "~/domain/profiles/schema"
import { fullPath, notValid } from "~/remix/page.server"

/**
 * Returns the section. Throws `page.not_valid` if there is none, and a redirect to the new address of a renamed
 * profile.
 */
export function foundSection<Found extends object>(found: Found | Moved | null, request: Request): Found {
  if (!found) throw notValid(request)
  if ("moved" in found) {
    throw redirect(fullPath(request).replace(/^\/escorts\/[^/?]+/, `/escorts/${found.moved as string}`), 301)
  }
  return found
}
