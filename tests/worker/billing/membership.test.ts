import { and, eq } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { dataRequests, invoices, paymentEvents, subscriptions, users, withdrawals } from "~/db/schema"
import { DAY } from "~/lib/time"
import { en } from "../helpers/app"
import { takeLog } from "../helpers/log"
import { ask, deliverMails, mailsTo, runCron, runJobs, submit, takeJobs } from "../helpers/mail"
import { insertMember } from "../helpers/member"
import { control, deliverEvents, insertPlan, stripe, subscribe, withSimulator } from "../helpers/payments"
import { db } from "../helpers/rows"

withSimulator("membership")

type Member = Awaited<ReturnType<typeof insertMember>>
interface PlansBody {
  data: { prices: { trial_days: number }[] }[]
}
interface BillingBody {
  plan: {
    status: string
    price: { amount: number } | null
    ends_at: number | null
    period_ends_at: number
    next_payment: { amount: number } | null
    withdraw_until: number | null
  } | null
  overdue: { amount: number; next_retry_at: number | null } | null
  credit: { amount: number } | null
}

const billingOf = (member: Member) => member.call("GET", "/me/billing").then((response) => response.json<BillingBody>())
const statusOf = async (response: Promise<Response>) => (await response).status
const codeOf = async (response: Promise<Response>) => (await (await response).json<{ code: string }>()).code
const statesOf = async ({ user }: Member) =>
  (await db.select().from(subscriptions).where(eq(subscriptions.userId, user.id))).map(
    ({ stripeStatus }) => stripeStatus,
  )
const newsOf = async (member: Member) => {
  const response = await member.call("GET", "/notifications")
  return (await response.json<{ data: { title: string }[] }>()).data.map(({ title }) => title)
}

/** A member who pays a month's price; with the price of a year. */
async function insertSubscriber(card?: string) {
  const [month, year] = await insertPlan([2_900, 29_000])
  const member = await insertMember()
  const customer = await subscribe(member, month?.id ?? "", card)
  return { member, customer, month: month?.id ?? "", year: year?.id ?? "" }
}

/** Advances the provider's clock, for everyone, and lets this customer's events arrive. */
async function wait(days: number, customer: string): Promise<void> {
  await control("clock", { advance_seconds: days * 24 * 3_600 })
  await deliverEvents(customer)
}

describe("a cancellation", () => {
  test("takes effect with the period, is confirmed by mail, and can be undone until then", async () => {
    const { member } = await insertSubscriber()
    expect(await statusOf(member.call("POST", "/me/plan/cancel", { reason: "unused" }))).toBe(204)
    const { plan } = await billingOf(member)
    expect(plan).toMatchObject({ status: "active", next_payment: null })
    expect(plan?.ends_at).toBe(plan?.period_ends_at)
    expect(await statusOf(member.call("POST", "/me/plan/cancel", {}))).toBe(204)
    expect(await newsOf(member)).toEqual(["Your plan is cancelled; you keep Premium until the end of the period"])
    expect(await statusOf(member.call("POST", "/me/plan/resume"))).toBe(204)
    expect((await billingOf(member)).plan).toMatchObject({ ends_at: null, next_payment: { amount: 2_900 } })
    expect((await mailsTo(member.user.email)).length).toBe(3)
  })
})

describe("a change of plan", () => {
  test("costs what its preview said", async () => {
    const { member, year } = await insertSubscriber()
    const preview = await member
      .call("GET", `/me/plan/changes/${year}`)
      .then((response) => response.json<{ at: number; due: number; unused: number }>())
    expect(preview.due).toBe(29_000 - preview.unused)
    for (let press = 0; press < 2; press++)
      expect(await statusOf(member.call("PUT", "/me/plan", { price: year, at: preview.at }))).toBe(204)
    expect((await billingOf(member)).plan).toMatchObject({ status: "active", price: { amount: 29_000 } })
    const billed = await db.select().from(invoices).where(eq(invoices.userId, member.user.id))
    expect(billed.map(({ total }) => total).toSorted((a, b) => a - b)).toEqual([2_900, preview.due])
  })

  test("of a cancelled plan lets it renew again, at the new price", async () => {
    const { member, year } = await insertSubscriber()
    expect(await statusOf(member.call("POST", "/me/plan/cancel", {}))).toBe(204)
    const { at } = await member
      .call("GET", `/me/plan/changes/${year}`)
      .then((response) => response.json<{ at: number }>())
    expect(await statusOf(member.call("PUT", "/me/plan", { price: year, at }))).toBe(204)
    expect((await billingOf(member)).plan).toMatchObject({
      ends_at: null,
      price: { amount: 29_000 },
      next_payment: { amount: 29_000 },
    })
  })

  test("to a cheaper price keeps the value of the days that are left", async () => {
    const { member, month, year } = await insertSubscriber()
    const first = await member
      .call("GET", `/me/plan/changes/${year}`)
      .then((response) => response.json<{ at: number }>())
    await member.call("PUT", "/me/plan", { price: year, at: first.at })
    const back = await member
      .call("GET", `/me/plan/changes/${month}`)
      .then((response) => response.json<{ at: number; due: number; credit: number }>())
    expect(back.due).toBe(0)
    expect(back.credit).toBeGreaterThan(25_000)
    await member.call("PUT", "/me/plan", { price: month, at: back.at })
    expect((await billingOf(member)).credit?.amount).toBe(back.credit)
  })

  test("is refused with a preview of the future", async () => {
    const { member, year } = await insertSubscriber()
    const future = { price: year, at: Date.now() + 31 * 60_000 }
    expect(await codeOf(member.call("PUT", "/me/plan", future))).toBe("billing.preview_expired")
  })

  test("is refused with an old preview, to the present price, to an unknown one, and without a plan", async () => {
    const { member, month, year } = await insertSubscriber()
    const old = { price: year, at: Date.now() - 31 * 60_000 }
    expect(await codeOf(member.call("PUT", "/me/plan", old))).toBe("billing.preview_expired")
    expect(await codeOf(member.call("GET", `/me/plan/changes/${month}`))).toBe("conflict.changed")
    expect(await statusOf(member.call("PUT", "/me/plan", { price: month, at: Date.now() }))).toBe(204)
    expect(await db.select().from(invoices).where(eq(invoices.userId, member.user.id))).toHaveLength(1)
    expect(await codeOf(member.call("GET", "/me/plan/changes/nothing"))).toBe("request.not_found")
    const stranger = await insertMember()
    expect(await codeOf(stranger.call("GET", `/me/plan/changes/${month}`))).toBe("billing.no_plan")
  })

  test("that the card does not pay for changes nothing", async () => {
    const { member, year } = await insertSubscriber("4000000000000341")
    const { at } = await member
      .call("GET", `/me/plan/changes/${year}`)
      .then((response) => response.json<{ at: number }>())
    expect(await codeOf(member.call("PUT", "/me/plan", { price: year, at }))).toBe("billing.card_declined")
    expect((await billingOf(member)).plan).toMatchObject({ price: { amount: 2_900 } })
  })
})

describe("a trial", () => {
  test("that has lapsed opens nothing any more once the cron has run, though no event came", async () => {
    const [price] = await insertPlan([2_900], 7)
    const member = await insertMember()
    await subscribe(member, price?.id ?? "")
    const rights = async () => {
      const response = await member.call("GET", "/me/entitlements")
      const { data } = await response.json<{ data: { holds: boolean; reason: string }[] }>()
      return data.map(({ holds, reason }) => ({ holds, reason }))
    }
    // Of Premium and of its price.
    expect(await rights()).toEqual([
      { holds: true, reason: "trial" },
      { holds: true, reason: "trial" },
    ])
    const plans = await member.call("GET", "/plans").then((response) => response.json<PlansBody>())
    const trials = plans.data.flatMap(({ prices }) => prices.map(({ trial_days }) => trial_days))
    expect(new Set(trials)).toEqual(new Set([0]))
    await db
      .update(subscriptions)
      .set({ endsAt: Date.now() - 1 })
      .where(and(eq(subscriptions.userId, member.user.id), eq(subscriptions.stripeStatus, "active")))
    await runCron("*/5 * * * *")
    expect((await statesOf(member)).toSorted()).toEqual(["canceled", "trialing"])
    expect((await rights())[0]).toMatchObject({ holds: false })
  })
})

describe("a withdrawal", () => {
  test("from a trial says that there is nothing to refund, before and after", async () => {
    const [price] = await insertPlan([2_900], 7)
    const member = await insertMember()
    await subscribe(member, price?.id ?? "")
    const headers = { Cookie: member.cookie }
    const before = await ask(`${en}/profile/billing/withdraw`, { headers }).then((response) => response.text())
    expect(before.slice(before.indexOf("<main"), before.indexOf("</main"))).toContain("there is nothing to refund")
    const sent = await submit(`${en}/profile/billing/withdraw`, {}, { headers })
    expect([sent.status, sent.headers.get("Location")]).toEqual([303, "/profile/billing?notice=withdrawn_free"])
    const after = await ask(`${en}${sent.headers.get("Location")}`, { headers }).then((response) => response.text())
    // The page's texts, all of which script may show, come after its content.
    const shown = after.slice(after.indexOf("<main"), after.indexOf("</main"))
    expect(shown).toContain("There is nothing to refund, and nothing more is charged.")
    expect(shown).not.toContain("The refund is on its way")
  })

  test("within fourteen days ends the plan at once and refunds the days that were not used", async () => {
    const { member, customer } = await insertSubscriber()
    const offer = await member
      .call("GET", "/me/plan/withdrawal")
      .then((response) => response.json<{ amount: number }>())
    expect(offer.amount).toBeGreaterThan(2_700)
    expect(offer.amount).toBeLessThan(2_900)
    const done = await member.call("POST", "/me/plan/withdrawal").then((response) => response.json<object>())
    expect(done).toMatchObject({ amount: offer.amount, is_done: true })
    expect(await statesOf(member)).toEqual(["canceled"])
    const { data } = await stripe.refunds.list()
    const charges = await stripe.charges.list({ customer })
    expect(data.filter(({ charge }) => charge === charges.data[0]?.id).map(({ amount }) => amount)).toEqual([
      offer.amount,
    ])
    expect(await codeOf(member.call("POST", "/me/plan/withdrawal"))).toBe("billing.not_withdrawable")
  })

  test("leaves no credit behind from a change to a cheaper price: it is refunded once", async () => {
    const { member, customer, month, year } = await insertSubscriber()
    for (const price of [year, month]) {
      const { at } = await member
        .call("GET", `/me/plan/changes/${price}`)
        .then((response) => response.json<{ at: number }>())
      await member.call("PUT", "/me/plan", { price, at })
    }
    expect((await billingOf(member)).credit?.amount).toBeGreaterThan(25_000)
    expect(await statusOf(member.call("POST", "/me/plan/withdrawal"))).toBe(200)
    const charges = await stripe.charges.list({ customer })
    const [paid, refunded] = [
      charges.data.reduce((sum, { amount }) => sum + amount, 0),
      charges.data.reduce((sum, { amount_refunded }) => sum + amount_refunded, 0),
    ]
    expect(refunded).toBeGreaterThan(25_000)
    expect(refunded).toBeLessThan(paid)
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ balance: 0 })
    expect((await billingOf(member)).credit).toBeNull()
  })

  test("while the provider is down is recorded, and carried out later, once", async () => {
    const { member, customer } = await insertSubscriber()
    await control("faults", { mode: "down" })
    const recorded = await member
      .call("POST", "/me/plan/withdrawal")
      .then((response) => response.json<{ is_done: boolean }>())
    expect(recorded.is_done).toBe(false)
    await control("faults", { mode: "none" })
    const jobs = takeJobs().filter(({ kind }) => kind === "withdrawal")
    await runJobs([...jobs, ...jobs])
    expect(await statesOf(member)).toEqual(["canceled"])
    const charges = await stripe.charges.list({ customer })
    expect(charges.data[0]?.amount_refunded).toBeGreaterThan(2_700)
    expect(charges.data[0]?.amount_refunded).toBeLessThan(2_900)
    const [row] = await db.select().from(withdrawals).where(eq(withdrawals.userId, member.user.id))
    expect(row?.state).toBe("done")
    // A finished withdrawal asks the provider for nothing.
    await control("faults", { mode: "down" })
    expect(await runJobs(jobs)).toEqual([true])
  })

  test("is refused after fourteen days", async () => {
    const { member } = await insertSubscriber()
    await db
      .update(subscriptions)
      .set({ startedAt: Date.now() - 14 * DAY })
      .where(eq(subscriptions.userId, member.user.id))
    expect(await codeOf(member.call("GET", "/me/plan/withdrawal"))).toBe("billing.not_withdrawable")
    expect(await codeOf(member.call("POST", "/me/plan/withdrawal"))).toBe("billing.not_withdrawable")
  })
})

describe("an erasure", () => {
  const askForErasure = async ({ member }: Awaited<ReturnType<typeof insertSubscriber>>) => {
    expect(await statusOf(member.call("POST", "/me/erasure", { understood: true }))).toBe(202)
    return runJobs()
  }
  const dueErasure = async ({ user }: Member) => {
    const [request] = await db.select().from(dataRequests).where(eq(dataRequests.userId, user.id))
    await db.update(dataRequests).set({ runAt: Date.now() }).where(eq(dataRequests.userId, user.id))
    return { kind: "erasure" as const, requestId: request?.id ?? "" }
  }

  test("stops the renewal when it is requested", async () => {
    const paying = await insertSubscriber()
    await askForErasure(paying)
    expect((await billingOf(paying.member)).plan?.ends_at).not.toBeNull()
  })

  test("ends the subscription and deletes the customer first; while the provider is down nothing is erased", async () => {
    const paying = await insertSubscriber()
    await askForErasure(paying)
    const job = await dueErasure(paying.member)
    await control("faults", { mode: "down" })
    expect(await runJobs([job])).toEqual([false])
    expect(takeLog("job.failed")).toHaveLength(1)
    expect(await statesOf(paying.member)).toEqual(["active"])
    await control("faults", { mode: "none" })
    expect(await runJobs([job, job])).toEqual([true, true])
    expect(await statesOf(paying.member)).toEqual([])
    expect(await stripe.customers.retrieve(paying.customer)).toMatchObject({ deleted: true })
    const { data } = await stripe.subscriptions.list({ customer: paying.customer, status: "all" })
    expect(data.map(({ status }) => status)).toEqual(["canceled"])
    // The provider's last events find nobody.
    await deliverEvents(paying.customer)
    expect(await statesOf(paying.member)).toEqual([])
    const left = await db.select().from(paymentEvents).where(eq(paymentEvents.stripeCustomer, paying.customer))
    expect(left.length).toBeGreaterThan(0)
    expect(left.filter(({ payload }) => payload !== "{}")).toEqual([])
  })
})

// These tests advance the clock of the provider, for every test after them.
describe("a renewal", () => {
  test("that was cancelled ends access instead, and nothing is charged any more", async () => {
    const { member, customer } = await insertSubscriber()
    await member.call("POST", "/me/plan/cancel", {})
    await wait(32, customer)
    expect(await statesOf(member)).toEqual(["canceled"])
    expect((await billingOf(member)).plan).toBeNull()
    expect(await db.select().from(invoices).where(eq(invoices.userId, member.user.id))).toHaveLength(1)
    expect(await codeOf(member.call("POST", "/me/plan/cancel", {}))).toBe("billing.no_plan")
    const held = await member.call("GET", "/me/invoices").then((response) => response.json<{ data: object[] }>())
    expect(held.data).toHaveLength(1)
  })

  test("that succeeds makes an invoice and moves the period", async () => {
    const { member, customer } = await insertSubscriber()
    const before = await billingOf(member)
    await wait(32, customer)
    const after = await billingOf(member)
    expect(after.plan?.period_ends_at).toBeGreaterThan(before.plan?.period_ends_at ?? 0)
    expect(await db.select().from(invoices).where(eq(invoices.userId, member.user.id))).toHaveLength(2)
  })

  test("that fails ends Premium at once, says when it is tried again, and comes back with the payment", async () => {
    const { member, customer } = await insertSubscriber("4000000000000341")
    await wait(32, customer)
    const failed = await billingOf(member)
    expect(failed.plan?.status).toBe("past_due")
    expect(failed.overdue).toMatchObject({ amount: 2_900 })
    expect(failed.overdue?.next_retry_at).toBeGreaterThan(0)
    const rights = await member
      .call("GET", "/me/entitlements")
      .then((response) => response.json<{ data: { holds: boolean; reason: string; sentence: string }[] }>())
    expect(rights.data[0]).toMatchObject({ holds: false, reason: "past_due" })
    expect(rights.data[0]?.sentence).toMatch(/^Premium: no, a payment is overdue, since .*, next attempt on /)
    expect(await newsOf(member)).toEqual(["A payment for your plan failed"])
    expect(await codeOf(member.call("POST", "/me/billing/pay"))).toBe("billing.card_declined")
    const method = await stripe.paymentMethods.attach("pm_card_visa", { customer })
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: method.id } })
    const { data } = await stripe.subscriptions.list({ customer })
    await stripe.subscriptions.update(data[0]?.id ?? "", { default_payment_method: "" })
    expect(await statusOf(member.call("POST", "/me/billing/pay"))).toBe(204)
    expect((await billingOf(member)).plan?.status).toBe("active")
    expect(await newsOf(member)).toEqual(["The late payment went through"])
    expect(await codeOf(member.call("POST", "/me/billing/pay"))).toBe("billing.nothing_due")
    // The mail about the failure waited for so long that it is not true any more.
    const waiting = (await mailsTo(member.user.email)).map(({ id, data }) => [id, JSON.parse(data).state] as const)
    await deliverMails()
    const states = new Map((await mailsTo(member.user.email)).map(({ id, state }) => [id, state]))
    const sent = waiting.map(([id, kind]) => `${kind} ${states.get(id)}`)
    expect(sent.toSorted()).toEqual(["payment_failed dropped", "recovered sent", "started sent"])
  })

  test("that never succeeds ends the plan, and its member is notified once", async () => {
    const { member, customer } = await insertSubscriber("4000000000000341")
    await wait(32, customer)
    await wait(20, customer)
    expect(await statesOf(member)).toEqual(["canceled"])
    expect(await newsOf(member)).toEqual(["Your plan has ended"])
    // A period that was not paid was not had either: nobody is asked for it.
    expect((await billingOf(member)).overdue).toBeNull()
    expect(await codeOf(member.call("POST", "/me/billing/pay"))).toBe("billing.nothing_due")
  })

  test("that left the plan unpaid can be cancelled: the plan ends at once, and nothing is tried again", async () => {
    await control("settings", { afterLastRetry: "unpaid" })
    try {
      const { member, customer } = await insertSubscriber("4000000000000341")
      await wait(32, customer)
      await wait(20, customer)
      expect((await billingOf(member)).plan?.status).toBe("unpaid")
      expect(await statusOf(member.call("POST", "/me/plan/cancel", {}))).toBe(204)
      expect([await statesOf(member), (await billingOf(member)).plan]).toEqual([["canceled"], null])
      const { data } = await stripe.subscriptions.list({ customer, status: "all" })
      expect(data.map(({ status }) => status)).toEqual(["canceled"])
    } finally {
      await control("settings", { afterLastRetry: "canceled" })
    }
  })

  test("of a banned member, or one who asked for their erasure, is stopped by the night before it", async () => {
    const [banned, leaving] = [await insertSubscriber(), await insertSubscriber()]
    await leaving.member.call("POST", "/me/erasure", { understood: true })
    await db.update(users).set({ bannedAt: Date.now() }).where(eq(users.id, banned.member.user.id))
    // The jobs of both were lost.
    takeJobs()
    for (const { member } of [banned, leaving])
      await db
        .update(subscriptions)
        .set({ periodEndsAt: Date.now() + DAY })
        .where(eq(subscriptions.userId, member.user.id))
    await runCron("17 3 * * *")
    await runJobs(takeJobs().filter(({ kind }) => kind === "renewal_stop"))
    for (const { customer } of [banned, leaving]) {
      const { data } = await stripe.subscriptions.list({ customer })
      expect(data.map(({ cancel_at_period_end }) => cancel_at_period_end)).toEqual([true])
    }
    takeLog("billing.reconciled")
  })

  test("is announced once, some days before, with a mail", async () => {
    const { member } = await insertSubscriber()
    await db
      .update(subscriptions)
      .set({ periodEndsAt: Date.now() + 2 * DAY })
      .where(eq(subscriptions.userId, member.user.id))
    await runCron("17 3 * * *")
    await runCron("17 3 * * *")
    expect(await newsOf(member)).toEqual(["Your plan renews soon"])
    expect((await mailsTo(member.user.email)).length).toBe(2)
    takeLog("billing.reconciled")
  })
})
