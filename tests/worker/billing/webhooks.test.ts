import { eq, inArray, like } from "drizzle-orm"
import { afterEach, describe, expect, test } from "vitest"
import { billingCustomers, invoices, paymentEvents, subscriptions } from "~/db/schema"
import { maxAttempts } from "~/domain/billing/sync/events.server"
import { DAY } from "~/lib/time"
import { asStaff } from "../back-office/records/people"
import { takeLog } from "../helpers/log"
import { mailBindings, runCron, runJobs, takeJobs } from "../helpers/mail"
import { insertMember } from "../helpers/member"
import {
  control,
  customerOf,
  deliverEvents,
  eventsOf,
  insertPlan,
  openCheckout,
  pay,
  postEvent,
  sendEvent,
  stripe,
  subscribe,
  withSimulator,
} from "../helpers/payments"
import { db } from "../helpers/rows"

withSimulator("webhooks")

/** Lets the wait of events be over. */
async function makeDue(ids: string[]): Promise<void> {
  const past = Date.now() - DAY
  await db.update(paymentEvents).set({ nextTryAt: past, updatedAt: past }).where(inArray(paymentEvents.id, ids))
}

const known = (id: string) => db.select().from(paymentEvents).where(eq(paymentEvents.id, id))
const heldBy = (userId: string) => db.select().from(subscriptions).where(eq(subscriptions.userId, userId))

/** A member who paid, and whose events are all on their way. */
async function payUnheard() {
  const [price] = await insertPlan([2_900])
  const member = await insertMember()
  await pay(await openCheckout(member, price?.id ?? ""))
  const customer = await customerOf(member)
  return { member, customer, events: await eventsOf(customer) }
}

describe("a webhook", () => {
  test("is stored once by its event's id, however often it comes, and processed once", async () => {
    const { events } = await payUnheard()
    const event = events.at(-1)
    for (let time = 0; time < 3; time++) expect((await sendEvent(event ?? {})).status).toBe(200)
    expect(takeJobs()).toEqual([{ kind: "payment_event", eventId: event?.id }])
    expect(await known(event?.id ?? "")).toHaveLength(1)
  })

  test("a forged, a stale, a future and a missing signature are refused, and nothing is stored", async () => {
    const { events } = await payUnheard()
    const [event] = events
    const body = JSON.stringify(event)
    const old = Math.floor(Date.now() / 1_000) - 301
    expect((await sendEvent(event ?? {}, { secret: "whsec_another" })).status).toBe(400)
    expect((await sendEvent(event ?? {}, { timestamp: old })).status).toBe(400)
    const future = Math.floor(Date.now() / 1_000) + 310
    expect((await sendEvent(event ?? {}, { timestamp: future })).status).toBe(400)
    expect((await postEvent(body, "")).status).toBe(400)
    expect((await postEvent(body, `t=${Math.floor(Date.now() / 1_000)},v1=${"0".repeat(64)}`)).status).toBe(400)
    const header = await stripe.webhooks.generateTestHeaderStringAsync({ payload: body, secret: "whsec_of_the_tests" })
    expect((await postEvent(body.replace('"livemode":false', '"livemode":true'), header)).status).toBe(400)
    expect(await known(event?.id ?? "")).toEqual([])
  })

  test("an unknown event type, an unknown customer and an event without one change nothing, and are accepted", async () => {
    const event = (id: string, object: object) => ({
      id,
      object: "event",
      type: "something.new",
      created: 1,
      livemode: false,
      api_version: "1999-01-01",
      data: { object },
    })
    const events = [
      event("evt_a", { customer: "cus_of_nobody" }),
      event("evt_b", {}),
      event("evt_c", { customer: null }),
    ]
    for (const one of events) expect((await sendEvent(one)).status).toBe(200)
    expect(await runJobs()).toEqual([true, true, true])
    for (const { id } of events) expect((await known(id))[0]).toMatchObject({ state: "ignored" })
  })

  test("an event of live mode is not taken in test mode", async () => {
    const { events } = await payUnheard()
    expect((await sendEvent({ ...events[0], livemode: true })).status).toBe(200)
    expect(await known(events[0]?.id ?? "")).toEqual([])
  })

  test("a body that is no event, and one of more than a megabyte, are refused", async () => {
    const sign = async (body: string) =>
      postEvent(
        body,
        await stripe.webhooks.generateTestHeaderStringAsync({ payload: body, secret: "whsec_of_the_tests" }),
      )
    expect((await sign("nothing")).status).toBe(400)
    expect((await sign("{}")).status).toBe(400)
    expect((await sign(JSON.stringify({ text: "x".repeat(1_100_000) }))).status).toBe(413)
  })

  test("only the last of a purchase's events, the first alone, or all backwards end with the same rows", async () => {
    const shapes = await Promise.all(
      ["last", "first", "backwards", "doubled"].map(async (way) => {
        const { member, events } = await payUnheard()
        const chosen = {
          last: events.slice(-1),
          first: events.slice(0, 1),
          backwards: events.toReversed(),
          doubled: [...events, ...events],
        }[way]
        for (const event of chosen ?? []) await sendEvent(event)
        return member
      }),
    )
    await runJobs()
    for (const { user } of shapes) {
      expect((await heldBy(user.id)).map(({ stripeStatus }) => stripeStatus)).toEqual(["active"])
      expect(await db.select().from(invoices).where(eq(invoices.userId, user.id))).toHaveLength(1)
    }
  })

  test("a burst of events of one purchase reads the customer at most three times", async () => {
    const { events } = await payUnheard()
    for (const event of events) await sendEvent(event)
    expect(events.length).toBeGreaterThan(5)
    await control("faults", { mode: "none" })
    const before = await readsSoFar()
    await runJobs()
    expect((await readsSoFar()) - before).toBeLessThanOrEqual(3)
  })

  test("if the Worker dies between storing and processing, the cron processes the event", async () => {
    const { member, events } = await payUnheard()
    await sendEvent(events[0] ?? {})
    takeJobs()
    await makeDue([events[0]?.id ?? ""])
    await runCron("*/5 * * * *")
    await runJobs()
    expect((await heldBy(member.user.id)).map(({ stripeStatus }) => stripeStatus)).toEqual(["active"])
  })

  test("while the provider is down the event waits, and is processed by the next attempt", async () => {
    const { member, events } = await payUnheard()
    await sendEvent(events[0] ?? {})
    const jobs = takeJobs()
    await control("faults", { mode: "down" })
    expect(await runJobs(jobs)).toEqual([false])
    expect(takeLog("job.failed")).toHaveLength(1)
    expect((await known(events[0]?.id ?? ""))[0]).toMatchObject({ state: "received", attempts: 1 })
    await control("faults", { mode: "none" })
    // Not again at once: a provider that is down is not asked more often than it can bear.
    expect(await runJobs(jobs)).toEqual([true])
    expect((await known(events[0]?.id ?? ""))[0]).toMatchObject({ state: "received", attempts: 1 })
    await makeDue([events[0]?.id ?? ""])
    expect(await runJobs(jobs)).toEqual([true])
    expect((await heldBy(member.user.id)).map(({ stripeStatus }) => stripeStatus)).toEqual(["active"])
  })

  test("without a payment provider there is no such endpoint", async () => {
    const off = { ...mailBindings, STRIPE_SECRET_KEY: "", STRIPE_WEBHOOK_SECRET: "" }
    expect((await postEvent("{}", "t=1,v1=0", off)).status).toBe(404)
  })
})

describe("an event that always fails", () => {
  afterEach(() => clear())

  /** Inserts events of a customer whom every read of the provider fails for, due before all others. */
  async function insertFailing(count: number): Promise<void> {
    const member = await insertMember()
    const ref = `cus_failing_${member.user.id}`
    const past = Date.now() - DAY
    const times = { createdAt: past, updatedAt: past }
    await db
      .insert(billingCustomers)
      .values({ userId: member.user.id, stripeCustomer: ref, version: 0, credit: 0, ...times })
    await control("faults", { mode: "payment_required", paths: [`/v1/customers/${ref}`] })
    const rows = Array.from({ length: count }, (_, index) => ({
      id: `evt_failing_${index}`,
      type: "invoice.paid",
      stripeCustomer: ref,
      payload: "{}",
      attempts: 0,
      source: "webhook" as const,
      state: "received" as const,
      happenedAt: past,
      nextTryAt: past,
      ...times,
    }))
    for (let from = 0; from < count; from += 5) await db.insert(paymentEvents).values(rows.slice(from, from + 5))
  }
  const failing = () => db.select().from(paymentEvents).where(like(paymentEvents.id, "evt_failing_%"))
  async function clear(): Promise<void> {
    await control("faults", { mode: "none" })
    takeLog("job.failed")
    takeLog("payment_event.dead")
    await db.delete(paymentEvents).where(like(paymentEvents.id, "evt_failing_%"))
  }

  test.each([100, 250])(
    "does not hold back a good one behind it, in one run of the cron, though there are %i of them",
    async (count) => {
      const { member, events } = await payUnheard()
      await sendEvent(events[0] ?? {})
      takeJobs()
      await db
        .update(paymentEvents)
        .set({ nextTryAt: Date.now() - 1 })
        .where(eq(paymentEvents.id, events[0]?.id ?? ""))
      await insertFailing(count)
      await runCron("*/5 * * * *")
      await runJobs()
      expect((await heldBy(member.user.id)).map(({ stripeStatus }) => stripeStatus)).toEqual(["active"])
      // Failing events wait, and so leave the lane to others.
      const waits = (await failing()).map(({ attempts, nextTryAt, updatedAt }) => [attempts, nextTryAt - updatedAt])
      expect(waits).toEqual(Array(count).fill([1, 50_000]))
    },
    60_000,
  )

  test("waits twice as long each time, six hours at most, and is left to finance after three days", async () => {
    await insertFailing(1)
    const waits: number[] = []
    for (let attempt = 1; attempt < maxAttempts; attempt++) {
      expect(await runJobs([{ kind: "payment_event", eventId: "evt_failing_0" }])).toEqual([false])
      const [row] = await failing()
      expect(row).toMatchObject({ state: "received", attempts: attempt })
      waits.push((row?.nextTryAt ?? 0) - (row?.updatedAt ?? 0))
      await makeDue(["evt_failing_0"])
    }
    expect(waits.slice(0, 4)).toEqual([50_000, 100_000, 200_000, 400_000])
    expect(Math.max(...waits)).toBe(6 * 3_600_000)
    const sum = waits.reduce((total, wait) => total + wait, 0)
    expect([sum > 2.5 * DAY, sum < 4 * DAY]).toEqual([true, true])
    expect(await runJobs([{ kind: "payment_event", eventId: "evt_failing_0" }])).toEqual([true])
    expect((await failing())[0]).toMatchObject({ state: "failed", attempts: maxAttempts })
    expect(takeLog("payment_event.dead")).toMatchObject([{ level: "error", eventId: "evt_failing_0" }])
    await makeDue(["evt_failing_0"])
    await runCron("*/5 * * * *")
    expect(takeJobs().filter(({ kind }) => kind === "payment_event")).toEqual([])
  })

  test("is counted for finance, who see why and try it again; others do not", async () => {
    await insertFailing(1)
    await db.update(paymentEvents).set({ state: "failed", lastError: "PaymentError: no", attempts: maxAttempts })
    const [finance, support] = [await asStaff("finance"), await asStaff("support")]
    const counts = (await finance.call("GET", "/queues")).body.data as { name: string; count: number }[]
    expect(counts.find(({ name }) => name === "payment-events")?.count).toBeGreaterThan(0)
    const listed = (await finance.call("GET", "/payment-events?state=failed")).body.data
    expect(listed.map(({ cells }: { cells: { error: string } }) => cells.error)).toContain("PaymentError: no")
    const ids = { ids: ["evt_failing_0"] }
    expect((await support.call("POST", "/payment-events/acts/retry", ids)).status).toBe(404)
    await control("faults", { mode: "none" })
    expect((await finance.call("POST", "/payment-events/acts/retry", ids)).body.failed).toEqual([])
    expect(await runJobs()).toEqual([true])
    expect((await failing())[0]).toMatchObject({ state: "processed", attempts: 1 })
    expect((await finance.call("POST", "/payment-events/acts/retry", ids)).body.failed).toMatchObject([
      { code: "conflict.changed" },
    ])
  })
})

/** Counts the reads of customers by the provider's own count of requests. */
async function readsSoFar(): Promise<number> {
  const [{ total = 0 } = {}] = await db.all<{ total: number }>(
    "SELECT coalesce(sum(version), 0) AS total FROM billing_customers",
  )
  return total
}

describe("the reconciliation", () => {
  test("finds the events that never came, processes them and reports them", async () => {
    const { member, events } = await payUnheard()
    await runCron("17 3 * * *")
    const [start] = takeJobs().filter(({ kind }) => kind === "reconciliation")
    if (!start) throw new Error("No reconciliation was started")
    let jobs = [start]
    while (jobs.some(({ kind }) => kind === "reconciliation")) {
      await runJobs(jobs)
      jobs = takeJobs()
      await runJobs(jobs.filter(({ kind }) => kind !== "reconciliation"))
      jobs = jobs.filter(({ kind }) => kind === "reconciliation")
    }
    const [report] = takeLog("billing.reconciled")
    expect(report).toMatchObject({ level: "warn" })
    expect(Number(report?.found)).toBeGreaterThanOrEqual(events.length)
    expect((await heldBy(member.user.id)).map(({ stripeStatus }) => stripeStatus)).toEqual(["active"])
    expect((await known(events[0]?.id ?? ""))[0]).toMatchObject({ source: "reconciliation" })
  })

  test("finds an event that never came behind a hundred later ones", async () => {
    const { member, events } = await payUnheard()
    const other = await stripe.customers.create({ email: "busy@example.org" })
    for (let times = 0; times < 101; times++) await stripe.customers.update(other.id, { name: `Name ${times}` })
    let jobs: ReturnType<typeof takeJobs> = [
      { kind: "reconciliation", since: (events[0]?.created ?? 0) * 1_000, after: null, found: 0 },
    ]
    for (let pages = 0; jobs.length > 0; pages++) {
      expect(pages).toBeLessThan(20)
      await runJobs(jobs)
      jobs = takeJobs()
    }
    expect((await heldBy(member.user.id)).map(({ stripeStatus }) => stripeStatus)).toEqual(["active"])
    takeLog("billing.reconciled")
  })

  test("asks for a plan whose renewal is overdue, although no event is missing", async () => {
    const [price] = await insertPlan([2_900])
    const member = await insertMember()
    const customer = await subscribe(member, price?.id ?? "")
    const past = Date.now() - 3 * 60 * 60_000
    await db.update(subscriptions).set({ periodEndsAt: past }).where(eq(subscriptions.userId, member.user.id))
    await db.run(`UPDATE billing_customers SET synced_at = ${past - 1} WHERE user_id = '${member.user.id}'`)
    await deliverEvents(customer)
    await db.update(subscriptions).set({ periodEndsAt: past }).where(eq(subscriptions.userId, member.user.id))
    await db.run(`UPDATE billing_customers SET synced_at = ${past - 1} WHERE user_id = '${member.user.id}'`)
    await runJobs([{ kind: "reconciliation", since: Date.now() + 60_000, after: null, found: 0 }])
    await runJobs()
    const [row] = await heldBy(member.user.id)
    expect(row?.periodEndsAt).toBeGreaterThan(Date.now())
    takeLog("billing.reconciled")
  })
})
