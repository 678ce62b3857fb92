import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import { describe, expect, test, vi } from "vitest"
import { openDatabase } from "~/db/client.server"
import { auditLog, billingActions, invoices, paymentEvents, sessions, subscriptions, userGroups } from "~/db/schema"
import { sweepBilling } from "~/domain/billing/maintenance.server"
import { DAY, HOUR } from "~/lib/time"
import { asStaff, type Caller } from "../back-office/records/people"
import { en, fetchWith, json } from "../helpers/app"
import { databaseWithout } from "../helpers/broken"
import { ask, runCron, runJobs, submit, takeJobs } from "../helpers/mail"
import { insertMember } from "../helpers/member"
import {
  control,
  eventsOf,
  insertPlan,
  openCheckout,
  pay,
  sendEvent,
  stripe,
  subscribe,
  withSimulator,
} from "../helpers/payments"
import { db, insertGrant, insertGroup } from "../helpers/rows"

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

const planForm = {
  type: "premium",
  "name.en": "Premium",
  "summary.en": "All of it",
  "features.en": "One\nTwo",
  "name.fr": "Premium",
  "summary.fr": "Tout",
  "features.fr": "Un\nDeux",
}
const priceForm = { amount: 2_900, interval: "month", interval_count: 1, trial_days: 0 }

/** Creates a plan and a price of it, both drafts. */
async function draftPlan(finance: Caller) {
  const plan = (await finance.call("POST", "/plans", { values: planForm })).body.id as string
  const drafted = await finance.call("POST", "/prices", { values: { ...priceForm, plan_id: plan } })
  return { plan, price: drafted.body.id as string }
}

/** Runs an act of the kit on one record; returns the code of what refused it, or null. */
async function run(finance: Caller, act: string, id: string): Promise<string | null> {
  const { body } = await finance.call("POST", `/${act}`, { ids: [id] })
  return body.failed[0]?.code ?? null
}

describe("plans and prices", () => {
  test("are drafted, put on sale and withdrawn; a member who pays a price keeps it", async () => {
    const finance = await asStaff("finance")
    const member = await insertMember()
    const { plan, price } = await draftPlan(finance)
    const buy = (buyer: Member) => statusOf(buyer.call("POST", "/me/checkouts", { price, start: true }))
    expect(await buy(member)).toBe(404)
    expect(await run(finance, "prices/acts/sell", price)).toBe("billing.plan_not_for_sale")
    expect(await run(finance, "plans/acts/sell", plan)).toBeNull()
    expect(await run(finance, "prices/acts/sell", price)).toBeNull()
    expect(await run(finance, "prices/acts/sell", price)).toBeNull()
    const customer = await subscribe(member, price)
    expect(await run(finance, "prices/acts/withdraw", price)).toBeNull()
    expect(await isPremium(member)).toMatchObject({ holds: true })
    expect((await stripe.subscriptions.list({ customer })).data).toHaveLength(1)
    expect(await buy(await insertMember())).toBe(404)
    const shown = (await finance.call("GET", `/prices/${price}`)).body
    expect(shown).toMatchObject({ title: "Premium, €29 a month", acts: ["sell"] })
    expect((await stripe.prices.retrieve(shown.cells.reference)).active).toBe(false)
  })

  test("a draft can be discarded and made a draft again without the provider", async () => {
    const finance = await asStaff("finance")
    const { plan, price } = await draftPlan(finance)
    await control("faults", { mode: "down" })
    for (const [kind, id] of [
      ["plans", plan],
      ["prices", price],
    ] as const) {
      expect(await run(finance, `${kind}/acts/discard`, id)).toBeNull()
      expect(await run(finance, `${kind}/acts/discard`, id)).toBe("conflict.changed")
      expect(await run(finance, `${kind}/acts/redraft`, id)).toBeNull()
      expect((await finance.call("GET", `/${kind}/${id}`)).body.acts).toEqual(["sell", "discard"])
    }
    expect(await run(finance, "prices/acts/withdraw", price)).toBeNull()
    expect((await finance.call("GET", `/prices/${price}`)).body.cells.state).toBe("retired")
    expect(await run(finance, "plans/acts/sell", plan)).toBe("billing.unavailable")
    expect((await finance.call("GET", `/plans/${plan}`)).body.cells.state).toBe("draft")
  })

  test("nothing of a price changes, and a plan's type does not either", async () => {
    const finance = await asStaff("finance")
    const { plan, price } = await draftPlan(finance)
    const { version } = (await finance.call("GET", `/prices/${price}`)).body
    expect((await finance.call("PUT", `/prices/${price}`, { version, values: { amount: 1 } })).status).toBe(405)
    const read = (await finance.call("GET", `/plans/${plan}`)).body
    const { type, ...texts } = planForm
    const save = (values: object) => finance.call("PUT", `/plans/${plan}`, { version: read.version, values })
    expect((await save({ ...texts, type: "gold" })).status).toBe(422)
    expect((await finance.call("GET", `/plans/${plan}`)).body.values.type).toBe(type)
  })

  test.each([
    ["an amount below fifty cents", { amount: 49 }, "amount"],
    ["half a cent", { amount: 2_900.5 }, "amount"],
    ["an amount in words", { amount: "ten" }, "amount"],
    ["an interval of no months", { interval_count: 0 }, "interval_count"],
    ["a trial of more than ninety days", { trial_days: 91 }, "trial_days"],
    ["an interval that the provider does not have", { interval: "day" }, "interval"],
  ])("a price with %s is refused", async (_, wrong, field) => {
    const finance = await asStaff("finance")
    const { plan } = await draftPlan(finance)
    const { status, body } = await finance.call("POST", "/prices", {
      values: { ...priceForm, ...wrong, plan_id: plan },
    })
    expect([status, Object.keys(body.errors ?? body)]).toEqual([422, [`values.${field}`]])
  })

  test("an amount is typed with a comma or a point", async () => {
    const finance = await asStaff("finance")
    const { plan } = await draftPlan(finance)
    for (const [typed, amount] of [
      ["29,90", 2_990],
      ["29.9", 2_990],
      ["29", 2_900],
    ] as const) {
      const values = { ...priceForm, amount: typed, plan_id: plan }
      const { id } = (await finance.call("POST", "/prices", { values })).body
      expect((await finance.call("GET", `/prices/${id}`)).body.cells.amount).toBe(amount)
    }
  })

  test("a plan with an empty line, a long one or too many among what it gives is refused", async () => {
    const finance = await asStaff("finance")
    for (const features of ["One\n\nTwo", "x".repeat(121), Array(21).fill("x").join("\n")]) {
      const values = { ...planForm, "features.en": features }
      const { status, body } = await finance.call("POST", "/plans", { values })
      expect([status, body.errors ?? body]).toEqual([422, { "values.features.en": [expect.any(String)] }])
    }
  })

  test("a plan's new name is given to the provider, also when its job was lost", async () => {
    const finance = await asStaff("finance")
    const { plan } = await draftPlan(finance)
    await run(finance, "plans/acts/sell", plan)
    const { cells } = (await finance.call("GET", `/plans/${plan}`)).body
    const nameAtProvider = async () => (await stripe.products.retrieve(cells.product)).name
    const rename = async (name: string) => {
      const { version, values } = (await finance.call("GET", `/plans/${plan}`)).body
      const { type: _, ...texts } = values
      expect(
        (await finance.call("PUT", `/plans/${plan}`, { version, values: { ...texts, "name.en": name } })).status,
      ).toBe(200)
    }
    await rename("Gold")
    expect(await runJobs()).not.toContain(false)
    expect(await nameAtProvider()).toBe("Gold")
    await rename("Silver")
    takeJobs()
    await runCron("17 3 * * *")
    expect(await runJobs()).not.toContain(false)
    expect(await nameAtProvider()).toBe("Silver")
    expect((await stripe.products.retrieve(cells.product)).active).toBe(true)
  })

  test("a plan that someone else changed first is not overwritten", async () => {
    const finance = await asStaff("finance")
    const { plan } = await draftPlan(finance)
    const { version } = (await finance.call("GET", `/plans/${plan}`)).body
    const { type: _, ...texts } = planForm
    const save = (name: string) =>
      finance.call("PUT", `/plans/${plan}`, { version, values: { ...texts, "name.en": name } })
    expect((await save("Gold")).status).toBe(200)
    expect((await save("Silver")).body.code).toBe("conflict.changed")
    expect((await finance.call("GET", `/plans/${plan}`)).body.title).toBe("Gold")
  })

  test("are no member's to read or change, and no moderator's", async () => {
    const member = await insertMember()
    const moderator = await asStaff("moderator")
    for (const [method, path, body] of [
      ["GET", "/plans", undefined],
      ["POST", "/plans", { values: planForm }],
      ["POST", "/prices", { values: priceForm }],
      ["POST", "/prices/acts/sell", { ids: ["x"] }],
    ] as const) {
      expect([path, await statusOf(member.call(method, `/admin${path}`, body))]).toEqual([path, 404])
      expect([path, (await moderator.call(method, path, body)).status]).toEqual([path, 404])
    }
    for (const [method, path, body] of [
      ["GET", `/admin/users/${member.user.id}/billing`, undefined],
      ["POST", `/admin/users/${member.user.id}/grants`, { days: 30, reason: "Me", key: "12345678" }],
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
    const path = `/admin/users/${member.user.id}/grants`
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

  test("is recorded as repeated when it is given again for its key", async () => {
    const [staff, member] = [await insertStaff(), await insertMember()]
    const gift = { days: 10, reason: "A mishap", key: "mishap-one" }
    for (let times = 0; times < 2; times += 1)
      expect(await statusOf(staff.call("POST", `/admin/users/${member.user.id}/grants`, gift))).toBe(204)
    const entries = await db.select().from(auditLog).where(eq(auditLog.targetId, member.user.id)).orderBy(auditLog.seq)
    expect(
      entries.filter(({ action }) => action === "billing.grant").map(({ details }) => JSON.parse(details)),
    ).toEqual([{ days: 10 }, { isRepeated: true }])
  })

  test("is given by nobody to themselves, and their own payments are refunded by others", async () => {
    const finance = await insertMember()
    await insertGrant({ userId: finance.user.id, role: "finance" })
    const [sold] = await insertPlan([2_900])
    const customer = await subscribe(finance, sold?.id ?? "")
    const [invoice] = await db.select().from(invoices).where(eq(invoices.userId, finance.user.id))
    const own = { reason: "Me", key: "my-own-key" }
    const grants = `/admin/users/${finance.user.id}/grants`
    const [event] = await db.select().from(paymentEvents).where(eq(paymentEvents.stripeCustomer, customer))
    const replay = `/admin/payment-events/${event?.id}/replay`
    expect(await codeOf(finance.call("POST", replay, { reason: "Me" }))).toBe("staff.own_account")
    const retried = await finance.call("POST", "/admin/payment-events/acts/retry", { ids: [event?.id] })
    expect((await retried.json<{ failed: { code: string }[] }>()).failed.map(({ code }) => code)).toEqual([
      "staff.own_account",
    ])
    expect(await codeOf(finance.call("POST", grants, { ...own, days: 30 }))).toBe("staff.own_account")
    expect(await codeOf(finance.call("DELETE", grants, { reason: "Me" }))).toBe("staff.own_account")
    expect(await codeOf(finance.call("POST", `/admin/invoices/${invoice?.id}/refund`, own))).toBe("staff.own_account")
    expect(await db.select().from(billingActions).where(eq(billingActions.userId, finance.user.id))).toEqual([])
    const page = await (await finance.open(`/dashboard/admin/users/${finance.user.id}`)).text()
    expect([page.includes("Payment events"), page.includes('value="refund"')]).toEqual([true, false])
  })

  test("is not lost by a purchase: the first payment follows it", async () => {
    const [staff, member] = [await insertStaff(), await insertMember()]
    const [sold] = await insertPlan([2_900])
    await staff.call("POST", `/admin/users/${member.user.id}/grants`, { days: 30, reason: "A gift", key: "gift-one" })
    await pay(await openCheckout(member, sold?.id ?? ""))
    const customers = await stripe.customers.list({ email: member.user.email })
    const { data } = await stripe.subscriptions.list({ customer: customers.data[0]?.id ?? "" })
    expect(data[0]).toMatchObject({ status: "trialing" })
    expect(Math.round(((data[0]?.trial_end ?? 0) * 1_000 - Date.now()) / DAY)).toBe(30)
  })

  test("can be ended before its time", async () => {
    const [staff, member] = [await insertStaff(), await insertMember()]
    const path = `/admin/users/${member.user.id}/grants`
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
    const actions = await db.select().from(billingActions).where(eq(billingActions.userId, member.user.id))
    expect(actions.map(({ kind, amount, reason }) => [kind, amount, reason])).toEqual([
      ["refund", 1_000, "Half a month"],
      ["refund", 1_900, "The rest"],
    ])
  })
})

describe("an act of finance without a fresh proof", () => {
  test("is refused, and neither refunds, gives, ends nor processes anything again", async () => {
    const [staff, member] = [await insertStaff(), await insertMember()]
    const [sold] = await insertPlan([2_900])
    const customer = await subscribe(member, sold?.id ?? "")
    const [invoice] = await db.select().from(invoices).where(eq(invoices.userId, member.user.id))
    const [event] = await db.select().from(paymentEvents).where(eq(paymentEvents.stripeCustomer, customer))
    const grants = `/admin/users/${member.user.id}/grants`
    const actions: [string, string, object][] = [
      ["POST", `/admin/invoices/${invoice?.id}/refund`, { reason: "Half a month", key: "unproven-one" }],
      ["POST", grants, { reason: "Half a month", key: "unproven-two", days: 30 }],
      ["DELETE", grants, { reason: "Half a month" }],
      ["POST", `/admin/payment-events/${event?.id}/replay`, { reason: "Half a month" }],
    ]
    await db
      .update(sessions)
      .set({ confirmedAt: Date.now() - 10 * 60_000 })
      .where(eq(sessions.userId, staff.user.id))
    for (const [method, path, body] of actions)
      expect([path, await codeOf(staff.call(method, path, body))]).toEqual([path, "auth.confirm_required"])
    expect((await stripe.charges.list({ customer })).data[0]?.amount_refunded).toBe(0)
    expect(await db.select().from(billingActions).where(eq(billingActions.userId, member.user.id))).toEqual([])
  })
})

describe("the forms of a member's page", () => {
  const browserOf = async (role: "finance" | "support") => {
    const { user, cookie } = await insertMember()
    await insertGrant({ userId: user.id, role })
    const headers = { Cookie: cookie }
    const page = (member: Member) => `${en}/dashboard/admin/users/${member.user.id}`
    return {
      see: async (member: Member) => (await ask(page(member), { headers })).text(),
      send: (member: Member, fields: Record<string, string>) => submit(page(member), fields, { headers }),
    }
  }
  const hiddenIn = (html: string, name: string) => html.match(new RegExp(`name="${name}" value="([^"]+)"`))?.[1] ?? ""

  test("refund an amount as it is typed, once for a page, and keep what was typed of a wrong one", async () => {
    const [finance, member] = [await browserOf("finance"), await insertMember()]
    const [sold] = await insertPlan([2_900])
    const customer = await subscribe(member, sold?.id ?? "")
    const html = await finance.see(member)
    const form = { intent: "refund", id: hiddenIn(html, "id"), key: hiddenIn(html, "key"), reason: "Half a month" }
    for (const amount of ["ten", "-5", "1e3", "10.005", "9999999"]) {
      const refused = await finance.send(member, { ...form, amount })
      expect([amount, refused.status]).toEqual([amount, 422])
      const page = await refused.text()
      expect(page).toContain(`value="${amount}"`)
      expect(page).toContain("Half a month</textarea>")
    }
    expect((await finance.send(member, { ...form, amount: "29,01" })).status).toBe(409)
    expect((await finance.send(member, { ...form, amount: "10,50" })).status).toBe(200)
    expect((await finance.send(member, { ...form, amount: "10,50" })).status).toBe(200)
    const charges = await stripe.charges.list({ customer })
    expect(charges.data[0]?.amount_refunded).toBe(1_050)
    const after = await finance.see(member)
    expect(after).toContain("€10.50 refunded")
    expect(after).toContain("At most €18.50.")
    expect(hiddenIn(after, "key")).not.toBe(form.key)
  })

  test("give Premium, end it, and process an event that failed again", async () => {
    const [finance, member] = [await browserOf("finance"), await insertMember()]
    const [sold] = await insertPlan([2_900])
    const customer = await subscribe(member, sold?.id ?? "")
    await db.delete(subscriptions).where(eq(subscriptions.userId, member.user.id))
    const key = hiddenIn(await finance.see(member), "key")
    const give = (days: string) => finance.send(member, { intent: "grant", key, days, reason: "A mishap" })
    for (const days of ["0", "731", "1.5", ""]) expect([days, (await give(days)).status]).toEqual([days, 422])
    for (let times = 0; times < 2; times += 1) expect((await give("10")).status).toBe(200)
    expect(await isPremium(member)).toMatchObject({ holds: true, reason: "complimentary" })
    expect(await finance.see(member)).toContain("Give Premium, 10 days")
    expect((await finance.send(member, { intent: "grant_end", reason: "By mistake" })).status).toBe(200)
    expect(await isPremium(member)).toMatchObject({ holds: false })

    await db.update(paymentEvents).set({ state: "failed" }).where(eq(paymentEvents.stripeCustomer, customer))
    const [failed] = await db.select().from(paymentEvents).where(eq(paymentEvents.stripeCustomer, customer))
    const again = { intent: "replay", id: failed?.id ?? "", reason: "Lost rows" }
    expect((await finance.send(member, again)).status).toBe(200)
    expect(await isPremium(member)).toMatchObject({ holds: true })
  })

  test("are not there for those who only read billing, and refuse them", async () => {
    const [support, member] = [await browserOf("support"), await insertMember()]
    const [sold] = await insertPlan([2_900])
    await subscribe(member, sold?.id ?? "")
    const [invoice] = await db.select().from(invoices).where(eq(invoices.userId, member.user.id))
    const html = await support.see(member)
    expect(html).toContain(invoice?.number ?? "no number")
    for (const intent of ["refund", "grant", "grant_end", "replay"]) {
      expect(html).not.toContain(`value="${intent}"`)
      const form = { intent, id: invoice?.id ?? "", key: "my-own-key", days: "30", amount: "", reason: "Me" }
      expect([intent, (await support.send(member, form)).status]).toEqual([intent, 404])
    }
    expect(await db.select().from(billingActions).where(eq(billingActions.userId, member.user.id))).toEqual([])
  })
})

describe("a closure", () => {
  test("stops the renewal of the member's plan, who can no longer do it", async () => {
    const member = await insertMember()
    const [sold] = await insertPlan([2_900])
    const customer = await subscribe(member, sold?.id ?? "")
    for (const staff of [await insertStaff(), await insertStaff()])
      expect(await statusOf(staff.call("POST", `/admin/users/${member.user.id}/closure`, { reason: "A threat" }))).toBe(
        200,
      )
    expect(await runJobs()).not.toContain(false)
    const { data } = await stripe.subscriptions.list({ customer })
    expect(data.map(({ cancel_at_period_end }) => cancel_at_period_end)).toEqual([true])
  })
})

describe("a member's billing", () => {
  test("has the payloads of a week; an event without one can be processed again, and goes after 90 days", async () => {
    const [staff, member] = [await insertStaff(), await insertMember()]
    const [sold] = await insertPlan([2_900])
    const customer = await subscribe(member, sold?.id ?? "")
    const rows = () => db.select().from(paymentEvents).where(eq(paymentEvents.stripeCustomer, customer))
    const [old, young] = await rows()
    const payloads = async () => {
      const response = await staff.call("GET", `/admin/users/${member.user.id}/billing`)
      const { events } = await response.json<{ events: { id: string; payload: string }[] }>()
      return new Map(events.map(({ id, payload }) => [id, payload]))
    }
    const before = await payloads()
    const age = (id: string | undefined, time: number) =>
      db
        .update(paymentEvents)
        .set({ createdAt: Date.now() - time })
        .where(eq(paymentEvents.id, id ?? ""))
    const sweep = () => sweepBilling({ db: openDatabase(env.DB, "first-primary").db, now: () => Date.now() })
    await age(old?.id, 7 * DAY + HOUR)
    await age(young?.id, 7 * DAY - HOUR)
    await sweep()
    const after = await payloads()
    expect(after).toEqual(new Map([...before, [old?.id, "{}"]]))
    expect(before.get(young?.id ?? "")).not.toBe("{}")
    const { payload: _, createdAt: __, ...rest } = old ?? {}
    expect((await rows()).find(({ id }) => id === old?.id)).toMatchObject(rest)

    await db.delete(subscriptions).where(eq(subscriptions.userId, member.user.id))
    const replay = staff.call("POST", `/admin/payment-events/${old?.id}/replay`, { reason: "Lost rows" })
    expect(await statusOf(replay)).toBe(204)
    expect(await isPremium(member)).toMatchObject({ holds: true })

    await age(old?.id, 90 * DAY + HOUR)
    await sweep()
    expect([...(await payloads()).keys()].toSorted()).toEqual(
      [...before.keys()].filter((id) => id !== old?.id).toSorted(),
    )
  })

  test("is shown to staff with its events as they came, and an event can be processed again", async () => {
    const [staff, member] = [await insertStaff(), await insertMember()]
    const [sold] = await insertPlan([2_900])
    const customer = await subscribe(member, sold?.id ?? "")
    const found = await staff
      .call("GET", `/admin/users/${member.user.id}/billing`)
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

  test("an event is not reset by a replay that is not recorded", async () => {
    const [staff, member] = [await insertStaff(), await insertMember()]
    const [sold] = await insertPlan([2_900])
    const customer = await subscribe(member, sold?.id ?? "")
    const [event] = await db.select().from(paymentEvents).where(eq(paymentEvents.stripeCustomer, customer))
    const id = event?.id ?? ""
    await db.update(paymentEvents).set({ state: "failed" }).where(eq(paymentEvents.id, id))
    const headers = { Authorization: `Bearer ${staff.session.token}` }
    const error = vi.spyOn(console, "error").mockImplementation(() => {})
    const response = await fetchWith(
      { DB: databaseWithout("billing_acts") },
      `/api/admin/payment-events/${id}/replay`,
      json({ reason: "Lost rows" }, headers),
    )
    error.mockRestore()
    const [after] = await db.select().from(paymentEvents).where(eq(paymentEvents.id, id))
    expect([response.status, after?.state]).toEqual([500, "failed"])
  })

  test("of nobody is not found", async () => {
    const staff = await insertStaff()
    expect(await statusOf(staff.call("GET", "/admin/users/nobody/billing"))).toBe(404)
    expect(await statusOf(staff.call("POST", "/admin/payment-events/nothing/replay", { reason: "x" }))).toBe(404)
    await sendEvent({})
    await runJobs()
  })
})
