import { redirect } from "@remix-run/cloudflare"
import { openSavedSearch } from "~/domain/profiles/saved-searches/saved-searches.server"
import { withContext } from "~/remix/page.server"

/** Redirects to the list of a saved search, whose profiles count as seen. */
export const loader = withContext(async ({ ctx, params }): Promise<null> => {
  const query = await openSavedSearch(ctx, params.search ?? "")
  throw redirect(query ? `/escorts?${query}` : "/escorts")
})

export default function SavedSearchPage() {
  return null
}
