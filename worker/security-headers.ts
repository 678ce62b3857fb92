import { createMiddleware } from "hono/factory"
import { canonicalPath } from "~/lib/public-pages"
import type { AppContext, AppEnv } from "./environment"

/** Draws the nonce of this answer, and puts the headers that protect a reader on every answer, errors too. */
export const securityHeaders = createMiddleware<AppEnv>(async (c, next) => {
  c.set("nonce", crypto.randomUUID().replaceAll("-", ""))
  await next()
  setDefault(c, "Cache-Control", isPrefetch(c) ? "private, max-age=10" : "private, no-store")
  c.header("X-Content-Type-Options", "nosniff")
  c.header("Referrer-Policy", "no-referrer")
  c.header("Strict-Transport-Security", "max-age=63072000; includeSubDomains")
  if (!mayBeIndexed(c)) c.header("X-Robots-Tag", "noindex, nofollow")
  if (!c.res.headers.get("Content-Type")?.startsWith("text/html")) return
  c.header("Content-Security-Policy", contentSecurityPolicy(c.var.nonce))
  c.header("Cross-Origin-Opener-Policy", "same-origin")
  c.header("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()")
  c.header("X-Frame-Options", "DENY")
})

/** A public page that is there, once the operator opened the site to search engines. Settings may be what failed: then nothing may. */
function mayBeIndexed(c: AppContext): boolean {
  const { pathname, searchParams } = new URL(c.req.url)
  const isOpen = c.get("config")?.INDEXING === "open"
  return isOpen && c.res.status === 200 && canonicalPath(pathname, searchParams) !== null
}

/** The data of a page that the reader is about to open: not kept for those seconds, it would be fetched twice. */
function isPrefetch(c: AppContext): boolean {
  return c.req.path.endsWith(".data") && c.res.status === 200 && /prefetch/.test(c.req.header("Sec-Purpose") ?? "")
}

function setDefault(c: AppContext, name: string, value: string): void {
  if (!c.res.headers.has(name)) c.header(name, value)
}

/** Everything from our own origin, and only the scripts and styles of this very answer inline. */
function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ")
}
