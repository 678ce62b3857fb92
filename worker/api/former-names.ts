import { createMiddleware } from "hono/factory"
import type { AppEnv } from "../env"

/** Staff's operations that were renamed after their pages in November 2026: they redirect until the end of 2027. */
const formerNames: Record<string, string> = { members: "users", queue: "review" }

/** Redirects a request for an operation's former name to its present one, with its method and body. */
export const redirectFormerNames = createMiddleware<AppEnv>(async (c, next) => {
  const { pathname, search } = new URL(c.req.url)
  const [, former = "", rest = ""] = /^\/api\/admin\/([a-z-]+)(\/.*)?$/.exec(pathname) ?? []
  const name = Object.hasOwn(formerNames, former) ? formerNames[former] : undefined
  return name ? c.redirect(`/api/admin/${name}${rest}${search}`, 308) : next()
})
