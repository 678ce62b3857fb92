import { createMiddleware } from "hono/factory"
import { isSignedIn } from "~/domain/actor/actor"
import { equalsInConstantTime, hmac, sha256 } from "~/lib/crypto.server"
import { AppError, isAppError } from "~/lib/errors"
import { policyOf } from "~/page-policy"
import type { AppContext, AppEnv } from "../env"
import { readCookie, writeCookie } from "../http/cookies"
import { plainPage } from "../http/plain-page"
import { bearerToken, identify } from "./session"

/**
 * The preview lock over the whole app (product-spec 1; behaviours 2): open to who brings `?password=` once, then keeps its cookie.
 * Everyone else reads `Access Denied.`, and not a byte more.
 */
export const accessGate = createMiddleware<AppEnv>(async (c, next) => {
  const key = c.var.config.ACCESS_KEY
  if (!key || equalsInConstantTime(readCookie(c, "access") ?? "", accessPass(key))) {
    c.set("mayReadPages", true)
    // Whoever is inside may still bring a link with the value: links, logs and cookies of the page would repeat it.
    return key && broughtValue(c) !== null ? c.redirect(withoutPassword(c.req.url), 303) : next()
  }
  // What is open shows none of the product's content, and no page (endpoints/pages.ts).
  const { gate } = policyOf(c.req.path)
  if (gate === "open") return next()
  if (await bringsKey(c, key)) {
    grantAccess(c, key)
    return c.redirect(withoutPassword(c.req.url), 303)
  }
  if (gate === "bearer") {
    if (bearerToken(c) && isSignedIn(await identify(c))) return next()
    throw new AppError("access.denied")
  }
  c.var.log.code = "access.denied"
  return plainPage(c, { status: 403, title: "Access Denied.", lang: "en" })
})

/** Lets this browser pass the gate from now on. */
export function grantAccess(c: AppContext, key: string): void {
  writeCookie(c, "access", accessPass(key))
}

let made = { key: "", pass: "" }

/** The cookie's value: nothing in it gives the key away, and a new key ends all old ones. Each request needs it: it is made once. */
function accessPass(key: string): string {
  if (made.key !== key) made = { key, pass: hmac(key, "salon access 1") }
  return made.pass
}

async function bringsKey(c: AppContext, key: string): Promise<boolean> {
  const value = broughtValue(c)
  if (value === null) return false
  const matches = equalsInConstantTime(sha256(value), sha256(key))
  return !(await isGuessing(c, matches)) && matches
}

/** The first `password=` of an address that is read: one request is one guess. */
function broughtValue(c: AppContext): string | null {
  return c.req.method === "GET" || c.req.method === "HEAD" ? new URL(c.req.url).searchParams.get("password") : null
}

/** Wrong values count against their address; once there were too many, a right one is not believed either. */
async function isGuessing(c: AppContext, matches: boolean): Promise<boolean> {
  try {
    await c.var.ctx.limit("access.try", c.var.ctx.client.address, { count: !matches })
    return false
  } catch (error) {
    if (isAppError(error) && error.code === "rate.limited") return true
    throw error
  }
}

function withoutPassword(address: string): string {
  const url = new URL(address)
  url.searchParams.delete("password")
  // A browser takes "//host/" for another site's address.
  return url.pathname.replace(/^\/+/, "/") + url.search
}
