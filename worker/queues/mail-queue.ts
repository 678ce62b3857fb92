import { openDatabase } from "~/db/client.server"
import { deliverMail } from "~/domain/operations/mail-delivery/deliver.server"
import { describeError } from "~/lib/describe-error"
import { createMailer } from "../adapters/mailers"
import { readConfig } from "../config"
import { createCtx } from "../context"
import { logLine } from "../middleware/request-log"
import type { MailJob } from "./queues"

/** The queue's longest delay, in seconds. A message that returns too early finds nothing due; the cron enqueues the mail again. */
const maxDelay = 12 * 60 * 60

/** Delivers the mails of the queue's messages. The outbox stores what was sent and when to retry; a message is only a trigger. */
export async function consumeMail(batch: MessageBatch<MailJob>, env: Env, execution: ExecutionContext): Promise<void> {
  const mailer = createMailer(env, readConfig(env))
  const ctx = createCtx(env, openDatabase(env.DB, "first-primary").db, (work) => execution.waitUntil(work))
  for (const message of batch.messages) {
    try {
      const retryAfter = await deliverMail(ctx, mailer, message.body.id)
      if (retryAfter === null) message.ack()
      else message.retry({ delaySeconds: Math.min(retryAfter, maxDelay) })
    } catch (error) {
      logLine("error", "mail.failed", { mail: message.body.id, ...describeError(error) })
      message.retry({ delaySeconds: 60 })
    }
  }
}
