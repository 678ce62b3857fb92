import { createMiddleware } from "hono/factory"
import type { LocaleDomain } from "~/i18n/negotiate"
import { canonicalPath } from "~/page-policy"
import { captchaPolicy } from "../adapters/captcha"
import type { CaptchaPolicy } from "../adapters/captcha-providers"
import type { AppContext, AppEnv } from "../env"
import { realtimeAddress, socketOrigin } from "../realtime/address"

/** Generates the nonce of this response and sets the security headers, on errors too. */
export const securityHeaders = createMiddleware<AppEnv>(async (c, next) => {
  c.set("nonce", crypto.randomUUID().replaceAll("-", ""))
  await next()
  // Hono copies the whole response for each header set through it; one copy makes the headers mutable.
  c.header("X-Content-Type-Options", "nosniff")
  const { headers } = c.res
  if (!headers.has("Cache-Control"))
    headers.set("Cache-Control", isPrefetch(c) ? "private, max-age=10" : "private, no-store")
  headers.set("Cross-Origin-Resource-Policy", "same-origin")
  headers.set("Referrer-Policy", "no-referrer")
  headers.set("Strict-Transport-Security", "max-age=63072000; includeSubDomains")
  if (!mayBeIndexed(c)) headers.set("X-Robots-Tag", "noindex, nofollow")
  if (!headers.get("Content-Type")?.startsWith("text/html")) return
  const domains = c.get("config")?.LOCALE_DOMAINS ?? []
  const captcha = c.get("usesCaptcha") ? captchaPolicy(c.var.config) : null
  const socket = c.get("config") ? socketOrigin(realtimeAddress(c.var.config, new URL(c.req.url))) : null
  headers.set("Content-Security-Policy", contentSecurityPolicy(c.var.nonce, domains, captcha, socket))
  headers.set("Cross-Origin-Opener-Policy", "same-origin")
  headers.set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()")
  headers.set("X-Frame-Options", "DENY")
})

/** Whether this is an existing public page of a deployment that is indexed. False before the settings are read, which may have failed. */
function mayBeIndexed(c: AppContext): boolean {
  if (!c.get("launch")?.isIndexed || c.res.status !== 200) return false
  const { pathname, searchParams } = new URL(c.req.url)
  return canonicalPath(pathname, searchParams) !== null
}

/** Whether this is prefetched page data: without a short cache it would be fetched twice. */
function isPrefetch(c: AppContext): boolean {
  return c.req.path.endsWith(".data") && c.res.status === 200 && /prefetch/.test(c.req.header("Sec-Purpose") ?? "")
}

/**
 * Returns a policy that allows our own origin, inline scripts and styles with this response's nonce, and the CAPTCHA provider where one
 * is shown. Forms may target the other language domains, because browsers apply form-action to redirects too.
 */
function contentSecurityPolicy(
  nonce: string,
  domains: LocaleDomain[],
  captcha: CaptchaPolicy | null,
  socket: string | null,
): string {
  const connections = [socket, captcha?.connections].filter((one) => one)
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${captcha ? ` ${captcha.scripts}` : ""}`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    ...(captcha ? [`frame-src ${captcha.frames}`] : []),
    ["connect-src 'self'", ...connections].join(" "),
    "object-src 'none'",
    "base-uri 'none'",
    ["form-action 'self'", ...domains.map(({ domain }) => domain)].join(" "),
    "frame-ancestors 'none'",
  ].join("; ")
}
