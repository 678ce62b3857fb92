import type { Context } from "hono"
import type { OpenDatabase } from "~/db/client.server"
import type { Ctx } from "~/domain/context"
import type { Config } from "./config"

/** What the steps of `app.ts` hand on to each other. */
export interface AppEnv {
  Bindings: Env
  Variables: {
    requestId: string
    /** Collected for the one log line that each request writes. */
    log: { route?: string; code?: string; cache?: "hit" | "miss" }
    config: Config
    database: OpenDatabase
    ctx: Ctx
    /** Set by the access gate; where it only lets something through (a webhook), what is not there must not answer as a page. */
    mayReadPages: boolean
    /** Set once the request's token has been looked up. */
    identified: boolean
    /** For this answer's Content-Security-Policy. */
    nonce: string
    /** Set by a page with a captcha: its policy must let the provider in. */
    usesCaptcha: boolean
  }
}

export type AppContext = Context<AppEnv>
