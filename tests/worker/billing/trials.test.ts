import { eq } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { billingCustomers, notifications, paymentEvents, subscriptions, trialUses, users } from "~/db/schema"
import { DAY, HOUR } from "~/lib/time"
import { takeLog } from "../helpers/log"
import { mailsTo, runCron, runJobs, takeJobs } from "../helpers/mail"
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
import { db } from "../helpers/rows"

withSimulator("trials")

type Member = Awaited<ReturnType<typeof insertMember>>

/** Cards of the simulator (packages/stripe-simulator/README.md). */
const [visa, mastercard] = ["4242424242424242", "5555555555554444"]

const priceWithTrial = async () => (await insertPlan([2_900], 7))[0]?.id ?? ""
/** The states of a member's subscriptions at the provider. */
const providedTo = async (member: Member) =>
  (await stripe.subscriptions.list({ customer: await customerOf(member), status: "all" })).data
const statusesOf = async (member: Member) => (await providedTo(member)).map(({ status }) => status)
const isPremium = async (member: Member) =>
  (await (await member.call("GET", "/me/entitlements")).json<{ data: { holds: boolean }[] }>()).data[0]?.holds
const newsOf = async ({ user }: Member) =>
  (await db.select().from(notifications).where(eq(notifications.userId, user.id))).map(({ state }) => state)
/** Whether the checkout of a payment page begins with a trial: its subscription is not paid at once. */
const beginsWithTrial = async (member: Member, url: string, card = visa) => {
  expect((await pay(url, card)).status).toBe(303)
  return (await providedTo(member))[0]?.trial_end !== null
}
const trialDaysShownTo = async (member: Member, price: string) => {
  const { data } = await (await member.call("GET", "/plans")).json<{
    data: { prices: { id: string; trial_days: number }[] }[]
  }>()
  return data.flatMap(({ prices }) => prices).find(({ id }) => id === price)?.trial_days
}
/** Two accounts of one person, whose addresses deliver to one mailbox. */
const insertTwoAccounts = async () => {
  const box = `twin${crypto.randomUUID().slice(0, 8)}`
  return [
    await insertMember({ email: `${box}@example.org` }),
    await insertMember({ email: `${box}+2@example.org` }),
  ] as const
}

describe("the trial of an open checkout", () => {
  test("is reserved: another account of the same person is offered none meanwhile", async () => {
    const price = await priceWithTrial()
    const [first, second] = await insertTwoAccounts()
    const url = await openCheckout(first, price)
    expect([await trialDaysShownTo(first, price), await trialDaysShownTo(second, price)]).toEqual([7, 0])
    expect(await beginsWithTrial(second, await openCheckout(second, price), mastercard)).toBe(false)
    expect(await beginsWithTrial(first, url)).toBe(true)
  })

  test("is one for two accounts of a person that open theirs at once", async () => {
    const price = await priceWithTrial()
    const accounts = await insertTwoAccounts()
    const urls = await Promise.all(accounts.map((member) => openCheckout(member, price)))
    const trials = [
      await beginsWithTrial(accounts[0], urls[0] ?? "", visa),
      await beginsWithTrial(accounts[1], urls[1] ?? "", mastercard),
    ]
    expect(trials.toSorted()).toEqual([false, true])
  })

  test("stays the member's own: a second tab and another price begin with it", async () => {
    const [month, year] = await insertPlan([2_900, 29_000], 7)
    const member = await insertMember()
    const url = await openCheckout(member, month?.id ?? "")
    expect(await openCheckout(member, month?.id ?? "")).toBe(url)
    const replaced = await openCheckout(member, year?.id ?? "")
    expect(await beginsWithTrial(member, replaced)).toBe(true)
    expect(await db.select().from(trialUses)).toHaveLength(1)
  })

  test("is given back when the checkout is replaced by one without a trial", async () => {
    const price = await priceWithTrial()
    const [without] = await insertPlan([1_900])
    const [first, second] = await insertTwoAccounts()
    await openCheckout(first, price)
    await openCheckout(first, without?.id ?? "")
    expect(await trialDaysShownTo(second, price)).toBe(7)
    expect(await beginsWithTrial(second, await openCheckout(second, price))).toBe(true)
  })

  test("is given back when the checkout expires, and the reservation is deleted", async () => {
    const price = await priceWithTrial()
    const [first, second] = await insertTwoAccounts()
    await openCheckout(first, price)
    const [reserved] = await db.select().from(trialUses)
    const hours = ((reserved?.reservedUntil ?? 0) - Date.now()) / HOUR
    expect(hours).toBeGreaterThan(24)
    expect(hours).toBeLessThan(26)
    await db.update(trialUses).set({ reservedUntil: Date.now() - 1 })
    expect(await trialDaysShownTo(second, price)).toBe(7)
    await runCron("17 3 * * *")
    expect(await db.select().from(trialUses)).toEqual([])
    expect(await beginsWithTrial(second, await openCheckout(second, price))).toBe(true)
  })

  test("is given back when the provider never opened the checkout", async () => {
    const price = await priceWithTrial()
    const [first, second] = await insertTwoAccounts()
    await control("faults", { mode: "down", paths: ["/v1/checkout/sessions"] })
    expect((await first.call("POST", "/me/checkouts", { price, start: true })).status).toBe(503)
    await control("faults", { mode: "none" })
    takeLog("request.failed")
    const [reserved] = await db.select().from(trialUses)
    expect(reserved?.reservedUntil).toBeLessThan(Date.now() + 2 * 60_000)
    expect(await beginsWithTrial(first, await openCheckout(first, price))).toBe(true)
    expect(await trialDaysShownTo(second, price)).toBe(0)
  })

  test("does not outlive its use: the mark stays after the checkout would have expired", async () => {
    const price = await priceWithTrial()
    const [first, second] = await insertTwoAccounts()
    await subscribe(first, price)
    expect((await db.select().from(trialUses)).map(({ reservedUntil }) => reservedUntil)).toEqual([null, null])
    await runCron("17 3 * * *")
    expect(await trialDaysShownTo(second, price)).toBe(0)
  })

  test("counts for the address that it was reserved for, also when that is changed before the payment", async () => {
    const price = await priceWithTrial()
    const [first, second] = await insertTwoAccounts()
    const url = await openCheckout(first, price)
    await db
      .update(users)
      .set({ email: `${crypto.randomUUID()}@example.com` })
      .where(eq(users.id, first.user.id))
    expect(await beginsWithTrial(first, url)).toBe(true)
    await deliverEvents(await customerOf(first))
    expect(await isPremium(first)).toBe(true)
    expect(await trialDaysShownTo(second, price)).toBe(0)
  })
})

describe("a second trial with the same card", () => {
  const insertUsedCard = async () => {
    const price = await priceWithTrial()
    const first = await insertMember()
    await subscribe(first, price)
    return { price, first }
  }

  test("is ended at once, charges nothing, opens nothing, and its member is told", async () => {
    const { price, first } = await insertUsedCard()
    const second = await insertMember()
    await subscribe(second, price)
    expect([await isPremium(first), await isPremium(second)]).toEqual([true, false])
    expect(await statusesOf(second)).toEqual(["canceled"])
    const charges = await stripe.charges.list({ customer: await customerOf(second) })
    expect(charges.data).toEqual([])
    expect(await newsOf(second)).toEqual(["trial_refused"])
    const [mail] = await mailsTo(second.user.email)
    expect(JSON.parse(mail?.data ?? "{}")).toMatchObject({ state: "trial_refused" })
    const page = await (await second.open("/checkout/success")).text()
    const main = page.slice(page.indexOf("<main"), page.indexOf("</main"))
    expect(main).toContain("There is one free trial per person and per card")
    expect(main).not.toContain("We are waiting")
  })

  test("leaves the plan for sale without a trial, with the same card", async () => {
    const { price } = await insertUsedCard()
    const second = await insertMember()
    await subscribe(second, price)
    expect(await trialDaysShownTo(second, price)).toBe(0)
    await subscribe(second, price)
    expect(await isPremium(second)).toBe(true)
    expect((await statusesOf(second)).toSorted()).toEqual(["active", "canceled"])
  })

  test("is not one with another card", async () => {
    const { price } = await insertUsedCard()
    const second = await insertMember()
    await subscribe(second, price, mastercard)
    expect([await isPremium(second), await statusesOf(second)]).toEqual([true, ["trialing"]])
  })

  test("is one of two when both payments are reported at the same time", async () => {
    const price = await priceWithTrial()
    const members = [await insertMember(), await insertMember(), await insertMember()]
    for (const member of members) await pay(await openCheckout(member, price))
    const events = await Promise.all(members.map(async (member) => eventsOf(await customerOf(member))))
    await Promise.all(events.flat().map((event) => sendEvent(event)))
    const jobs = takeJobs()
    await Promise.all(jobs.map((job) => runJobs([job])))
    const held = await Promise.all(members.map(isPremium))
    expect(held.filter(Boolean)).toHaveLength(1)
    const statuses = (await Promise.all(members.map(statusesOf))).flat()
    expect(statuses.toSorted()).toEqual(["canceled", "canceled", "trialing"])
    const news = (await Promise.all(members.map(newsOf))).flat()
    expect(news.toSorted()).toEqual(["started", "trial_refused", "trial_refused"])
  })

  test.each(["forwards", "backwards"])("is ended and announced once, events coming twice and %s", async (order) => {
    const { price } = await insertUsedCard()
    const second = await insertMember()
    await pay(await openCheckout(second, price))
    const customer = await customerOf(second)
    for (let times = 0; times < 2; times += 1) {
      const events = await eventsOf(customer)
      for (const event of order === "forwards" ? events : events.toReversed()) await sendEvent(event)
      await runJobs()
    }
    expect([await statusesOf(second), await newsOf(second)]).toEqual([["canceled"], ["trial_refused"]])
    expect((await mailsTo(second.user.email)).filter(({ template }) => template === "plan")).toHaveLength(1)
  })

  test("opens nothing while the provider cannot end it, and is ended by the next attempt", async () => {
    const { price } = await insertUsedCard()
    const second = await insertMember()
    await pay(await openCheckout(second, price))
    const customer = await customerOf(second)
    for (const event of await eventsOf(customer)) await sendEvent(event)
    const [subscription] = await providedTo(second)
    await control("faults", { mode: "down", paths: [`/v1/subscriptions/${subscription?.id}`] })
    const jobs = takeJobs()
    expect(await runJobs(jobs)).toContain(false)
    expect(await isPremium(second)).toBe(false)
    await control("faults", { mode: "none" })
    await db.update(paymentEvents).set({ updatedAt: 0 }).where(eq(paymentEvents.stripeCustomer, customer))
    expect(await runJobs(jobs)).not.toContain(false)
    expect([await statusesOf(second), await newsOf(second)]).toEqual([["canceled"], ["trial_refused"]])
    takeLog("job.failed")
  })

  test("of one account in two sessions is ended, and the first one stays", async () => {
    const price = await priceWithTrial()
    const member = await insertMember()
    const first = await openCheckout(member, price)
    // The request that opened the first session died before it was stored.
    await db
      .update(billingCustomers)
      .set({ checkoutSession: null, checkoutUrl: null, checkoutExpiresAt: Date.now() - 1 })
      .where(eq(billingCustomers.userId, member.user.id))
    const second = await openCheckout(member, price)
    expect(second).not.toBe(first)
    await pay(first, visa)
    await pay(second, mastercard)
    await deliverEvents(await customerOf(member))
    expect((await statusesOf(member)).toSorted()).toEqual(["canceled", "trialing"])
    expect(await isPremium(member)).toBe(true)
  })

  test("is known after the first account was erased", async () => {
    const { price, first } = await insertUsedCard()
    await db.delete(users).where(eq(users.id, first.user.id))
    const second = await insertMember()
    await subscribe(second, price)
    expect(await statusesOf(second)).toEqual(["canceled"])
  })

  test("is forgotten after three years", async () => {
    const { price } = await insertUsedCard()
    await db.update(trialUses).set({ createdAt: Date.now() - 3 * 365 * DAY - HOUR })
    await runCron("17 3 * * *")
    expect(await db.select().from(trialUses)).toEqual([])
    const second = await insertMember()
    await subscribe(second, price)
    expect(await statusesOf(second)).toEqual(["trialing"])
  })

  test("is none where staff gave the time before the first payment", async () => {
    const { price } = await insertUsedCard()
    const member = await insertMember()
    const now = Date.now()
    await db.insert(subscriptions).values({
      id: crypto.randomUUID(),
      userId: member.user.id,
      type: "premium",
      stripeId: `grant:${member.user.id}:gift`,
      stripeStatus: "active",
      startedAt: now,
      endsAt: now + 30 * DAY,
      createdAt: now,
      updatedAt: now,
    })
    await subscribe(member, price)
    expect([await statusesOf(member), await isPremium(member)]).toEqual([["trialing"], true])
  })
})

describe("the fingerprint of a card", () => {
  test("is stored nowhere as it is: not with the trial, and not in the provider's events", async () => {
    const price = await priceWithTrial()
    const member = await insertMember()
    const customer = await subscribe(member, price)
    const [method] = (await stripe.paymentMethods.list({ customer })).data
    const fingerprint = method?.card?.fingerprint ?? ""
    expect(fingerprint).toMatch(/^\w{16}$/)
    const events = await eventsOf(customer)
    expect(events.some((event) => JSON.stringify(event).includes(fingerprint))).toBe(true)
    const stored = JSON.stringify([
      await db.select().from(paymentEvents),
      await db.select().from(trialUses),
      await db.select().from(billingCustomers),
      await db.select().from(subscriptions),
    ])
    expect(stored).toContain(customer)
    expect(stored).not.toContain(fingerprint)
    expect(await db.select().from(trialUses)).toHaveLength(2)
  })

  test("is read from the customer when the card page has moved the card there before the first copy", async () => {
    const price = await priceWithTrial()
    await subscribe(await insertMember(), price)
    const second = await insertMember()
    await pay(await openCheckout(second, price))
    expect((await second.call("POST", "/me/billing/card")).ok).toBe(true)
    await deliverEvents(await customerOf(second))
    expect(await statusesOf(second)).toEqual(["canceled"])
  })
})
