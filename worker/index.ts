import { openDatabase } from "~/db/client.server"
import { sweepExpired } from "~/domain/accounts/sweep.server"
import { sweepApplications } from "~/domain/casting/service.server"
import type { Job } from "~/domain/jobs"
import { sweepMail, wakeDueMail } from "~/domain/mail/outbox.server"
import { sweepReports } from "~/domain/moderation/service.server"
import { sendDigests } from "~/domain/notifications/digest.server"
import { startDuePushes } from "~/domain/notifications/push.server"
import { sweepNotifications } from "~/domain/notifications/service.server"
import { resumeRequests, tendRequests } from "~/domain/privacy/upkeep.server"
import { sweepTickets } from "~/domain/support/service.server"
import { app } from "./app"
import { createCtx, type MailJob } from "./create-ctx"
import { consumeJobs } from "./jobs/consume"
import { consumeMail } from "./mail/consume"
import { logFailure } from "./request-log"

export { ChatRoom } from "../party/chat-room"
export { RateLimiter } from "../party/rate-limiter"
export { UserChannel } from "../party/user-channel"

/** As in wrangler.toml; the other one is nightly. */
const everyFiveMinutes = "*/5 * * * *"

export default {
  fetch: app.fetch,
  queue: (batch, env, execution) => logFailure("queue.failed", () => consume(batch, env, execution)),
  scheduled: (controller, env, execution) => logFailure("cron.failed", () => tend(controller, env, execution)),
} satisfies ExportedHandler<Env, MailJob | Job>

async function consume(batch: MessageBatch<MailJob | Job>, env: Env, execution: ExecutionContext): Promise<void> {
  switch (batch.queue) {
    case "salon-mail":
      return consumeMail(batch as MessageBatch<MailJob>, env, execution)
    case "salon-jobs":
      return consumeJobs(batch as MessageBatch<Job>, env, execution)
    default:
      throw new Error(`Nobody consumes the queue ${batch.queue}`)
  }
}

async function tend({ cron }: ScheduledController, env: Env, execution: ExecutionContext): Promise<void> {
  const ctx = createCtx(env, openDatabase(env.DB, "first-primary").db, (work) => execution.waitUntil(work))
  if (cron === everyFiveMinutes) {
    await sendDigests(ctx)
    await startDuePushes(ctx)
    await wakeDueMail(ctx)
    return resumeRequests(ctx)
  }
  await sweepExpired(ctx)
  await sweepMail(ctx)
  await tendRequests(ctx)
  await sweepReports(ctx)
  await sweepTickets(ctx)
  await sweepApplications(ctx)
  await sweepNotifications(ctx)
}
