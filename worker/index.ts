import { openDatabase } from "~/db/client.server"
import { sweepExpired } from "~/domain/accounts/service.server"
import { app } from "./app"

export { RateLimiter } from "../party/rate-limiter"

export default {
  fetch: app.fetch,
  async scheduled(_event, env) {
    await sweepExpired({ db: openDatabase(env.DB, null).db, now: Date.now })
  },
} satisfies ExportedHandler<Env>
