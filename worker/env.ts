import type { Context } from "hono"
import type { OpenDatabase } from "~/db/client.server"
import type { Ctx } from "~/domain/core/context"
import type { Config } from "./config"
import type { Launch } from "./launch"

/** The variables that the middleware of `app.ts` shares. */
export interface AppEnv {
  Bindings: Env
  Variables: {
    requestId: string
    /** Collected for the one log line that each request writes. */
    log: { route?: string; code?: string; cache?: "hit" | "miss" }
    config: Config
    launch: Launch
    database: OpenDatabase
    ctx: Ctx
    /** Set by the access gate; unset for its exempt paths (such as webhooks), which must never render a page. */
    mayReadPages: boolean
    /** Set once the request's token has been looked up. */
    identified: boolean
    /** The nonce of this response's Content-Security-Policy. */
    nonce: string
    /** The cookies that the response has set so far, by their names in http/cookies.ts; null clears one. */
    cookieChanges?: [name: string, value: string | null][]
    /** Set by a page with a CAPTCHA, whose policy must allow the provider. */
    usesCaptcha: boolean
  }
}

export type AppContext = Context<AppEnv>
