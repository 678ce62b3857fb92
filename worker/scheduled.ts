import { openDatabase } from "~/db/client.server"
import { findOverdueSteps } from "~/domain/operations/background/queries.server"
import { describeError } from "~/lib/describe-error"
import { newId } from "~/lib/id"
import { HOUR } from "~/lib/time"
import { steps as allSteps, type Step, type StepName } from "./cron/steps"
import { logLine } from "./middleware/request-log"
import { runPart, type StepMessage } from "./queues/step-queue"

/** The cron in wrangler.toml that is not the nightly one. */
const everyFiveMinutes = "*/5 * * * *"
/** A nightly step that did not begin for this long lost its night, ms. */
const nightlyAtLeast = 25 * HOUR

/**
 * Enqueues a message for each step that is due, so that none waits for another or stops it; and those of the night that were interrupted.
 * A step whose message cannot be sent runs here.
 */
export async function runScheduled(
  { cron }: ScheduledController,
  env: Env,
  execution: ExecutionContext,
  steps: Record<StepName, Step> = allSteps,
): Promise<void> {
  const names = Object.keys(steps) as StepName[]
  const isFrequent = cron === everyFiveMinutes
  const due = names.filter((name) => steps[name].every === (isFrequent ? "five_minutes" : "night"))
  const nightly = isFrequent ? names.filter((name) => steps[name].every === "night") : []
  for (const step of [...due, ...(await findOverdue(env, nightly))]) {
    const message: StepMessage = { step, run: newId(Date.now()), place: null }
    try {
      await env.STEP_QUEUE.send(message)
    } catch (error) {
      logLine("error", "cron.enqueue_failed", { step, ...describeError(error) })
      await runPart(message, env, execution, steps).catch((failure: unknown) =>
        logLine("error", "cron.step_failed", { step, ...describeError(failure) }),
      )
    }
  }
}

async function findOverdue(env: Env, steps: readonly StepName[]): Promise<StepName[]> {
  if (steps.length === 0) return []
  const now = Date.now()
  try {
    const { db } = openDatabase(env.DB, "first-primary")
    return (await findOverdueSteps(db, steps, now, now - nightlyAtLeast)) as StepName[]
  } catch (error) {
    logLine("error", "cron.overdue_unknown", describeError(error))
    return []
  }
}
