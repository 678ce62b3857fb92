import { eq } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { invoices, paymentEvents, subscriptions } from "~/db/schema"
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
      ...{ id, object: "event", type: "something.new", created: 1, livemode: false, api_version: "1999-01-01" },
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
    await db
      .update(paymentEvents)
      .set({ createdAt: Date.now() - 120_000 })
      .where(eq(paymentEvents.id, events[0]?.id ?? ""))
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
    expect(await runJobs(jobs)).toEqual([true])
    expect((await heldBy(member.user.id)).map(({ stripeStatus }) => stripeStatus)).toEqual(["active"])
  })

  test("without a payment provider there is no such endpoint", async () => {
    const off = { ...mailBindings, STRIPE_SECRET_KEY: "", STRIPE_WEBHOOK_SECRET: "" }
    expect((await postEvent("{}", "t=1,v1=0", off)).status).toBe(404)
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
