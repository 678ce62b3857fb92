import { openDatabase } from "~/db/client.server"
import { sweepExpired } from "~/domain/accounts/service.server"
import { sweepMail, wakeDueMail } from "~/domain/mail/service.server"
import { sweepReports } from "~/domain/moderation/service.server"
import { app } from "./app"
import { createCtx, type MailJob } from "./create-ctx"
import { consumeMail } from "./mail/consume"

export { RateLimiter } from "../party/rate-limiter"

/** As in wrangler.toml; the other one is nightly. */
const everyFiveMinutes = "*/5 * * * *"

export default {
  fetch: app.fetch,
  queue: consumeMail,
  async scheduled({ cron }, env, execution) {
    const ctx = createCtx(env, openDatabase(env.DB, "first-primary").db, (work) => execution.waitUntil(work))
    if (cron === everyFiveMinutes) return wakeDueMail(ctx)
    await sweepExpired(ctx)
    await sweepMail(ctx)
    await sweepReports(ctx)
  },
} satisfies ExportedHandler<Env, MailJob>
