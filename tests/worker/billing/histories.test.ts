import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import fc from "fast-check"
import { beforeAll, expect, inject, test } from "vitest"
import { openDatabase } from "~/db/client.server"
import { billingCustomers, billingIssues, invoices, paymentEvents, plans, prices, subscriptions } from "~/db/schema"
import { replaceCustomer, toInvoiceColumns } from "~/domain/billing/queries.server"
import { insertEvent } from "~/domain/billing/sync/event-queries.server"
import { processEvent, requeueEvents } from "~/domain/billing/sync/events.server"
import { reduceSubscriptions, withTypes } from "~/domain/billing/sync/subscription-rows"
import { syncCustomer } from "~/domain/billing/sync/sync.server"
import type { Ctx } from "~/domain/core/context"
import type { Job } from "~/domain/core/jobs"
import type { PaymentProvider } from "~/domain/core/ports/payments"
import { createCtx } from "../../../worker/context"
import { db, insertUser } from "../helpers/rows"
import { type Action, actions, ModelCustomer, type ModelEvent, ourPrice } from "./provider-model"

/** The one price of ours: of a plan that opens Premium, wherever its subscription was made. */
beforeAll(async () => {
  const times = { createdAt: 0, updatedAt: 0 }
  await db.insert(plans).values({ id: "plan", type: "premium", state: "active", position: 1, ...times })
  await db.insert(prices).values({
    id: "price",
    planId: "plan",
    state: "active",
    stripePrice: ourPrice,
    amount: 2_900,
    currency: "eur",
    interval: "month",
    intervalCount: 1,
    trialDays: 0,
    ...times,
  })
})

/** Fate of a delivered event before it is processed. */
type Fate = keyof typeof weights

/** By how often they are drawn. */
const weights = {
  "at once": 3,
  // While the state that its processing fetched is on its way, the next act happens.
  overtaken: 4,
  // Processed once what is under way has ended.
  queued: 3,
  twice: 1,
  "the Worker dies": 1,
  "the provider is down": 1,
  "together with the next": 1,
} as const

interface Step {
  action: Action
  /** The fate of each event of the act, and whether its delivery waits for the end. */
  fates: { fate: Fate; isLate: boolean }[]
}

const weighted = <Value>(values: readonly (readonly [Value, number])[]) =>
  fc.oneof(...values.map(([value, weight]) => ({ arbitrary: fc.constant(value), weight })))
const anyFate = weighted(Object.entries(weights) as [Fate, number][])
const stepOf = (action: fc.Arbitrary<Action>) =>
  fc.record<Step>({
    action,
    fates: fc.array(
      fc.record({
        fate: anyFate,
        isLate: weighted([
          [false, 9],
          [true, 1],
        ]),
      }),
      { minLength: 4, maxLength: 4 },
    ),
  })
/** A history begins with a purchase: most acts need one. */
const Steps = fc
  .tuple(
    stepOf(fc.constantFrom("buy", "try", "abandon", "dashboard", "foreign")),
    fc.array(stepOf(fc.constantFrom(...actions)), { minLength: 1, maxLength: 9 }),
  )
  .map(([first, rest]) => [first, ...rest])

let customers = 0

/** Runs a history with its deliveries, shuffled by `order`; returns what is stored, and what it should be. */
async function run(steps: Step[], order: number[]) {
  const user = await insertUser()
  const customer = new ModelCustomer(`cus_${++customers}`, Date.UTC(2026, 0, 1))
  const times = { createdAt: 0, updatedAt: 0 }
  await db
    .insert(billingCustomers)
    .values({ userId: user.id, stripeCustomer: customer.ref, version: 0, credit: 0, ...times })
  let now = Date.UTC(2026, 5, 1)
  const jobs: Job[] = []
  const ctx: Ctx = {
    ...createCtx(env, openDatabase(env.DB, "first-primary").db, () => {}),
    now: () => now,
    enqueueJob: (job) => jobs.push(job),
    enqueueMail: () => {},
    live: () => ({ publish: async () => 0 }) as unknown as ReturnType<Ctx["live"]>,
    payments: {
      readCustomer: (ref: string) => customer.read(ref, takeInterlude),
      readPayer: async (charge: string) => customer.payerOf(charge),
    } as unknown as PaymentProvider,
  }
  const store = async (told: ModelEvent) => {
    const event = { ...told, startedPrices: [], isLive: false }
    const stored = { payload: "{}", source: "webhook" as const, sessionRef: null }
    await insertEvent(ctx.db, event, stored, { now: now++, nextTryAt: now })
  }
  /** The member of a deleted customer buys again, as `startCheckout` does it: once the copy says that they are gone. */
  const replaceDeleted = async () => {
    const { ref: previous, failures } = customer
    customer.failures = 0
    await syncCustomer(ctx, ctx.payments as PaymentProvider, previous)
    customer.failures = failures
    await replaceCustomer(ctx.db, user.id, { previous, ref: customer.replace() }, now)
  }
  /** Processes an event; a failure leaves it to the cron. */
  const process = (id: string) => processEvent(ctx, id).catch(() => null)

  const queue = [...steps]
  let interlude: (() => Promise<void>) | null = null
  async function takeInterlude(): Promise<void> {
    const run = interlude
    interlude = null
    await run?.()
  }
  const late: ModelEvent[] = []
  let together: string[] = []
  const queued: string[] = []
  const processQueued = async () => {
    for (let id = queued.shift(); id; id = queued.shift()) await process(id)
  }
  const deliver = async (event: ModelEvent, fate: Fate) => {
    await store(event)
    if (fate === "twice") await store(event)
    if (fate === "the provider is down") customer.failures = 1
    if (fate === "together with the next") together.push(event.id)
    if (fate === "overtaken") interlude = runNext
    if (fate === "queued") queued.push(event.id)
    if (!["together with the next", "the Worker dies", "queued"].includes(fate)) {
      const batch = [event.id, ...together]
      together = []
      await Promise.all(batch.map(process))
      if (fate === "twice") await process(event.id)
    }
  }
  async function runNext(): Promise<void> {
    const step = queue.shift()
    if (!step) return
    if (customer.isDeleted && (step.action === "buy" || step.action === "dashboard")) await replaceDeleted()
    for (const [index, event] of customer.action(step.action).entries()) {
      const { fate, isLate } = step.fates[index] ?? { fate: "at once", isLate: false }
      if (isLate) late.push(event)
      else await deliver(event, fate)
    }
  }
  while (queue.length > 0) {
    await runNext()
    await processQueued()
  }
  interlude = null
  const shuffled = late.toSorted((a, b) => rank(order, late.indexOf(a)) - rank(order, late.indexOf(b)))
  for (const event of shuffled) await deliver(event, "at once")
  customer.failures = 0
  // Lost events are found by the cron.
  now += 10 * 60_000
  for (let round = 0; round < 5; round++) {
    now += 20 * 60_000
    jobs.length = 0
    await requeueEvents(ctx)
    const mine = jobs.flatMap((job) => (job.kind === "payment_event" ? job.eventId : []))
    if (mine.length === 0) break
    await Promise.all(mine.map(process))
  }
  return { userId: user.id, present: customer.present, now }
}

const rank = (order: number[], index: number) => order[index % order.length] ?? 0

async function stored(userId: string) {
  const [held, billed, issues] = await Promise.all([
    db.select().from(subscriptions).where(eq(subscriptions.userId, userId)),
    db.select().from(invoices).where(eq(invoices.userId, userId)),
    db.select().from(billingIssues).where(eq(billingIssues.userId, userId)),
  ])
  const bare = ({ id, userId: _user, createdAt, updatedAt, ...rest }: Record<string, unknown>) => {
    const { announcedFor, ...row } = rest
    return row
  }
  const returned = issues.filter(({ kind, status }) => /dispute|refund/.test(kind) && status !== "over")
  return {
    subscriptions: sorted(held.map(bare)),
    invoices: sorted(billed.map(bare)),
    issues: sorted(returned.map(({ subject, status }) => ({ subject, status }))),
  }
}

const sorted = (rows: object[]) => rows.map((row) => JSON.stringify(Object.entries(row).toSorted())).toSorted()

test("any order, repetition and delay of a history's events ends with the rows of its last state", async () => {
  const runs = inject("historyRuns")
  await fc.assert(
    fc.asyncProperty(Steps, fc.array(fc.nat(99), { minLength: 6, maxLength: 6 }), async (steps, order) => {
      const { userId, present, now } = await run(steps, order)
      const typed = withTypes(present.subscriptions, new Map([[ourPrice, "premium"]]))
      const rows = reduceSubscriptions(typed, [], now)
      // A dispute that was won or lost between two copies is told as what it became.
      const disputes = present.disputes.filter(({ state }) => state !== "over")
      expect(await stored(userId)).toEqual({
        subscriptions: sorted(rows),
        invoices: sorted(present.invoices.map(toInvoiceColumns)),
        issues: sorted([
          ...disputes.map(({ ref, state }) => ({ subject: ref, status: state })),
          ...present.failedRefunds.map(({ ref }) => ({ subject: ref, status: "failed" })),
        ]),
      })
      const waiting = await db
        .select({ id: paymentEvents.id })
        .from(paymentEvents)
        .where(eq(paymentEvents.state, "received"))
      expect(waiting).toEqual([])
    }),
    { numRuns: runs },
  )
}, 1_200_000)
