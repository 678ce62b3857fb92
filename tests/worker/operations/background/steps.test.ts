import { createExecutionContext, createScheduledController, waitOnExecutionContext } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { beforeEach, describe, expect, test } from "vitest"
import { cronRuns } from "~/db/schema"
import { type Step, type StepName, steps } from "../../../../worker/cron/steps"
import { consumeSteps, type StepMessage } from "../../../../worker/queues/step-queue"
import { runScheduled } from "../../../../worker/scheduled"
import { brokenDatabase } from "../../helpers/broken"
import { takeLog } from "../../helpers/log"
import { db } from "../../helpers/rows"

const names = Object.keys(steps) as StepName[]
const crons = { five_minutes: "*/5 * * * *", night: "17 3 * * *" } as const

beforeEach(async () => {
  await db.delete(cronRuns)
})

/** Steps that only record that they ran; `changes` replaces some. */
function recorded(ran: StepName[], changes: Partial<Record<StepName, Step["run"]>> = {}) {
  return Object.fromEntries(
    names.map((name) => {
      const run: Step["run"] = async () => {
        ran.push(name)
        return null
      }
      return [name, { every: steps[name].every, run: changes[name] ?? run }]
    }),
  ) as Record<StepName, Step>
}

/** The bindings, with a queue of steps that retains what it is sent. */
function bindings(sent: StepMessage[], changes: object = {}): Env {
  return {
    ...env,
    STEP_QUEUE: { send: async (part: StepMessage) => void sent.push(part) },
    ...changes,
  } as unknown as Env
}

async function come(cron: string, bound: Env, table: Record<StepName, Step>) {
  const context = createExecutionContext()
  await runScheduled(createScheduledController({ cron }), bound, context, table)
  await waitOnExecutionContext(context)
}

/** Passes a part to the consumer; returns whether it is done or asked for again. */
async function consume(part: StepMessage, bound: Env, table: Record<StepName, Step>, attempts = 1) {
  let outcome: "acked" | "retried" | null = null
  const message = {
    body: part,
    attempts,
    ack: () => {
      outcome = "acked"
    },
    retry: () => {
      outcome = "retried"
    },
  }
  const context = createExecutionContext()
  const batch = { queue: "salon-steps", messages: [message] } as unknown as MessageBatch<StepMessage>
  await consumeSteps(batch, bound, context, table)
  await waitOnExecutionContext(context)
  return outcome
}

const runOf = async (step: StepName) => (await db.select().from(cronRuns)).find((run) => run.step === step)
const broken = async () => {
  throw new Error("out of order")
}

describe("each step of the cron that throws", () => {
  test.each(names)("%s stops no other, and is in the log by its name", async (name) => {
    const ran: StepName[] = []
    const sent: StepMessage[] = []
    const table = recorded(ran, { [name]: broken })
    const bound = bindings(sent)
    const { every } = steps[name]
    await come(crons[every], bound, table)
    for (const part of sent.splice(0)) await consume(part, bound, table)
    expect(ran).toEqual(names.filter((one) => one !== name && steps[one].every === every))
    expect(takeLog("cron.step_failed")).toMatchObject([{ level: "error", step: name, attempt: 1 }])
  })
})

describe("a step", () => {
  const name = "sendDigests"
  const part = (run: string, place: string | null = null): StepMessage => ({ step: name, run, place })

  test("whose message cannot be sent runs all the same, and the others do", async () => {
    const ran: StepName[] = []
    const table = recorded(ran, { sealAuditLog: broken })
    await come(crons.five_minutes, bindings([], { STEP_QUEUE: { send: broken } }), table)
    expect(ran).toEqual(names.filter((one) => steps[one].every === "five_minutes" && one !== "sealAuditLog"))
    expect(takeLog("cron.enqueue_failed")).toHaveLength(ran.length + 1)
    expect(takeLog("cron.step_failed")).toHaveLength(1)
  })

  test("is enqueued while the database is out of order, and tried again until it is back", async () => {
    const sent: StepMessage[] = []
    const bound = bindings(sent, { DB: brokenDatabase })
    await come(crons.five_minutes, bound, steps)
    expect(sent).toHaveLength(names.filter((one) => steps[one].every === "five_minutes").length)
    expect(await consume(sent[0] as StepMessage, bound, steps)).toBe("retried")
    expect(takeLog("cron.overdue_unknown")).toHaveLength(1)
    takeLog("cron.step_failed")
    const ran: StepName[] = []
    expect(await consume(sent[0] as StepMessage, bindings([]), recorded(ran))).toBe("acked")
    expect(ran).toHaveLength(1)
  })

  test("goes on from where it stopped in a message of its own, until it is done", async () => {
    const sent: StepMessage[] = []
    const places: (string | null)[] = []
    const run: Step["run"] = async (_, place) => {
      places.push(place)
      return place === null ? "a" : place === "a" ? "b" : null
    }
    const table = recorded([], { [name]: run })
    await consume(part("one"), bindings(sent), table)
    for (let next = sent.shift(); next; next = sent.shift()) await consume(next, bindings(sent), table)
    expect(places).toEqual([null, "a", "b"])
    expect((await runOf(name))?.finishedAt).not.toBeNull()
  })

  test("that is under way does not begin a second time, and a message of another run does nothing", async () => {
    const sent: StepMessage[] = []
    let runs = 0
    const run: Step["run"] = async () => {
      runs += 1
      return "a"
    }
    const table = recorded([], { [name]: run })
    await consume(part("one"), bindings(sent), table)
    await consume(part("two"), bindings(sent), table)
    await consume(part("two", "a"), bindings(sent), table)
    expect(runs).toBe(1)
    expect(sent).toEqual([part("one", "a")])
  })

  test("that was interrupted begins again once its lease has ended, a nightly one with the next frequent cron", async () => {
    const nightly = "sendRenewalNotices"
    await db.insert(cronRuns).values({
      step: nightly,
      run: "one",
      startedAt: Date.now() - 3_600_000,
      leaseEnd: 1,
      finishedAt: null,
      failures: 0,
    })
    const sent: StepMessage[] = []
    const ran: StepName[] = []
    await come(crons.five_minutes, bindings(sent), recorded(ran))
    expect(sent.map(({ step }) => step)).toContain(nightly)
    for (const one of sent.splice(0)) await consume(one, bindings(sent), recorded(ran))
    expect(ran).toContain(nightly)
    sent.length = 0
    await come(crons.five_minutes, bindings(sent), recorded(ran))
    expect(sent.map(({ step }) => step)).not.toContain(nightly)
  })

  test("of the night that did not begin for a day is made up for", async () => {
    const nightly = "makeFigures"
    const startedAt = Date.now() - 26 * 3_600_000
    await db
      .insert(cronRuns)
      .values({ step: nightly, run: "one", startedAt, leaseEnd: startedAt, finishedAt: startedAt, failures: 0 })
    const sent: StepMessage[] = []
    await come(crons.five_minutes, bindings(sent), recorded([]))
    expect(sent.map(({ step }) => step)).toContain(nightly)
  })

  test("is given up after three tries, counts its failures, and begins again at the next cron", async () => {
    const table = recorded([], { [name]: broken })
    expect(await consume(part("one"), bindings([]), table, 1)).toBe("retried")
    expect(await consume(part("one"), bindings([]), table, 2)).toBe("retried")
    expect(await consume(part("one"), bindings([]), table, 3)).toBe("acked")
    takeLog("cron.step_failed")
    expect(await runOf(name)).toMatchObject({ run: "one", failures: 1 })
    const ran: StepName[] = []
    await consume(part("two"), bindings([]), recorded(ran))
    expect(ran).toEqual([name])
  })

  test("counts the items that failed, each of which is in the log with the step's name", async () => {
    const run: Step["run"] = async (ctx) => {
      ctx.logError("cron.item_failed", new Error("out of order"), { item: "x" })
      return null
    }
    await consume(part("one"), bindings([]), recorded([], { [name]: run }))
    expect(takeLog("cron.item_failed")).toMatchObject([{ level: "error", step: name, item: "x" }])
    expect(await runOf(name)).toMatchObject({ failures: 1, finishedAt: expect.any(Number) })
  })
})
