import { bodyLimit } from "hono/body-limit"
import { AppError } from "~/lib/errors"
import { auth } from "./auth"
import { content } from "./content"
import { createApi } from "./create-api"
import { docsPage } from "./docs-page"
import { describeApi } from "./document"
import { reports } from "./reports"

const maxJsonBytes = 1024 * 1024

/** The JSON API. Each noun is a file beside this one; the OpenAPI document is made from their schemas. */
export const api = createApi()

api.use(
  bodyLimit({
    maxSize: maxJsonBytes,
    onError: () => {
      throw new AppError("request.too_large")
    },
  }),
)
api.use(async (c, next) => {
  const hasBody = c.req.raw.body !== null && c.req.header("Content-Length") !== "0"
  const isJson = /^application\/json\b/i.test(c.req.header("Content-Type") ?? "")
  if (hasBody && !isJson) throw new AppError("request.unsupported_type")
  await next()
})
api.route("/auth", auth)
api.route("/", content)
api.route("/", reports)
api.get("/openapi.json", (c) => c.json(describeApi(api, c)))
api.get("/docs", (c) => docsPage(c, describeApi(api, c)))
api.all("*", (c) => {
  const methods = methodsAt(c.req.path)
  if (methods.length === 0) throw new AppError("request.not_found")
  c.header("Allow", methods.join(", "))
  throw new AppError("request.method_not_allowed")
})

/** The methods that some route of the API answers at this path. */
function methodsAt(path: string): string[] {
  const methods = api.routes
    .filter((route) => route.method !== "ALL" && patternOf(route.path).test(path))
    .map((route) => route.method)
  return [...new Set(methods)]
}

function patternOf(routePath: string): RegExp {
  return new RegExp(`^/api${routePath.replace(/:\w+/g, "[^/]+")}$`)
}
