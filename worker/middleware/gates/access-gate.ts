import { createMiddleware } from "hono/factory"
import { isSignedIn } from "~/domain/core/actor/actor"
import { isWithin } from "~/domain/core/shared/rate-limit.server"
import { equalsInConstantTime, hmac } from "~/lib/crypto.server"
import { AppError } from "~/lib/errors"
import { policyOf } from "~/page-policy"
import { createKeptResults } from "../../adapters/kept-results"
import type { AppContext, AppEnv } from "../../env"
import { readCookie, writeCookie } from "../../http/cookies"
import { plainPage } from "../../http/plain-page"
import { bearerToken, identify } from "../session"

/**
 * Locks the whole app for a preview (product-spec 1; behaviours 2): `?password=` with the access key sets a cookie that opens it.
 * Every other request receives `Access Denied.` and nothing else.
 */
export const accessGate = createMiddleware<AppEnv>(async (c, next) => {
  const key = await gateKey(c)
  if (!key || equalsInConstantTime(readCookie(c, "access") ?? "", accessPass(key))) {
    c.set("mayReadPages", true)
    // A link with the key may be opened again: redirect, or the page's links and logs would repeat the key.
    return key && passwordOf(c) !== null ? c.redirect(withoutPassword(c.req.url), 303) : next()
  }
  // Open paths show none of the product's content, and none is a page (endpoints/pages.ts).
  const { gate } = policyOf(c.req.path)
  if (gate === "open") return next()
  if (await hasKey(c, key)) {
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

/** Whether the app is locked: by staff's setting, or by the deployment's. */
export function isGated(c: AppContext): boolean {
  const { ctx, config } = c.var
  return ctx.settings["access.key"] !== null || config.ACCESS_KEY !== undefined
}

const configured = createKeptResults<string>()

/** Returns the keyed hash of the value that opens the gate, as settings store it; null if the app is open. */
export async function gateKey(c: AppContext): Promise<string | null> {
  const { config, ctx } = c.var
  const set = ctx.settings["access.key"]
  if (set !== null || !config.ACCESS_KEY) return set
  const key = config.ACCESS_KEY
  return configured(`${config.SECRETS_KEY} ${key}`, () => ctx.secrets.digest(key, "access.key"))
}

/** Sets the cookie that opens the gate for this browser. */
export function grantAccess(c: AppContext, key: string): void {
  writeCookie(c, "access", accessPass(key))
}

let made = { key: "", pass: "" }

/** Returns the cookie's value: it does not reveal the key, and a new key invalidates it. Cached, since each request needs it. */
function accessPass(key: string): string {
  if (made.key !== key) made = { key, pass: hmac(key, "salon access 1") }
  return made.pass
}

async function hasKey(c: AppContext, key: string): Promise<boolean> {
  const value = passwordOf(c)
  if (value === null) return false
  const matches = equalsInConstantTime(await c.var.ctx.secrets.digest(value, "access.key"), key)
  return !(await isGuessing(c, matches)) && matches
}

/** Returns the first `password=` of a GET or HEAD request: one request is one guess. */
function passwordOf(c: AppContext): string | null {
  return c.req.method === "GET" || c.req.method === "HEAD" ? new URL(c.req.url).searchParams.get("password") : null
}

/** Counts wrong keys by network address; beyond the limit the right key is rejected too. */
async function isGuessing(c: AppContext, matches: boolean): Promise<boolean> {
  const { ctx } = c.var
  return !(await isWithin(ctx, "access.try", ctx.client.address, { count: !matches }))
}

function withoutPassword(address: string): string {
  const url = new URL(address)
  url.searchParams.delete("password")
  // A browser resolves "//host/" to another site.
  return url.pathname.replace(/^\/+/, "/") + url.search
}
