import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { beforeEach, describe, expect, test } from "vitest"
import { deadLetters } from "~/db/schema"
import type { Job } from "~/domain/jobs"
import worker from "../../../worker/index"
import { type MailJob, queueNameOf } from "../../../worker/queues/queues"
import { brokenDatabase } from "../helpers/broken"
import { takeLog } from "../helpers/log"
import { db } from "../helpers/rows"

/** Passes messages to the consumer of what the queues gave up; returns whether each is stored or asked for again. */
async function giveUp(bodies: (MailJob | Job)[], changes: object = {}): Promise<boolean[]> {
  const stored: boolean[] = []
  const messages = bodies.map((body, index) => ({
    id: `letter-${index}`,
    body,
    ack: () => {
      stored[index] = true
    },
    retry: () => {
      stored[index] = false
    },
  }))
  const context = createExecutionContext()
  const batch = { queue: "salon-dead", messages } as unknown as MessageBatch<MailJob | Job>
  await worker.queue(batch, { ...env, ...changes } as unknown as Env, context)
  await waitOnExecutionContext(context)
  return stored
}

beforeEach(async () => {
  await db.delete(deadLetters)
})

describe("what a queue gave up", () => {
  const letters: (MailJob | Job)[] = [
    { id: "a-mail" },
    { kind: "payment_event", eventId: "evt_1" },
    { kind: "erasure", requestId: "a-request" },
  ]

  test("is stored with its queue and its kind, once, and is an error in the log", async () => {
    expect(await giveUp(letters)).toEqual([true, true, true])
    expect(await giveUp(letters)).toEqual([true, true, true])
    const rows = await db.select().from(deadLetters).orderBy(deadLetters.kind)
    expect(rows.map(({ queue, kind, body }) => [queue, kind, JSON.parse(body)])).toEqual([
      ["jobs", "erasure", letters[2]],
      ["mail", "mail", letters[0]],
      ["payments", "payment_event", letters[1]],
    ])
    const logged = takeLog("queue.dead_letter")
    expect(logged).toHaveLength(6)
    expect(logged[1]).toMatchObject({ level: "error", queue: "payments", kind: "payment_event" })
    expect(JSON.stringify(logged)).not.toContain("evt_1")
  })

  test("is asked for again while the database is out of order", async () => {
    expect(await giveUp(letters, { DB: brokenDatabase })).toEqual([false, false, false])
    expect(takeLog("queue.dead_letter_unstored")).toHaveLength(3)
  })
})

describe("the queues", () => {
  test("have one of their own for what the payment provider's events become", () => {
    expect(queueNameOf({ kind: "payment_event", eventId: "evt_1" })).toBe("payments")
    expect(queueNameOf({ kind: "payment_sync", customer: "cus_1" })).toBe("payments")
    expect(queueNameOf({ kind: "reconciliation", since: 0, after: null, found: 0 })).toBe("payments")
    // A withdrawal is somebody's money, and does not stand behind thousands of events.
    expect(queueNameOf({ kind: "withdrawal", withdrawalId: "w" })).toBe("jobs")
  })
})
