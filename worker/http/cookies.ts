import { deleteCookie, getCookie, setCookie } from "hono/cookie"
import type { CookieOptions } from "hono/utils/cookie"
import type { AppContext } from "../env"

/** With the `__Host-` prefix, browsers reject the cookie from any other host, path or plain HTTP. */
const guarded: CookieOptions = { path: "/", secure: true, httpOnly: true, sameSite: "Lax" }

const DAY = 24 * 60 * 60

/** All cookies; ages in seconds. Only the language cookie is readable by scripts. */
export const cookies = {
  /** Releases an act that waited for its re-authentication, at the page to which that leads. */
  act: { name: "__Host-salon_act", options: { ...guarded, maxAge: 60 } },
  access: { name: "__Host-salon_access", options: { ...guarded, maxAge: 30 * DAY } },
  /** The secret of a visitor's application; outlives a draft. */
  application: { name: "__Host-salon_application", options: { ...guarded, maxAge: 90 * DAY } },
  /** trust-safety R28. */
  age: { name: "__Host-salon_age", options: { ...guarded, maxAge: DAY } },
  bookmark: { name: "__Host-salon_bookmark", options: { ...guarded, maxAge: 5 * 60 } },
  /** The longest lifetime that browsers allow. */
  device: { name: "__Host-salon_device", options: { ...guarded, maxAge: 400 * DAY } },
  handoff: { name: "__Host-salon_handoff", options: { ...guarded, maxAge: 60 } },
  returnTo: { name: "__Host-salon_return", options: { ...guarded, maxAge: 60 * 60 } },
  /** The challenge of a sign-in that is waiting for its second factor. */
  signIn: { name: "__Host-salon_sign_in", options: { ...guarded, maxAge: 10 * 60 } },
  session: { name: "__Host-salon_session", options: { ...guarded, maxAge: 30 * DAY } },
  /** The secret of a sign-up, for the day that it is valid. */
  signup: { name: "__Host-salon_signup", options: { ...guarded, maxAge: DAY } },
  locale: { name: "locale", options: { path: "/", secure: true, sameSite: "Lax", maxAge: 365 * DAY } },
} as const satisfies Record<string, { name: string; options: CookieOptions }>

export type CookieName = keyof typeof cookies

export function readCookie(c: AppContext, cookie: CookieName): string | null {
  return getCookie(c, cookies[cookie].name) || null
}

/** A cookie that this response sets, or clears if its value is null. */
export type CookieChange = [CookieName, string | null]

/** Returns the cookies that this response has set or cleared so far. */
export function cookieChanges(c: AppContext): CookieChange[] {
  // Recorded below.
  return (c.get("cookieChanges") ?? []) as CookieChange[]
}

/** Sets and clears the cookies of another response to the same request. */
export function repeatCookies(c: AppContext, changes: CookieChange[]): void {
  for (const [cookie, value] of changes) value === null ? clearCookie(c, cookie) : writeCookie(c, cookie, value)
}

export function writeCookie(c: AppContext, cookie: CookieName, value: string): void {
  c.set("cookieChanges", [...cookieChanges(c), [cookie, value]])
  setCookie(c, cookies[cookie].name, value, cookies[cookie].options)
}

export function clearCookie(c: AppContext, cookie: CookieName): void {
  c.set("cookieChanges", [...cookieChanges(c), [cookie, null]])
  deleteCookie(c, cookies[cookie].name, cookies[cookie].options)
}
