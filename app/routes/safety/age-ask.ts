import { redirectDocument } from "@remix-run/cloudflare"
import { withContext } from "~/remix/page.server"

/**
 * The response to a page's data request before the age notice is passed (worker/middleware/gates/age-notice.ts): a redirect
 * to the notice, as a new document.
 */
export const loader = withContext(async ({ request }): Promise<null> => {
  const to = new URL(request.url).searchParams.get("to") ?? "/"
  throw redirectDocument(`/age?${new URLSearchParams({ to })}`)
})

export default function AgeAskPage() {
  return null
}
