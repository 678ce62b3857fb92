import { Hono } from "hono"
import { signOut } from "~/domain/accounts/sessions/session.server"
import type { AppContext, AppEnv } from "../env"
import { clearCookie } from "../http/cookies"

/**
 * Leaving at once (trust-safety R20): by script a beacon ends the session while a neutral site takes the page's place; without script
 * the link does both.
 */
export const quickExit = new Hono<AppEnv>()
  .post("/", async (c) => {
    await leave(c)
    return c.body(null, 204)
  })
  .get("/", async (c) => {
    // Another site's link leads away as well, but signs nobody out. A browser too old to say whose link it is has the beacon.
    if (/^(same-origin|none)$/.test(c.req.header("Sec-Fetch-Site") ?? "")) await leave(c)
    return c.redirect(exitUrl(c), 303)
  })

async function leave(c: AppContext): Promise<void> {
  await signOut(c.var.ctx)
  clearCookie(c, "session")
  // Whoever sits down here next must not find somebody's draft. A member's is with their account.
  clearCookie(c, "application")
  // Pictures that were seen, what storage remembers, and the other cookies: that there was anything here.
  c.header("Clear-Site-Data", '"cache", "cookies", "storage"')
}

/** The neutral site, in the reader's language. */
export function exitUrl(c: AppContext): string {
  return c.var.config.QUICK_EXIT_URL.replaceAll("{language}", c.var.ctx.locale)
}
