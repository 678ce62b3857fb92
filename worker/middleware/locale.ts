import { createMiddleware } from "hono/factory"
import { defaultLocale } from "~/i18n/locales"
import { resolveLocale } from "~/i18n/negotiate"
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
  if (resolved.unknownDomain) logLine("warn", "locale.unknown_domain", { host, locale: resolved.locale })
  deriveCtx(c, { locale: resolved.locale })
  await next()
  const isPage = c.res.headers.get("Content-Type")?.startsWith("text/html") && c.res.status !== 403
  if (isPage && cookie !== resolved.locale) writeCookie(c, "locale", resolved.locale)
})
