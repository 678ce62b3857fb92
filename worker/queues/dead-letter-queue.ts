import { openDatabase } from "~/db/client.server"
import { insertDeadLetter } from "~/domain/background/queries.server"
import type { Job } from "~/domain/jobs"
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
    const { id, body } = message
    const queue = queueNameOf(body)
    const kind = "kind" in body ? body.kind : "mail"
    try {
      await insertDeadLetter(db, { id, queue, kind, body: JSON.stringify(body), createdAt: Date.now() })
      logLine("error", "queue.dead_letter", { letter: id, queue, kind })
      message.ack()
    } catch (error) {
      logLine("error", "queue.dead_letter_unstored", { queue, ...describeError(error) })
      message.retry({ delaySeconds: 60 })
    }
  }
  announceQueues(env, use.changedTables, (work) => execution.waitUntil(work))
}
