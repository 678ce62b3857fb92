import { Hono } from "hono"
import { signOut } from "~/domain/accounts/sessions/session.server"
import type { AppContext, AppEnv } from "../env"
import { clearCookie } from "../http/cookies"

/**
 * Leaves the site at once (trust-safety R20): with script, a beacon ends the session while a neutral site replaces the page; without
 * script, the link does both.
 */
export const quickExit = new Hono<AppEnv>()
  .post("/", async (c) => {
    await leave(c)
    return c.body(null, 204)
  })
  .get("/", async (c) => {
    // A link on another site redirects too, but must not sign the user out. Browsers without Fetch Metadata use the beacon.
    if (/^(same-origin|none)$/.test(c.req.header("Sec-Fetch-Site") ?? "")) await leave(c)
    return c.redirect(exitUrl(c), 303)
  })

async function leave(c: AppContext): Promise<void> {
  await signOut(c.var.ctx)
  clearCookie(c, "session")
  // The next user of this browser must not find a visitor's draft. A member's belongs to their account.
  clearCookie(c, "application")
  // Removes cached pictures, storage and the other cookies: every trace of the visit.
  c.header("Clear-Site-Data", '"cache", "cookies", "storage"')
}

/** Returns the address of the neutral site, in the user's language. */
export function exitUrl(c: AppContext): string {
  return c.var.config.QUICK_EXIT_URL.replaceAll("{language}", c.var.ctx.locale)
}
