import { createMiddleware } from "hono/factory"
import { AppError } from "~/lib/errors"
import { methodsOfPage } from "../endpoints/page-routes"
import type { AppEnv } from "../env"
import { methodsAt } from "../http/methods"

type Routes = Parameters<typeof methodsAt>[0]

/** Methods that browsers send without script: a page answers these itself, with a page. */
const browserMethods = ["GET", "HEAD", "POST"]

/**
 * Refuses a method that an address does not have, and names those that it has (RFC 9110, 15.5.6). Stands before the
 * pages, where everything arrives that no other route took.
 */
export const allowedMethods = (routes: () => Routes) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const { method, path } = c.req
    // Before the access gate is passed, nothing is said of an address.
    if (!c.get("mayReadPages")) return next()
    const allowed = methodsOfPage(path) ?? methodsAt(routes(), path)
    if (allowed.includes(method)) return next()
    const isKnown = allowed.length > 0
    if (isKnown) c.header("Allow", allowed.join(", "))
    if (browserMethods.includes(method) && (!isKnown || methodsOfPage(path))) return next()
    throw new AppError(isKnown ? "request.method_not_allowed" : "request.not_found")
  })
