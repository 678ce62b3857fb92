import { Hono } from "hono"
import { issueHandoff, redeemHandoff } from "~/domain/accounts/sessions/handoff.server"
import { isLocale } from "~/i18n/locales"
import type { LocaleDomain } from "~/i18n/negotiate"
import { newToken } from "~/lib/crypto.server"
import { AppError } from "~/lib/errors"
import { safeRedirectPath } from "~/lib/paths"
import type { AppContext, AppEnv } from "../env"
import { hasPassedAge, passAge } from "../http/age-cookie"
import { clearCookie, readCookie, writeCookie } from "../http/cookies"
import { gateKey, grantAccess } from "../middleware/gates/access-gate"

/**
 * Changes the language. On a domain with several languages, `choose` sets the cookie. With one domain per language, the rest transfers a
 * visitor's access and age confirmation, or a member's session, between domains that share no cookie. Like OAuth's state, a value stored by
 * the receiving browser is tied to the pass, so that a pass in a stranger's link signs nobody in:
 *
 *   start (target) stores a state  ->  issue (source) mints a pass for it  ->  finish (target) redeems it and opens the page
 */
export const changeLocale = new Hono<AppEnv>()
  .get("/choose/:code", (c) => {
    const code = c.req.param("code")
    if (!isLocale(code)) throw new AppError("request.not_found")
    writeCookie(c, "locale", code)
    return c.redirect(targetPath(c), 303)
  })
  .get("/start", (c) => {
    if (!findDomain(c, c.req.query("from"))) return c.redirect(targetPath(c), 303)
    const state = newToken()
    writeCookie(c, "handoff", state)
    const query = new URLSearchParams({ state, for: c.var.ctx.locale, to: targetPath(c) })
    return c.redirect(`${originOf(c, c.req.query("from"))}/locale/issue?${query}`, 303)
  })
  .get("/issue", async (c) => {
    const state = c.req.query("state") ?? ""
    const destination = domainOf(c, c.req.query("for"))
    if (!/^[\w-]{43}$/.test(state)) throw new AppError("request.malformed")
    await c.var.ctx.limit("locale.handoff", c.var.ctx.client.address)
    const token = await issueHandoff(c.var.ctx, destination.code, state)
    const query = new URLSearchParams({ token, to: targetPath(c) })
    if (hasPassedAge(c)) query.set("adult", "1")
    return c.redirect(`${originOf(c, destination.code)}/locale/finish?${query}`, 303)
  })
  .get("/finish", async (c) => {
    const redeemed = await redeemHandoff(c.var.ctx, c.req.query("token") ?? "", readCookie(c, "handoff") ?? "")
    clearCookie(c, "handoff")
    const gate = redeemed && (await gateKey(c))
    if (gate) grantAccess(c, gate)
    if (redeemed && c.req.query("adult")) passAge(c)
    if (redeemed?.sessionToken) writeCookie(c, "session", redeemed.sessionToken)
    return c.redirect(targetPath(c), 303)
  })

function targetPath(c: AppContext): string {
  return safeRedirectPath(c.req.query("to")) ?? "/"
}

function findDomain(c: AppContext, code: string | undefined): LocaleDomain | undefined {
  return c.var.config.LOCALE_DOMAINS.find((domain) => domain.code === code)
}

function domainOf(c: AppContext, code: string | undefined): LocaleDomain {
  const found = findDomain(c, code)
  if (!found) throw new AppError("request.malformed")
  return found
}

function originOf(c: AppContext, code: string | undefined): string {
  const { domain } = domainOf(c, code)
  return /^https?:\/\//.test(domain) ? domain : `${new URL(c.req.url).protocol}//${domain}`
}
