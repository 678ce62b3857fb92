import { createMiddleware } from "hono/factory"
import { AppError } from "~/lib/errors"
import { readCookie } from "./cookies"
import type { AppEnv } from "./environment"
import { bearerToken } from "./session"

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"])

/**
 * Refuses what another site makes a reader's browser send (CSRF): an unsafe request must come from this very origin. One without
 * any Origin is no browser's; it passes unless it carries a session cookie.
 */
export const originCheck = createMiddleware<AppEnv>(async (c, next) => {
  if (safeMethods.has(c.req.method) || bearerToken(c)) return next()
  const origin = c.req.header("Origin")
  const isOurs = origin ? origin === new URL(c.req.url).origin : readCookie(c, "session") === null
  if (!isOurs) throw new AppError("origin.refused")
  return next()
})
