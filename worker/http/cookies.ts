import { deleteCookie, getCookie, setCookie } from "hono/cookie"
import type { CookieOptions } from "hono/utils/cookie"
import type { AppContext } from "../env"

/** Ours alone: `__Host-` makes the browser refuse them from any other host, path or plain connection. */
const guarded: CookieOptions = { path: "/", secure: true, httpOnly: true, sameSite: "Lax" }

const DAY = 24 * 60 * 60

/** Every cookie that the product sets; ages in seconds. The language cookie alone is readable by scripts. */
export const cookies = {
  access: { name: "__Host-salon_access", options: { ...guarded, maxAge: 30 * DAY } },
  /** Whose application it is, for longer than a draft lives. */
  application: { name: "__Host-salon_application", options: { ...guarded, maxAge: 90 * DAY } },
  /** trust-safety R28. */
  age: { name: "__Host-salon_age", options: { ...guarded, maxAge: DAY } },
  bookmark: { name: "__Host-salon_bookmark", options: { ...guarded, maxAge: 5 * 60 } },
  /** As long as browsers keep any cookie. */
  device: { name: "__Host-salon_device", options: { ...guarded, maxAge: 400 * DAY } },
  handoff: { name: "__Host-salon_handoff", options: { ...guarded, maxAge: 60 } },
  returnTo: { name: "__Host-salon_return", options: { ...guarded, maxAge: 60 * 60 } },
  /** The half of a sign-in that waits for its second factor. */
  signIn: { name: "__Host-salon_sign_in", options: { ...guarded, maxAge: 10 * 60 } },
  session: { name: "__Host-salon_session", options: { ...guarded, maxAge: 30 * DAY } },
  /** Whose sign-up it was, for the day that it lives. */
  signup: { name: "__Host-salon_signup", options: { ...guarded, maxAge: DAY } },
  locale: { name: "locale", options: { path: "/", secure: true, sameSite: "Lax", maxAge: 365 * DAY } },
} as const satisfies Record<string, { name: string; options: CookieOptions }>

export type CookieName = keyof typeof cookies

export function readCookie(c: AppContext, cookie: CookieName): string | null {
  return getCookie(c, cookies[cookie].name) || null
}

export function writeCookie(c: AppContext, cookie: CookieName, value: string): void {
  setCookie(c, cookies[cookie].name, value, cookies[cookie].options)
}

export function clearCookie(c: AppContext, cookie: CookieName): void {
  deleteCookie(c, cookies[cookie].name, cookies[cookie].options)
}
