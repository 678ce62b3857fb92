import { createMiddleware } from "hono/factory"
import { AppError } from "~/lib/errors"
import type { AppContext, AppEnv } from "../env"
import { readCookie } from "../http/cookies"
import { bearerToken } from "./session"

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"])

/**
 * Rejects cross-site requests (CSRF): an unsafe request must have our own Origin. A request without Origin is no browser's; it passes
 * unless it has a session cookie.
 */
export const originCheck = createMiddleware<AppEnv>(async (c, next) => {
  if (safeMethods.has(c.req.method) || bearerToken(c)) return next()
  if (!isOurs(c)) throw new AppError("origin.refused")
  return next()
})

function isOurs(c: AppContext): boolean {
  const origin = c.req.header("Origin")
  // A form sent without script has the Origin "null" under our Referrer-Policy; Fetch Metadata names its source.
  if (origin === "null") return c.req.header("Sec-Fetch-Site") === "same-origin"
  return origin ? origin === new URL(c.req.url).origin : readCookie(c, "session") === null
}
