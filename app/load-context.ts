import type { CaptchaWidget } from "./browser/captcha"
import type { Ctx } from "./domain/context"
import type { LocaleDomain } from "./i18n/negotiate"
import type { RealtimeAddress } from "./remix/root-data"

/** What every loader and action is given: the domain's context, and the few things of the answer that pages may touch. */
declare module "@remix-run/server-runtime" {
  interface AppLoadContext {
    ctx: Ctx
    /** For this answer's inline scripts and styles. */
    nonce: string
    requestId: string
    /** The route's pattern, and the code of what failed, for the request's line of log. */
    log: { route?: string; code?: string }
    app: AppSettings
    cookies: PageCookies
    /** The widget of a page with a captcha, null where none is configured. To ask for it lets its provider into this page. */
    captcha: () => CaptchaWidget | null
    age: AgeNotice
    reportError: (error: unknown) => void
  }
}

/** The settings that pages show. */
export interface AppSettings {
  name: string
  environment: "production" | "development" | "test"
  primary: "pink" | "green"
  domains: LocaleDomain[]
  /** An access value is set: what a visitor may see here, they need a pass for on the other domains too. */
  isGated: boolean
  /** Visitors are asked whether they are of age. */
  asksAge: boolean
  isDemo: boolean
  exitUrl: string
  /** Where a browser finds its socket. */
  realtime: RealtimeAddress
  /** Search engines may know the public pages. */
  isIndexed: boolean
}

/** Whether this visitor has still to say that they are of age, and how it is remembered that they did. */
interface AgeNotice {
  isAsked: boolean
  pass: () => void
}

/** The cookies that pages touch: those of sign-in and sign-out, and of an application. */
interface PageCookies {
  readReturnPath: () => string | null
  writeReturnPath: (path: string) => void
  clearReturnPath: () => void
  /** The half of a sign-in that waits for its second factor. */
  readSignIn: () => string | null
  writeSignIn: (token: string) => void
  clearSignIn: () => void
  /** The secret of this browser's sign-up. */
  readSignup: () => string | null
  writeSignup: (secret: string) => void
  clearSignup: () => void
  /** The secret of this browser's application. */
  readApplication: () => string | null
  writeApplication: (secret: string) => void
  clearApplication: () => void
  writeSession: (token: string) => void
  clearSession: () => void
}
