import type { Job } from "~/domain/core/jobs"
import { app } from "./app"
import { isRestoring } from "./middleware/gates/restoring"
import { logFailure } from "./middleware/request-log"
import { consumeDeadLetters } from "./queues/dead-letter-queue"
import { consumeJobs } from "./queues/job-queue"
import { consumeMail } from "./queues/mail-queue"
import type { MailJob } from "./queues/queues"
import { consumeSteps, type StepMessage } from "./queues/step-queue"
import { runScheduled } from "./scheduled"

export { BackOffice } from "../party/back-office/back-office"
export { ChatRoom } from "../party/chat-room/chat-room"
export { MessageCounter } from "../party/message-counter/message-counter"
export { RateLimiter } from "../party/rate-limiter/rate-limiter"
export { UserChannel } from "../party/user-channel/user-channel"
export { ViewCounter } from "../party/view-counter/view-counter"

export default {
  fetch: app.fetch,
  queue: (batch, env, execution) =>
    logFailure("queue.failed", async () => (isRestoring(env) ? batch.retryAll() : consume(batch, env, execution))),
  scheduled: (controller, env, execution) =>
    logFailure("cron.failed", async () => (isRestoring(env) ? undefined : runScheduled(controller, env, execution))),
} satisfies ExportedHandler<Env, MailJob | Job | StepMessage>

type Message = MailJob | Job | StepMessage

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
