import { createMiddleware } from "hono/factory"
import { defaultLocale } from "~/i18n/locales"
import { resolveLocale } from "~/i18n/negotiate"
import { policyOf } from "~/page-policy"
import { deriveCtx } from "../context"
import type { AppEnv } from "../env"
import { readCookie, writeCookie } from "../http/cookies"
import { logLine } from "./request-log"

/**
 * Resolves the language of the response (behaviours 4) from the host that Cloudflare routed by, never from a forwarding header, and
 * updates the cookie to match on every page.
 */
export const locale = createMiddleware<AppEnv>(async (c, next) => {
  const { host } = new URL(c.req.url)
  const cookie = readCookie(c, "locale")
  const resolved = resolveLocale({
    host,
    cookie,
    acceptLanguage: c.req.header("Accept-Language") ?? null,
    domains: c.var.config.LOCALE_DOMAINS,
    fallback: defaultLocale,
  })
  // Machines call an open path by any address, such as a health check by IP.
  if (resolved.unknownDomain && policyOf(c.req.path).gate !== "open") warnOnce(host, resolved.locale)
  deriveCtx(c, { locale: resolved.locale })
  await next()
  const isPage = c.res.headers.get("Content-Type")?.startsWith("text/html") && c.res.status !== 403
  if (isPage && cookie !== resolved.locale) writeCookie(c, "locale", resolved.locale)
})

/** The unknown hosts that this isolate has warned of; no more than these, whatever a stranger sends. */
const warned = new Set<string>()
const maxWarned = 100

function warnOnce(host: string, locale: string): void {
  if (warned.has(host) || warned.size >= maxWarned) return
  warned.add(host)
  logLine("warn", "locale.unknown_domain", { host: /^[a-z0-9.:[\]-]{1,100}$/i.test(host) ? host : "malformed", locale })
}
