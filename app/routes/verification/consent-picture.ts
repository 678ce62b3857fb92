import { openConsentPicture } from "~/domain/verification/consent/links.server"
import { withContext } from "~/remix/page.server"

/** A small picture of what shows the person, for the holder of their private link alone. */
export const loader = withContext(async ({ ctx, params }) => {
  const { body } = await openConsentPicture(ctx, params.token ?? "", params.medium ?? "")
  return new Response(body, { headers: { "Content-Type": "image/webp", "Cache-Control": "private, no-store" } })
})
