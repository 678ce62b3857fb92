import type { Job } from "~/domain/core/jobs"
import { isRestoring } from "./middleware/gates/restoring"
import { logFailure } from "./middleware/request-log"
import { consumeDeadLetters } from "./queues/dead-letter-queue"
import { consumeJobs } from "./queues/job-queue"
import { consumeMail } from "./queues/mail-queue"
import type { MailJob } from "./queues/queues"
import { consumeSteps, type StepMessage } from "./queues/step-queue"
import { runScheduled } from "./scheduled"

export type Message = MailJob | Job | StepMessage

/** Consumes a batch of any queue; while a backup is restored, its messages wait. */
export function queue(batch: MessageBatch<Message>, env: Env, execution: ExecutionContext): Promise<void> {
  return logFailure("queue.failed", async () => (isRestoring(env) ? batch.retryAll() : consume(batch, env, execution)))
}

/** Runs a cron of wrangler.toml; not while a backup is restored. */
export function scheduled(controller: ScheduledController, env: Env, execution: ExecutionContext): Promise<void> {
  return logFailure("cron.failed", async () =>
    isRestoring(env) ? undefined : runScheduled(controller, env, execution),
  )
}

async function consume(batch: MessageBatch<Message>, env: Env, execution: ExecutionContext): Promise<void> {
  switch (batch.queue) {
    case "salon-mail":
      return consumeMail(batch as MessageBatch<MailJob>, env, execution)
    case "salon-jobs":
    case "salon-payments":
      return consumeJobs(batch as MessageBatch<Job>, env, execution)
    case "salon-dead":
      return consumeDeadLetters(batch as MessageBatch<MailJob | Job>, env, execution)
    case "salon-steps":
      return consumeSteps(batch as MessageBatch<StepMessage>, env, execution)
    default:
      throw new Error(`No consumer for the queue ${batch.queue}`)
  }
}
