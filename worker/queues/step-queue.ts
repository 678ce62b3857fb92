import { openDatabase } from "~/db/client.server"
import * as queries from "~/domain/operations/background/queries.server"
import { describeError } from "~/lib/describe-error"
import { MINUTE } from "~/lib/time"
import { createCtx } from "../context"
import { steps as allSteps, type Step, type StepName } from "../cron/steps"
import { logLine } from "../middleware/request-log"
import { announceQueues } from "../realtime/announcements"

/** A message of the queue of the cron's steps: a part of a run. */
export interface StepMessage {
  step: StepName
  run: string
  /** Where the step goes on; null at its beginning. */
  place: string | null
}

/** Tries of a part before its run is given up: the next one begins at the beginning. */
const maxAttempts = 3
const retryDelaySeconds = 60
/** How long a run may be without a sign of life before another one begins, ms: more than a part's tries. */
const lease = 15 * MINUTE

/**
 * Runs parts of the cron's steps, each in an invocation of its own: the platform's limits are each part's, and what throws stops nothing
 * else. A step that is not done enqueues its next part.
 */
export async function consumeSteps(
  batch: MessageBatch<StepMessage>,
  env: Env,
  execution: ExecutionContext,
  steps: Record<StepName, Step> = allSteps,
): Promise<void> {
  for (const message of batch.messages) {
    const { step } = message.body
    try {
      await runPart(message.body, env, execution, steps)
      message.ack()
    } catch (error) {
      logLine("error", "cron.step_failed", { step, attempt: message.attempts, ...describeError(error) })
      if (message.attempts < maxAttempts) message.retry({ delaySeconds: retryDelaySeconds })
      else {
        await giveUp(message.body, env)
        message.ack()
      }
    }
  }
}

/** Runs a part of a step, and enqueues the next one. Throws what the step does. */
export async function runPart(
  { step, run, place }: StepMessage,
  env: Env,
  execution: ExecutionContext,
  steps: Record<StepName, Step> = allSteps,
): Promise<void> {
  const { db, use } = openDatabase(env.DB, "first-primary")
  const waitUntil = (work: Promise<unknown>) => execution.waitUntil(work)
  const ctx = createCtx(env, db, waitUntil)
  const part = { step, run, now: ctx.now(), lease }
  const isOurs = place === null ? await queries.beginRun(db, part) : await queries.continueRun(db, part)
  if (!isOurs) return
  let failures = 0
  const next = await steps[step].run(
    {
      ...ctx,
      logError: (event, error, fields) => {
        failures += 1
        ctx.logError(event, error, { step, ...fields })
      },
    },
    place,
  )
  await queries.recordPart(db, { step, run }, { failures, finishedAt: next === null ? ctx.now() : null })
  if (next !== null) await env.STEP_QUEUE.send({ step, run, place: next } satisfies StepMessage)
  announceQueues(env, use.changedTables, waitUntil)
}

/** Ends a run whose part failed for the last time. Best effort: its lease ends by itself. */
async function giveUp({ step, run }: StepMessage, env: Env): Promise<void> {
  try {
    const { db } = openDatabase(env.DB, "first-primary")
    await queries.recordPart(db, { step, run }, { failures: 1, finishedAt: Date.now() })
  } catch (error) {
    logLine("warn", "cron.run_unfinished", { step, ...describeError(error) })
  }
}
