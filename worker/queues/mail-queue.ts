import { openDatabase } from "~/db/client.server"
import { deliverMail } from "~/domain/mail-delivery/deliver.server"
import { describeError } from "~/lib/describe-error"
import { createMailer } from "../adapters/mailers"
import { readConfig } from "../config"
import { createCtx, type MailJob } from "../context"
import { logLine } from "../middleware/request-log"

/** Seconds; the queue takes no longer delay. One that comes back too early finds nothing due, and the cron knocks again. */
const longestDelay = 12 * 60 * 60

/** Sends what the mail queue wakes. The outbox knows what was sent and when to try again; the queue only knocks. */
export async function consumeMail(batch: MessageBatch<MailJob>, env: Env, execution: ExecutionContext): Promise<void> {
  const mailer = createMailer(env, readConfig(env))
  const ctx = createCtx(env, openDatabase(env.DB, "first-primary").db, (work) => execution.waitUntil(work))
  for (const message of batch.messages) {
    try {
      const again = await deliverMail(ctx, mailer, message.body.id)
      if (again === null) message.ack()
      else message.retry({ delaySeconds: Math.min(again, longestDelay) })
    } catch (error) {
      logLine("error", "mail.failed", { mail: message.body.id, ...describeError(error) })
      message.retry({ delaySeconds: 60 })
    }
  }
}
