import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { openDatabase } from "~/db/client.server"
import {
  billingActions,
  billingCustomers,
  billingIssues,
  invoices,
  paymentEvents,
  settings,
  subscriptions,
  withdrawals,
} from "~/db/schema"
import { forgetPayments } from "~/domain/billing/maintenance.server"
import { DAY } from "~/lib/time"
import { createCtx } from "../../../worker/context"
import { takeLog } from "../helpers/log"
import { mailBindings, mailsTo, runCron, runJobs, takeJobs } from "../helpers/mail"
import { insertMember } from "../helpers/member"
import {
  control,
  customerOf,
  deliverEvents,
  eventsOf,
  insertPlan,
  openCheckout,
  pay,
  sendEvent,
  stripe,
  subscribe,
  withSimulator,
} from "../helpers/payments"
import { db, insertGrant } from "../helpers/rows"

withSimulator("returns")

type Member = Awaited<ReturnType<typeof insertMember>>
interface BillingBody {
  plan: { status: string; ends_at: number | null } | null
  card: object | null
  credit: { amount: number } | null
}

const billingOf = (member: Member) => member.call("GET", "/me/billing").then((response) => response.json<BillingBody>())
const statusOf = async (response: Promise<Response>) => (await response).status
const codeOf = async (response: Promise<Response>) => (await (await response).json<{ code: string }>()).code
const statesOf = async ({ user }: Member) =>
  (await db.select().from(subscriptions).where(eq(subscriptions.userId, user.id))).map(
    ({ stripeStatus }) => stripeStatus,
  )
const issuesOf = async ({ user }: Member) =>
  (await db.select().from(billingIssues).where(eq(billingIssues.userId, user.id))).map(
    ({ kind, status, state, amount }) => ({ kind, status, state, amount }),
  )
const isPremium = async (member: Member) => {
  const response = await member.call("GET", "/me/entitlements")
  return (await response.json<{ data: { holds: boolean }[] }>()).data[0]?.holds
}
const invoicesOf = ({ user }: Member) => db.select().from(invoices).where(eq(invoices.userId, user.id))
const withdrawalOf = async ({ user }: Member) =>
  (await db.select().from(withdrawals).where(eq(withdrawals.userId, user.id)))[0]

async function insertSubscriber({ trialDays = 0 } = {}) {
  const [month, year] = await insertPlan([2_900, 29_000], trialDays)
  const member = await insertMember()
  const customer = await subscribe(member, month?.id ?? "")
  return { member, customer, month: month?.id ?? "", year: year?.id ?? "", stripePrice: month?.stripePrice ?? "" }
}

async function insertFinance(): Promise<Member> {
  const member = await insertMember()
  await insertGrant({ userId: member.user.id, role: "finance" })
  return member
}

const chargeOf = async (customer: string) =>
  (await stripe.charges.list({ customer })).data.find(({ status }) => status === "succeeded")?.id ?? ""

/** Delivers the events that name no customer: those of a dispute. */
async function deliverDisputeOf(charge: string): Promise<void> {
  const events = (await stripe.events.list({ limit: 100 })).data.toReversed()
  for (const event of events) if ((event.data.object as { charge?: unknown }).charge === charge) await sendEvent(event)
  await runJobs()
}

/** Changes to the price of a year and back, which leaves a credit. */
async function earnCredit({ member, month, year }: Awaited<ReturnType<typeof insertSubscriber>>): Promise<void> {
  for (const price of [year, month]) {
    const change = await member.call("GET", `/me/plan/changes/${price}`)
    const { at } = await change.json<{ at: number }>()
    expect(await statusOf(member.call("PUT", "/me/plan", { price, at }))).toBe(204)
  }
}

/** Returns what was paid and what came back, in cents. */
async function moneyOf(customer: string) {
  const { data } = await stripe.charges.list({ customer, limit: 100 })
  return {
    paid: data.reduce((sum, { amount_captured }) => sum + amount_captured, 0),
    refunded: data.reduce((sum, { amount_refunded }) => sum + amount_refunded, 0),
  }
}

describe("a customer who was deleted at the provider", () => {
  test.each(["forwards", "backwards"])("loses Premium and card by their events, %s", async (order) => {
    const { member, customer } = await insertSubscriber()
    expect(await isPremium(member)).toBe(true)
    const before = (await eventsOf(customer)).length
    await stripe.customers.del(customer)
    const events = (await eventsOf(customer)).slice(before)
    for (const event of order === "forwards" ? events : events.toReversed()) await sendEvent(event)
    expect(await runJobs()).not.toContain(false)
    expect(await statesOf(member)).toEqual(["canceled"])
    expect(await billingOf(member)).toMatchObject({ plan: null, card: null })
    expect(await isPremium(member)).toBe(false)
    const left = await db.select().from(paymentEvents).where(eq(paymentEvents.stripeCustomer, customer))
    expect(left.map(({ state }) => state)).not.toContain("received")
  })

  test("loses a trial likewise", async () => {
    const { member, customer } = await insertSubscriber({ trialDays: 7 })
    expect((await statesOf(member)).toSorted()).toEqual(["active", "trialing"])
    await stripe.customers.del(customer)
    await deliverEvents(customer)
    expect(await statesOf(member)).toEqual(["canceled", "canceled"])
    expect(await isPremium(member)).toBe(false)
  })

  test.each([
    ["cancel", "/me/plan/cancel"],
    ["replace the card", "/me/billing/card"],
    ["let the plan renew", "/me/plan/resume"],
  ])("reads what happened when they %s before the event came, and after that", async (_, path) => {
    const { member, customer } = await insertSubscriber()
    await stripe.customers.del(customer)
    const action = () => codeOf(member.call("POST", path, path.endsWith("cancel") ? {} : undefined))
    expect(await action()).toBe("billing.customer_gone")
    expect(await statesOf(member)).toEqual(["canceled"])
    expect(await action()).toBe("billing.customer_gone")
  })

  test("buys again as a new customer, with the old invoices, of which a refund is still copied", async () => {
    const { member, customer, month } = await insertSubscriber()
    await stripe.customers.del(customer)
    await deliverEvents(customer)
    expect((await pay(await openCheckout(member, month))).status).toBe(303)
    const next = await customerOf(member)
    expect(next).not.toBe(customer)
    await deliverEvents(next)
    expect((await statesOf(member)).toSorted()).toEqual(["active", "canceled"])
    expect(await isPremium(member)).toBe(true)
    const [old] = await stripe.charges.list({ customer }).then(({ data }) => data)
    await stripe.refunds.create({ charge: old?.id ?? "", amount: 700 })
    await deliverEvents(customer)
    expect((await invoicesOf(member)).map(({ refunded }) => refunded).toSorted((a, b) => a - b)).toEqual([0, 700])
    const finance = await insertFinance()
    const shown = await finance.call("GET", `/admin/users/${member.user.id}/billing`)
    const { events } = await shown.json<{ events: { payload: string }[] }>()
    for (const ref of [customer, next]) expect(events.some(({ payload }) => payload.includes(ref))).toBe(true)
  })

  test("buys again also where our copy does not know it yet, once, in two tabs", async () => {
    const [price] = await insertPlan([2_900])
    const member = await insertMember()
    await openCheckout(member, price?.id ?? "")
    const customer = await customerOf(member)
    await stripe.customers.del(customer)
    await db
      .update(billingCustomers)
      .set({ checkoutSession: null, checkoutKey: null })
      .where(eq(billingCustomers.userId, member.user.id))
    const [one, other] = await Promise.all([1, 2].map(() => openCheckout(member, price?.id ?? "")))
    expect(one).toBe(other)
    const next = await customerOf(member)
    expect(next).not.toBe(customer)
    const { data } = await stripe.customers.list({ email: member.user.email })
    expect(data.map(({ id }) => id)).toEqual([next])
  })

  test("can be erased, and so can who replaced them", async () => {
    const { member, customer, month } = await insertSubscriber()
    await stripe.customers.del(customer)
    await deliverEvents(customer)
    await pay(await openCheckout(member, month))
    const bindings = { ...env, ...mailBindings } as unknown as Env
    const ctx = createCtx(bindings, openDatabase(env.DB, "first-primary").db, () => {})
    await forgetPayments(ctx, member.user.id)
    expect(await stripe.customers.retrieve(await customerOf(member))).toMatchObject({ deleted: true })
  })
})

describe("a withdrawal beside a refund", () => {
  test("ends with neither credit nor more money than was paid, if staff refunded the payment first", async () => {
    const subscriber = await insertSubscriber()
    const { member, customer } = subscriber
    await earnCredit(subscriber)
    const finance = await insertFinance()
    await db.insert(settings).values({ key: "payments.refund_limit", value: "100000", version: 1, updatedAt: 0 })
    const [largest] = (await invoicesOf(member)).toSorted((a, b) => b.paid - a.paid)
    const refund = { reason: "A favour", key: "a-favour-of-ours" }
    // Their copy of it is late: the withdrawal was recorded before.
    await control("faults", { mode: "down" })
    const recorded = await member.call("POST", "/me/plan/withdrawal").then((response) => response.json<object>())
    expect(recorded).toMatchObject({ is_done: false })
    await control("faults", { mode: "none" })
    expect(await statusOf(finance.call("POST", `/admin/invoices/${largest?.id}/refund`, refund))).toBe(204)
    expect(await runJobs()).not.toContain(false)
    expect(await withdrawalOf(member)).toMatchObject({ state: "done" })
    expect(await statesOf(member)).toEqual(["canceled"])
    expect((await billingOf(member)).credit).toBeNull()
    const { paid, refunded } = await moneyOf(customer)
    expect(refunded).toBeLessThanOrEqual(paid)
    const all = await invoicesOf(member)
    expect(all.reduce((sum, one) => sum + one.refunded, 0)).toBe(refunded)
  })

  test("counts a refund in the provider's dashboard, whose event is late, as its own", async () => {
    const { member, customer } = await insertSubscriber()
    const charge = await chargeOf(customer)
    await stripe.refunds.create({ charge, amount: 2_000 })
    const done = await member.call("POST", "/me/plan/withdrawal").then((response) => response.json<object>())
    expect(done).toMatchObject({ is_done: true })
    const { refunded } = await moneyOf(customer)
    expect(refunded).toBeGreaterThan(2_700)
    expect(refunded).toBeLessThan(2_900)
    expect(await withdrawalOf(member)).toMatchObject({ state: "done", amount: refunded - 2_000 })
  })

  test("at once takes the money together with it never twice", async () => {
    for (let times = 0; times < 3; times++) {
      const { member, customer } = await insertSubscriber()
      const finance = await insertFinance()
      const [invoice] = await invoicesOf(member)
      const refund = { amount: 2_000, reason: "A favour", key: `favour-${times}-of-ours` }
      const [refused, withdrawn] = await Promise.all([
        statusOf(finance.call("POST", `/admin/invoices/${invoice?.id}/refund`, refund)),
        statusOf(member.call("POST", "/me/plan/withdrawal")),
      ])
      expect([204, 409, 503]).toContain(refused)
      expect(withdrawn).toBe(200)
      await runJobs()
      const { refunded } = await moneyOf(customer)
      expect(refunded).toBeLessThan(2_900)
      const [action] = await db.select().from(billingActions).where(eq(billingActions.userId, member.user.id))
      expect((action?.amount ?? 0) + ((await withdrawalOf(member))?.amount ?? 0)).toBe(refunded)
    }
  })

  test("of two invoices, of which the second is refused at first, refunds each once", async () => {
    const { member, customer, year } = await insertSubscriber()
    const change = await member.call("GET", `/me/plan/changes/${year}`)
    const { at } = await change.json<{ at: number }>()
    await member.call("PUT", "/me/plan", { price: year, at })
    const offer = await member
      .call("GET", "/me/plan/withdrawal")
      .then((response) => response.json<{ amount: number }>())
    // The refunds of the first invoice and their answer arrive; then the provider is gone.
    await control("faults", { mode: "lost", paths: ["/v1/refunds"], count: 2 })
    const recorded = await member.call("POST", "/me/plan/withdrawal").then((response) => response.json<object>())
    expect(recorded).toMatchObject({ is_done: false })
    await control("faults", { mode: "none" })
    const jobs = takeJobs().filter(({ kind }) => kind === "withdrawal")
    await deliverEvents(customer)
    expect(await runJobs([...jobs, ...jobs])).toEqual(jobs.flatMap(() => [true, true]))
    expect((await moneyOf(customer)).refunded).toBe(offer.amount)
    expect(await withdrawalOf(member)).toMatchObject({ state: "done", amount: offer.amount })
  })

  test("that the provider refuses again and again is given up, and finance tries it again", async () => {
    const subscriber = await insertSubscriber()
    const { member, customer } = subscriber
    await control("faults", { mode: "payment_required", paths: ["/v1/refunds"] })
    await member.call("POST", "/me/plan/withdrawal")
    const job = takeJobs().find(({ kind }) => kind === "withdrawal")
    if (!job) throw new Error("The withdrawal was not enqueued")
    for (let times = 0; times < 4; times++) await runJobs([job])
    expect(takeLog("withdrawal.dead")).toHaveLength(1)
    takeLog("job.failed")
    expect(await withdrawalOf(member)).toMatchObject({ state: "requested", failedAt: expect.any(Number) })
    expect(await issuesOf(member)).toMatchObject([{ kind: "failed_withdrawal", state: "open" }])
    // The cron leaves it alone.
    await db
      .update(withdrawals)
      .set({ createdAt: Date.now() - DAY })
      .where(eq(withdrawals.userId, member.user.id))
    await runCron("*/5 * * * *")
    expect(takeJobs().filter(({ kind }) => kind === "withdrawal")).toEqual([])
    await control("faults", { mode: "none" })
    const finance = await insertFinance()
    const [issue] = await db.select().from(billingIssues).where(eq(billingIssues.userId, member.user.id))
    const retried = await finance.call("POST", "/admin/billing-issues/acts/retry", { ids: [issue?.id] })
    expect(await retried.json()).toMatchObject({ failed: [] })
    expect(await runJobs()).not.toContain(false)
    expect(await withdrawalOf(member)).toMatchObject({ state: "done", failedAt: null })
    expect((await moneyOf(customer)).refunded).toBeGreaterThan(2_700)
    expect(await issuesOf(member)).toMatchObject([{ kind: "failed_withdrawal", state: "settled" }])
  })
})

describe("a refund", () => {
  test("of a payment that failed at first is copied, and the member is notified", async () => {
    const [price] = await insertPlan([2_900])
    const member = await insertMember()
    const customer = await subscribe(member, price?.id ?? "", "4000000000000341")
    await control("clock", { advance_seconds: 36 * 24 * 3_600 })
    const method = await stripe.paymentMethods.attach("pm_card_visa", { customer })
    const { data } = await stripe.invoices.list({ customer, status: "open" })
    await stripe.invoices.pay(data[0]?.id ?? "", { payment_method: method.id })
    const charge = await chargeOf(customer)
    await stripe.refunds.create({ charge, amount: 1_450 })
    await deliverEvents(customer)
    const refunds = (await invoicesOf(member)).map(({ refunded }) => refunded)
    expect(refunds.toSorted((a, b) => a - b)).toEqual([0, 1_450])
  })

  test("asked for twice at once with one key is made once", async () => {
    const { member, customer } = await insertSubscriber()
    const finance = await insertFinance()
    const [invoice] = await invoicesOf(member)
    const refund = { amount: 1_000, reason: "A mishap", key: "pressed-twice" }
    const path = `/admin/invoices/${invoice?.id}/refund`
    await Promise.all([1, 2].map(() => finance.call("POST", path, refund)))
    expect((await moneyOf(customer)).refunded).toBe(1_000)
    expect(await statusOf(finance.call("POST", path, refund))).toBe(204)
    expect((await moneyOf(customer)).refunded).toBe(1_000)
  })

  test("that the bank sends back is money of ours again, and finance is told", async () => {
    const { member, customer } = await insertSubscriber()
    const finance = await insertFinance()
    const [invoice] = await invoicesOf(member)
    const path = `/admin/invoices/${invoice?.id}/refund`
    expect(await statusOf(finance.call("POST", path, { reason: "A mishap", key: "before-it-failed" }))).toBe(204)
    expect((await invoicesOf(member))[0]).toMatchObject({ refunded: 2_900 })
    const [refund] = (await stripe.refunds.list({ charge: await chargeOf(customer) })).data
    await control("refunds/fail", { refund: refund?.id })
    await deliverEvents(customer)
    expect((await invoicesOf(member))[0]).toMatchObject({ refunded: 0 })
    expect(await issuesOf(member)).toEqual([{ kind: "failed_refund", status: "failed", state: "open", amount: 2_900 }])
    expect(await statusOf(finance.call("POST", path, { reason: "Once more", key: "after-it-failed" }))).toBe(204)
    expect((await invoicesOf(member))[0]).toMatchObject({ refunded: 2_900 })
  })
})

describe("a dispute", () => {
  const dispute = async (status?: string) => {
    const subscriber = await insertSubscriber()
    const charge = await chargeOf(subscriber.customer)
    const opened = await control<{ id: string }>("disputes", { charge, status })
    await deliverDisputeOf(charge)
    const decide = async (decision: string) => {
      await control("disputes", { dispute: opened.id, status: decision })
      await deliverDisputeOf(charge)
      // The renewal is stopped, or the plan ended, by a job.
      await runJobs()
      await deliverEvents(subscriber.customer)
    }
    await runJobs()
    return { ...subscriber, charge, decide }
  }

  test("is shown to finance, keeps the paid period and stops the renewal, which cannot be resumed", async () => {
    const { member, customer, year } = await dispute()
    expect(await issuesOf(member)).toEqual([{ kind: "dispute", status: "open", state: "open", amount: 2_900 }])
    expect((await invoicesOf(member))[0]).toMatchObject({ paid: 2_900, refunded: 0, disputed: 2_900 })
    expect(await isPremium(member)).toBe(true)
    expect((await billingOf(member)).plan?.ends_at).not.toBeNull()
    const { data } = await stripe.subscriptions.list({ customer })
    expect(data.map(({ cancel_at_period_end }) => cancel_at_period_end)).toEqual([true])
    expect(await codeOf(member.call("POST", "/me/plan/resume"))).toBe("billing.disputed")
    expect(await codeOf(member.call("PUT", "/me/plan", { price: year, at: Date.now() }))).toBe("billing.disputed")
    const finance = await insertFinance()
    const [invoice] = await invoicesOf(member)
    const refund = { reason: "Both", key: "both-at-once" }
    expect(await codeOf(finance.call("POST", `/admin/invoices/${invoice?.id}/refund`, refund))).toBe(
      "billing.nothing_to_refund",
    )
  })

  test("that is lost ends the plan whose period it paid", async () => {
    const { member, decide } = await dispute()
    await decide("lost")
    expect(await statesOf(member)).toEqual(["canceled"])
    expect(await isPremium(member)).toBe(false)
    expect(await issuesOf(member)).toEqual([{ kind: "dispute", status: "lost", state: "open", amount: 2_900 }])
    expect((await invoicesOf(member))[0]).toMatchObject({ disputed: 2_900 })
  })

  test("that is lost ends the plan by the night, if its job was lost", async () => {
    const { member, customer, charge } = await dispute()
    const [{ subject = "" } = {}] = await db
      .select()
      .from(billingIssues)
      .where(eq(billingIssues.userId, member.user.id))
    await control("disputes", { dispute: subject, status: "lost" })
    await deliverDisputeOf(charge)
    takeJobs()
    await runCron("17 3 * * *")
    await runJobs(takeJobs().filter(({ kind }) => kind === "renewal_stop"))
    expect((await stripe.subscriptions.list({ customer, status: "all" })).data[0]?.status).toBe("canceled")
    takeLog("billing.reconciled")
  })

  test("that is won gives the money back, settles itself, and the plan can renew again", async () => {
    const { member, decide } = await dispute()
    await decide("won")
    expect(await issuesOf(member)).toEqual([{ kind: "dispute", status: "over", state: "settled", amount: 2_900 }])
    expect((await invoicesOf(member))[0]).toMatchObject({ disputed: 0 })
    expect(await statusOf(member.call("POST", "/me/plan/resume"))).toBe(204)
  })

  test("that the bank only asks about changes nothing but finance's list", async () => {
    const { member } = await dispute("warning_needs_response")
    expect(await issuesOf(member)).toMatchObject([{ kind: "dispute", status: "inquiry", state: "open" }])
    expect((await invoicesOf(member))[0]).toMatchObject({ disputed: 0 })
    expect((await billingOf(member)).plan?.ends_at).toBeNull()
  })

  test("leaves nothing to refund to a withdrawal, which ends the plan all the same", async () => {
    const { member, customer } = await dispute()
    const done = await member.call("POST", "/me/plan/withdrawal").then((response) => response.json<object>())
    expect(done).toMatchObject({ amount: 0, is_done: true })
    expect(await statesOf(member)).toEqual(["canceled"])
    expect((await moneyOf(customer)).refunded).toBe(0)
  })
})

describe("a subscription that was made at the provider", () => {
  const makeFor = async (customer: string, price: string) => {
    const { id: method } = await stripe.paymentMethods.attach("pm_card_visa", { customer })
    await stripe.subscriptions.create({ customer, items: [{ price }], default_payment_method: method })
    await deliverEvents(customer)
  }

  test("to a price of a plan gives the right of the plan", async () => {
    const { member, customer, stripePrice } = await insertSubscriber()
    await member.call("POST", "/me/plan/withdrawal")
    expect(await isPremium(member)).toBe(false)
    await makeFor(customer, stripePrice)
    expect(await isPremium(member)).toBe(true)
    expect(await issuesOf(member)).toEqual([])
  })

  test("to a price of no plan gives no right, and finance is told", async () => {
    const { member, customer } = await insertSubscriber()
    await member.call("POST", "/me/plan/withdrawal")
    const product = await stripe.products.create({ name: "Something else" })
    const price = await stripe.prices.create({
      product: product.id,
      currency: "eur",
      unit_amount: 1_000,
      recurring: { interval: "month" },
    })
    await makeFor(customer, price.id)
    expect(await isPremium(member)).toBe(false)
    expect(await issuesOf(member)).toMatchObject([{ kind: "unknown_price", state: "open" }])
  })

  test("beside the member's own is told to finance", async () => {
    const { member, customer, stripePrice } = await insertSubscriber()
    await makeFor(customer, stripePrice)
    expect(await issuesOf(member)).toMatchObject([{ kind: "two_subscriptions", status: "2", state: "open" }])
    takeLog("billing.two_subscriptions")
  })

  test("for a customer whom nobody here is, is told to finance; others' are not", async () => {
    const [price] = await insertPlan([2_900])
    const unknown = await stripe.customers.create({ email: "by.hand@example.org" })
    await makeFor(unknown.id, price?.stripePrice ?? "")
    const rows = () => db.select().from(billingIssues).where(eq(billingIssues.subject, unknown.id))
    expect(await rows()).toMatchObject([{ kind: "unknown_customer", state: "open", userId: null }])
    const other = await stripe.customers.create({ email: "another@example.org" })
    const product = await stripe.products.create({ name: "Another shop's" })
    const foreign = await stripe.prices.create({
      product: product.id,
      currency: "eur",
      unit_amount: 1_000,
      recurring: { interval: "month" },
    })
    await makeFor(other.id, foreign.id)
    expect(await db.select().from(billingIssues).where(eq(billingIssues.subject, other.id))).toEqual([])
  })

  test("ends with the plan's type after a change to another plan's price", async () => {
    const { member, customer } = await insertSubscriber()
    const [gold] = await insertPlan([3_900], 0, "gold")
    const [subscription] = (await stripe.subscriptions.list({ customer })).data
    const item = subscription?.items.data[0]?.id ?? ""
    await stripe.subscriptions.update(subscription?.id ?? "", { items: [{ id: item, price: gold?.stripePrice ?? "" }] })
    await deliverEvents(customer)
    const held = await db.select().from(subscriptions).where(eq(subscriptions.userId, member.user.id))
    expect(held.map(({ type }) => type)).toEqual(["gold"])
    expect((await mailsTo(member.user.email)).length).toBeGreaterThan(0)
  })
})
