import { AppError } from "~/lib/errors"
import { fullPath, withContext } from "~/remix/page.server"

/** No route has this address (product-spec 2). */
const notFound = withContext(async ({ request }): Promise<null> => {
  throw new AppError("page.not_found", { values: { path: fullPath(request) } })
})

export const loader = notFound
export const action = notFound

export default function NotFoundPage() {
  return null
}
