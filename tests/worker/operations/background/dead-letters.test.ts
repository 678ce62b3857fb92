import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { auditLog, deadLetters } from "~/db/schema"
import type { Job } from "~/domain/core/jobs"
import worker from "../../../../worker/index"
import { type MailJob, queueNameOf } from "../../../../worker/queues/queues"
import { brokenDatabase } from "../../helpers/broken"
import { takeLog } from "../../helpers/log"
import { ask, takeJobs } from "../../helpers/mail"
import { db, insertGrant, insertSession, insertStaff, insertUser } from "../../helpers/rows"

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

describe("a dead letter in the back office", () => {
  const letter = { kind: "renewal_stop", userId: "01MEMBER" } as const

  /** Signs a member of staff in; returns how they call the resource. */
  async function staff(role: "owner" | "support") {
    const user = role === "owner" ? await insertStaff() : await insertUser()
    if (role === "support") await insertGrant({ userId: user.id, role })
    const { token } = await insertSession({ userId: user.id, confirmedAt: Date.now() })
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" }
    return (path: string, body?: unknown) =>
      ask(`/api/admin/dead-letters${path}`, {
        method: body === undefined ? "GET" : "POST",
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
  }

  async function insertLetter() {
    await giveUp([letter])
    takeLog("queue.dead_letter")
    const [row] = await db.select().from(deadLetters)
    return row?.id ?? ""
  }

  test("shows its kind and its queue to an owner, and nothing of the message", async () => {
    const id = await insertLetter()
    const owner = await staff("owner")
    const [list, page] = [await owner(""), await owner(`/${id}`)]
    for (const response of [list, page]) {
      expect(response.status).toBe(200)
      const text = await response.text()
      expect(text).toContain("renewal_stop")
      expect(text).not.toContain("01MEMBER")
    }
    const support = await staff("support")
    expect((await support("")).status).toBe(404)
    expect((await support("/acts/retry", { ids: [id] })).status).toBe(404)
  })

  test("is enqueued again by a retry, and only removed when it is discarded; both are in the audit log", async () => {
    const owner = await staff("owner")
    const act = (name: string, id: string) => owner(`/acts/${name}`, { ids: [id] })
    takeJobs()
    const first = await insertLetter()
    expect((await act("retry", first)).status).toBe(200)
    expect(takeJobs()).toEqual([letter])
    const second = await insertLetter()
    expect((await act("discard", second)).status).toBe(200)
    expect(takeJobs()).toEqual([])
    expect(await db.select().from(deadLetters)).toEqual([])
    const entries = await db.select().from(auditLog).where(eq(auditLog.targetKind, "dead_letter"))
    expect(entries.map(({ action, details }) => [action, JSON.parse(details)])).toEqual([
      ["dead_letter.retry", { queue: "jobs", kind: "renewal_stop" }],
      ["dead_letter.discard", { queue: "jobs", kind: "renewal_stop" }],
    ])
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
