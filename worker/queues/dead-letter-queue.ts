import { openDatabase } from "~/db/client.server"
import type { Job } from "~/domain/core/jobs"
import { insertDeadLetter } from "~/domain/operations/background/queries.server"
import { sha256 } from "~/lib/crypto.server"
import { describeError } from "~/lib/describe-error"
import { logLine } from "../middleware/request-log"
import { announceQueues } from "../realtime/announcements"
import { type MailJob, queueNameOf } from "./queues"

/** Stores what the other queues gave up, for staff to retry or to discard. */
export async function consumeDeadLetters(
  batch: MessageBatch<MailJob | Job>,
  env: Env,
  execution: ExecutionContext,
): Promise<void> {
  const { db, use } = openDatabase(env.DB, "first-primary")
  for (const message of batch.messages) {
    const body = JSON.stringify(message.body)
    const queue = queueNameOf(message.body)
    const kind = "kind" in message.body ? message.body.kind : "mail"
    // The cron enqueues what is not done again and again: the same work is one letter.
    const id = sha256(body).slice(0, 26)
    try {
      await insertDeadLetter(db, { id, queue, kind, body, createdAt: Date.now() })
      logLine("error", "queue.dead_letter", { letter: id, queue, kind })
      message.ack()
    } catch (error) {
      logLine("error", "queue.dead_letter_unstored", { queue, ...describeError(error) })
      message.retry({ delaySeconds: 60 })
    }
  }
  announceQueues(env, use.changedTables, (work) => execution.waitUntil(work))
}
