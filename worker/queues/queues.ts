import type { Job } from "~/domain/core/jobs"
import type { DeadLetter } from "~/domain/operations/background/queries.server"

/** A message of the mail queue: the id of a mail in the outbox. */
export interface MailJob {
  id: string
}

/** Kinds of jobs that thousands of events of the payment provider become: apart, so that they hold up no other. */
const paymentKinds: ReadonlySet<Job["kind"]> = new Set(["payment_event", "payment_sync", "product", "reconciliation"])

/** Returns the name of the queue that a message belongs to. */
export function queueNameOf(message: MailJob | Job): DeadLetter["queue"] {
  if (!("kind" in message)) return "mail"
  return paymentKinds.has(message.kind) ? "payments" : "jobs"
}

/** Returns the queue that a message belongs to. */
export function queueOf(env: Env, message: MailJob | Job): Queue {
  return { mail: env.MAIL_QUEUE, jobs: env.JOB_QUEUE, payments: env.PAYMENT_QUEUE }[queueNameOf(message)]
}
