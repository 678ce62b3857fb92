import { data } from "@remix-run/cloudflare"
import { AppError } from "~/lib/errors"
import type { FormResult } from "~/remix/form"
import { errorMessage, fullPath, withContext } from "~/remix/page.server"

const missing = (request: Request) => new AppError("page.not_found", { values: { path: fullPath(request) } })

/** No route has this address (product-spec 2). Also stands in for the loader of a page that is refused. */
export const loader = withContext(async ({ request, context }): Promise<null> => {
  throw context.refusal ?? missing(request)
})

/** A refused form stays on its page, with what was typed. */
export const action = withContext(async ({ request, context, ctx }) => {
  const { refusal } = context
  if (!refusal) throw missing(request)
  return data<FormResult>({ message: errorMessage(ctx, refusal), isError: true }, { status: refusal.status })
})

export default function NotFoundPage() {
  return null
}
