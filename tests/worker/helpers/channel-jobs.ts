import { env } from "cloudflare:workers"
import type { Job } from "~/domain/core/jobs"

let batches: Job[][] = []

/**
 * Holds the jobs that channels' alarms enqueue. Alarms ring by themselves, five seconds after a message: the queue would
 * run the jobs while the next test, or the next file, has another storage.
 */
export function holdChannelJobs(): void {
  batches = []
  const queue = Object.getPrototypeOf(env.JOB_QUEUE) as Queue
  queue.sendBatch = async (messages) => {
    batches.push([...messages].map(({ body }) => body as Job))
    return undefined as never
  }
}

/** Takes the batches that a member's channel has enqueued since. */
export function takeChannelJobs(userId: string): Job[][] {
  const isTheirs = (batch: Job[]) => batch.some((job) => "userId" in job && job.userId === userId)
  const taken = batches.filter(isTheirs)
  batches = batches.filter((batch) => !isTheirs(batch))
  return taken
}
