import type { CaptchaWidget } from "./browser/captcha"
import type { Ctx } from "./domain/core/context"
import type { LocaleDomain } from "./i18n/negotiate"
import type { AppError } from "./lib/errors"
import type { RealtimeAddress } from "./remix/root-data"

/** Context of every loader and action: the domain's context, and the parts of the response that pages may set. */
declare module "@remix-run/server-runtime" {
  interface AppLoadContext {
    ctx: Ctx
    /** Why neither this page nor its form may run; their stand-ins respond with it (worker/endpoints/pages.ts). */
    refusal: AppError | null
    /** For this response's inline scripts and styles. */
    nonce: string
    requestId: string
    /** Our script asked, which shows the response on the page that is open; else a new document is shown. */
    isData: boolean
    /** The route's pattern and the error code, for the request's log line. */
    log: { route?: string; code?: string }
    app: AppSettings
    cookies: PageCookies
    /**
     * Returns the widget of a page with a captcha, null if none is configured. Calling it allows the provider in this
     * page's policy.
     */
    captcha: () => CaptchaWidget | null
    age: AgeNotice
    /** Names the error of a refused loader or action: a file's address then responds with its page. */
    reportRefusal: (error: AppError) => void
    reportError: (error: unknown) => void
  }
}

/** The settings that pages show. */
export interface AppSettings {
  name: string
  environment: "production" | "development" | "test"
  primary: "pink" | "green"
  domains: LocaleDomain[]
  /** An access key is set: visitors need an access pass on the other domains too. */
  isGated: boolean
  /** The age notice is on, or some country asks its visitors for their age. */
  asksAge: boolean
  /** Why it shows itself as a demonstration (worker/launch.ts); null: it does not. */
  demo: "fictional" | "closed" | null
  /** Staff's announcement on every page; empty: none. */
  announcement: string
  exitUrl: string
  /** The address of the browser's socket. */
  realtime: RealtimeAddress
  /** Search engines may index the public pages. */
  isIndexed: boolean
}

/** Whether this visitor has yet to confirm their age, and how to store that they did. */
interface AgeNotice {
  isAsked: boolean
  pass: () => void
}

/** The cookies that pages use: those of sign-in and sign-out, and of an application. */
interface PageCookies {
  readReturnPath: () => string | null
  writeReturnPath: (path: string) => void
  clearReturnPath: () => void
  /** Releases an act that waited for its re-authentication. */
  writeAct: (token: string) => void
  /** The pending sign-in that waits for its second factor. */
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
  /** The name and value of each cookie that the response has set so far; null clears it. */
  changes: () => CookieChange[]
  /** Sets those of an earlier response to the same form. */
  repeat: (changes: CookieChange[]) => void
}

type CookieChange = [name: string, value: string | null]
