import { eq } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { billingActs, invoices, subscriptions, userGroups } from "~/db/schema"
import { DAY } from "~/lib/time"
import { runCron, runJobs } from "../helpers/mail"
import { insertMember } from "../helpers/member"
import {
  eventsOf,
  insertPlan,
  openCheckout,
  pay,
  sendEvent,
  stripe,
  subscribe,
  withSimulator,
} from "../helpers/payments"
import { db, insertGroup } from "../helpers/rows"

withSimulator("desk")

type Member = Awaited<ReturnType<typeof insertMember>>

async function insertStaff(): Promise<Member> {
  const member = await insertMember()
  const group = await insertGroup({ root: true })
  await db.insert(userGroups).values({ userId: member.user.id, groupId: group.id })
  return member
}

const statusOf = async (response: Promise<Response>) => (await response).status
const codeOf = async (response: Promise<Response>) => (await (await response).json<{ code: string }>()).code
const isPremium = async (member: Member) => {
  const response = await member.call("GET", "/me/entitlements")
  return (await response.json<{ data: { holds: boolean; reason: string }[] }>()).data[0]
}
const text = { name: "Premium", summary: "All of it", features: ["One", "Two"] }
const plan = { type: "premium", position: 1, texts: { en: text, fr: text } }
const price = { amount: 2_900, currency: "eur", interval: "month", interval_count: 1, trial_days: 0 }

describe("plans and prices", () => {
  test("are drafted, put up for sale and taken off it; who has a price keeps it", async () => {
    const staff = await insertStaff()
    const member = await insertMember()
    const { id } = await staff.call("POST", "/admin/plans", plan).then((response) => response.json<{ id: string }>())
    const drafted = await staff.call("POST", `/admin/plans/${id}/prices`, price)
    const { id: priceId } = await drafted.json<{ id: string }>()
    const sell = (path: string, is_for_sale: boolean) =>
      statusOf(staff.call("PUT", `/admin/${path}/sale`, { is_for_sale }))
    expect(await statusOf(member.call("POST", "/me/checkouts", { price: priceId, start: true }))).toBe(404)
    expect(await sell(`prices/${priceId}`, true)).toBe(409)
    expect(await sell(`plans/${id}`, true)).toBe(204)
    expect(await sell(`prices/${priceId}`, true)).toBe(204)
    expect(await sell(`prices/${priceId}`, true)).toBe(204)
    const customer = await subscribe(member, priceId)
    expect(await sell(`prices/${priceId}`, false)).toBe(204)
    expect(await isPremium(member)).toMatchObject({ holds: true })
    expect((await stripe.subscriptions.list({ customer })).data).toHaveLength(1)
    expect(await statusOf((await insertMember()).call("POST", "/me/checkouts", { price: priceId, start: true }))).toBe(
      404,
    )
  })

  test("a plan that someone else changed first is not overwritten", async () => {
    const staff = await insertStaff()
    const { id } = await staff.call("POST", "/admin/plans", plan).then((response) => response.json<{ id: string }>())
    const renamed = { ...plan, texts: { en: { ...text, name: "Gold" }, fr: text } }
    expect(await statusOf(staff.call("PUT", `/admin/plans/${id}`, { ...renamed, version: 1 }))).toBe(204)
    expect(await codeOf(staff.call("PUT", `/admin/plans/${id}`, { ...plan, version: 1 }))).toBe("conflict.changed")
    const plans = await staff
      .call("GET", "/admin/plans")
      .then((response) => response.json<{ data: { id: string; texts: { en: { name: string } } }[] }>())
    expect(plans.data.find((one) => one.id === id)?.texts.en.name).toBe("Gold")
  })

  test("are no member's to read or change", async () => {
    const member = await insertMember()
    for (const [method, path, body] of [
      ["GET", "/admin/plans", undefined],
      ["POST", "/admin/plans", plan],
      ["PUT", "/admin/prices/x/sale", { is_for_sale: true }],
      ["GET", `/admin/members/${member.user.id}/billing`, undefined],
      ["POST", `/admin/members/${member.user.id}/grants`, { days: 30, reason: "Me", key: "12345678" }],
      ["POST", "/admin/invoices/x/refund", { reason: "Me", key: "12345678" }],
      ["POST", "/admin/payment-events/x/replay", { reason: "Me" }],
    ] as const)
      expect([path, await statusOf(member.call(method, path, body))]).toEqual([path, 404])
    expect(await isPremium(member)).toMatchObject({ holds: false })
  })
})

describe("time given by staff", () => {
  test("opens Premium, adds up, is given once for a key, and ends by itself", async () => {
    const [staff, member] = [await insertStaff(), await insertMember()]
    const path = `/admin/members/${member.user.id}/grants`
    const give = (key: string) => statusOf(staff.call("POST", path, { days: 10, reason: "A mishap", key }))
    expect(await give("mishap-one")).toBe(204)
    expect(await give("mishap-one")).toBe(204)
    expect(await give("mishap-two")).toBe(204)
    expect(await isPremium(member)).toMatchObject({ holds: true, reason: "complimentary" })
    const billing = await member
      .call("GET", "/me/billing")
      .then((response) => response.json<{ complimentary_until: number }>())
    expect(Math.round((billing.complimentary_until - Date.now()) / DAY)).toBe(20)
    await db
      .update(subscriptions)
      .set({ endsAt: Date.now() - 1 })
      .where(eq(subscriptions.userId, member.user.id))
    await runCron("*/5 * * * *")
    expect(await isPremium(member)).toMatchObject({ holds: false, reason: "ended" })
  })

  test("is not lost by a purchase: the first payment follows it", async () => {
    const [staff, member] = [await insertStaff(), await insertMember()]
    const [sold] = await insertPlan([2_900])
    await staff.call("POST", `/admin/members/${member.user.id}/grants`, { days: 30, reason: "A gift", key: "gift-one" })
    await pay(await openCheckout(member, sold?.id ?? ""))
    const customers = await stripe.customers.list({ email: member.user.email })
    const { data } = await stripe.subscriptions.list({ customer: customers.data[0]?.id ?? "" })
    expect(data[0]).toMatchObject({ status: "trialing" })
    expect(Math.round(((data[0]?.trial_end ?? 0) * 1_000 - Date.now()) / DAY)).toBe(30)
  })

  test("can be ended before its time", async () => {
    const [staff, member] = [await insertStaff(), await insertMember()]
    const path = `/admin/members/${member.user.id}/grants`
    await staff.call("POST", path, { days: 30, reason: "A gift", key: "gift-two" })
    expect(await statusOf(staff.call("DELETE", path, { reason: "By mistake" }))).toBe(204)
    expect(await isPremium(member)).toMatchObject({ holds: false })
  })
})

describe("a refund", () => {
  test("is made once for a key, in parts, never for more than was paid, and recorded with its reason", async () => {
    const [staff, member] = [await insertStaff(), await insertMember()]
    const [sold] = await insertPlan([2_900])
    const customer = await subscribe(member, sold?.id ?? "")
    const [invoice] = await db.select().from(invoices).where(eq(invoices.userId, member.user.id))
    const refund = (body: object) => staff.call("POST", `/admin/invoices/${invoice?.id}/refund`, body)
    expect(await statusOf(refund({ amount: 1_000, reason: "Half a month", key: "first-one" }))).toBe(204)
    expect(await statusOf(refund({ amount: 1_000, reason: "Half a month", key: "first-one" }))).toBe(204)
    expect(await codeOf(refund({ amount: 1_901, reason: "Too much", key: "second-one" }))).toBe(
      "billing.nothing_to_refund",
    )
    expect(await statusOf(refund({ reason: "The rest", key: "third-one" }))).toBe(204)
    expect(await statusOf(refund({ reason: "The rest", key: "third-one" }))).toBe(204)
    expect(await codeOf(refund({ reason: "Again", key: "fourth-one" }))).toBe("billing.nothing_to_refund")
    const charges = await stripe.charges.list({ customer })
    expect(charges.data[0]?.amount_refunded).toBe(2_900)
    const [after] = await db.select().from(invoices).where(eq(invoices.userId, member.user.id))
    expect(after?.refunded).toBe(2_900)
    const acts = await db.select().from(billingActs).where(eq(billingActs.userId, member.user.id))
    expect(acts.map(({ kind, amount, reason }) => [kind, amount, reason])).toEqual([
      ["refund", 1_000, "Half a month"],
      ["refund", 1_900, "The rest"],
    ])
  })
})

describe("a ban", () => {
  test("stops the renewal of the member's plan, who can no longer do it", async () => {
    const [staff, member] = [await insertStaff(), await insertMember()]
    const [sold] = await insertPlan([2_900])
    const customer = await subscribe(member, sold?.id ?? "")
    expect(await statusOf(staff.call("POST", `/admin/members/${member.user.id}/ban`, { reason: "A threat" }))).toBe(204)
    expect(await runJobs()).not.toContain(false)
    const { data } = await stripe.subscriptions.list({ customer })
    expect(data.map(({ cancel_at_period_end }) => cancel_at_period_end)).toEqual([true])
  })
})

describe("a member's billing", () => {
  test("is shown to staff with its events as they came, and an event can be processed again", async () => {
    const [staff, member] = [await insertStaff(), await insertMember()]
    const [sold] = await insertPlan([2_900])
    const customer = await subscribe(member, sold?.id ?? "")
    const found = await staff
      .call("GET", `/admin/members/${member.user.id}/billing`)
      .then((response) => response.json<{ stripe_customer: string; events: { id: string; payload: string }[] }>())
    expect(found.stripe_customer).toBe(customer)
    expect(found.events).toHaveLength((await eventsOf(customer)).length)
    const [latest] = found.events
    expect(JSON.parse(latest?.payload ?? "{}")).toMatchObject({ id: latest?.id })
    await db.delete(subscriptions).where(eq(subscriptions.userId, member.user.id))
    expect(
      await statusOf(staff.call("POST", `/admin/payment-events/${latest?.id}/replay`, { reason: "Lost rows" })),
    ).toBe(204)
    expect(await isPremium(member)).toMatchObject({ holds: true })
  })

  test("of nobody is not found", async () => {
    const staff = await insertStaff()
    expect(await statusOf(staff.call("GET", "/admin/members/nobody/billing"))).toBe(404)
    expect(await statusOf(staff.call("POST", "/admin/payment-events/nothing/replay", { reason: "x" }))).toBe(404)
    await sendEvent({})
    await runJobs()
  })
})
