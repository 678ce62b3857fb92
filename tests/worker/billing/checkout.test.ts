import { eq } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { billingCustomers, consents, invoices, prices, subscriptions, trialUses } from "~/db/schema"
import { fetchWith, json, withAccess } from "../helpers/app"
import { takeLog } from "../helpers/log"
import { mailBindings, mailsTo } from "../helpers/mail"
import { insertMember } from "../helpers/member"
import {
  control,
  customerOf,
  deliverEvents,
  insertPlan,
  openCheckout,
  pay,
  stripe,
  subscribe,
  withSimulator,
} from "../helpers/payments"
import { db } from "../helpers/rows"

withSimulator("checkout")

type Member = Awaited<ReturnType<typeof insertMember>>

const buy = (member: Member, price: string, start: unknown = true) =>
  member.call("POST", "/me/checkouts", { price, start })
const meOf = (member: Member) =>
  member
    .call("GET", "/auth/me")
    .then((response) =>
      response.json<{ subscriptions: { type: string; stripe_status: string; stripe_price: string | null }[] }>(),
    )
const billingOf = (member: Member) =>
  member.call("GET", "/me/billing").then((response) =>
    response.json<{
      plan: { status: string; next_payment: { amount: number } | null } | null
      card: { last4: string } | null
    }>(),
  )
const codeOf = (response: Response) => response.json<{ code: string }>().then(({ code }) => code)
const liveAt = async (customer: string) => (await stripe.subscriptions.list({ customer })).data.length

describe("a checkout", () => {
  test("a paid checkout makes the member Premium, with an invoice, a notification and a mail", async () => {
    const [price] = await insertPlan([2_900])
    const member = await insertMember()
    await subscribe(member, price?.id ?? "")
    expect((await meOf(member)).subscriptions).toEqual([
      { type: "premium", stripe_status: "active", stripe_price: price?.stripePrice },
    ])
    expect(await billingOf(member)).toMatchObject({
      plan: { status: "active", next_payment: { amount: 2_900 } },
      card: { last4: "4242" },
    })
    const [invoice] = await db.select().from(invoices).where(eq(invoices.userId, member.user.id))
    expect(invoice).toMatchObject({ total: 2_900, tax: 483, paid: 2_900, status: "paid" })
    const news = await member
      .call("GET", "/notifications")
      .then((response) => response.json<{ data: { title: string }[] }>())
    expect(news.data.map(({ title }) => title)).toEqual(["Premium is active"])
    expect((await mailsTo(member.user.email)).map(({ template }) => template)).toEqual(["plan"])
    const events = await member
      .call("GET", "/events?after=0")
      .then((response) => response.json<{ data: { type: string }[] }>())
    expect(events.data.map(({ type }) => type)).toContain("billing")
  })

  test("an invoice's PDF is its member's alone, in the API and on the page", async () => {
    const [price] = await insertPlan([2_900])
    const [member, other] = [await insertMember(), await insertMember()]
    await subscribe(member, price?.id ?? "")
    const [invoice] = await db.select().from(invoices).where(eq(invoices.userId, member.user.id))
    const own = await member.call("GET", `/me/invoices/${invoice?.id}/pdf`)
    expect([own.status, (await own.text()).slice(0, 5)]).toEqual([200, "%PDF-"])
    expect((await other.call("GET", `/me/invoices/${invoice?.id}/pdf`)).status).toBe(404)
    expect((await other.open(`/profile/invoices/${invoice?.id}/pdf`)).status).toBe(404)
    expect((await fetchWith({}, `/api/me/invoices/${invoice?.id}/pdf`, await withAccess())).status).toBe(401)
  })

  test("the success page grants nothing: without the provider's word there is no plan", async () => {
    const [price] = await insertPlan([2_900])
    const member = await insertMember()
    await openCheckout(member, price?.id ?? "")
    await member.open("/checkout/success")
    expect((await meOf(member)).subscriptions).toEqual([])
  })

  test("a declined card buys nothing, and the same page takes another card", async () => {
    const [price] = await insertPlan([2_900])
    const member = await insertMember()
    const url = await openCheckout(member, price?.id ?? "")
    expect((await pay(url, "4000000000000002")).status).not.toBe(303)
    await deliverEvents(await customerOf(member))
    expect((await meOf(member)).subscriptions.filter(({ stripe_status }) => stripe_status === "active")).toEqual([])
    expect((await pay(url)).status).toBe(303)
    await deliverEvents(await customerOf(member))
    expect((await meOf(member)).subscriptions.map(({ stripe_status }) => stripe_status)).toContain("active")
  })

  test("an unknown price, a draft and a retired one are not found", async () => {
    const [price] = await insertPlan([2_900])
    const member = await insertMember()
    expect((await buy(member, "nothing")).status).toBe(404)
    for (const state of ["draft", "retired"] as const) {
      await db
        .update(prices)
        .set({ state })
        .where(eq(prices.id, price?.id ?? ""))
      expect((await buy(member, price?.id ?? "")).status).toBe(404)
    }
  })

  test("without the request for an immediate start nothing is bought; with it, it is recorded", async () => {
    const [price] = await insertPlan([2_900])
    const member = await insertMember()
    expect((await buy(member, price?.id ?? "", false)).status).toBe(422)
    expect((await buy(member, price?.id ?? "")).status).toBe(201)
    const kinds = await db.select({ kind: consents.kind }).from(consents).where(eq(consents.userId, member.user.id))
    expect(kinds).toContainEqual({ kind: "immediate_start" })
  })

  test("two tabs at once get one payment page, for one customer", async () => {
    const [price] = await insertPlan([2_900])
    const member = await insertMember()
    const responses = await Promise.all([1, 2, 3].map(() => buy(member, price?.id ?? "")))
    const urls = new Set<string>()
    for (const response of responses)
      if (response.status === 201) urls.add((await response.json<{ url: string }>()).url)
    expect(urls.size).toBe(1)
    const customers = await stripe.customers.list({ email: member.user.email })
    expect(customers.data).toHaveLength(1)
  })

  test("a checkout of another price replaces the first: one subscription comes of two pages", async () => {
    const [month, year] = await insertPlan([2_900, 29_000])
    const member = await insertMember()
    const first = await openCheckout(member, month?.id ?? "")
    const second = await openCheckout(member, year?.id ?? "")
    expect((await pay(first)).status).toBe(410)
    expect((await pay(second)).status).toBe(303)
    expect(await liveAt(await customerOf(member))).toBe(1)
  })

  test("a price that was bought in another tab is not sold again, even before its event came", async () => {
    const [price] = await insertPlan([2_900])
    const member = await insertMember()
    await pay(await openCheckout(member, price?.id ?? ""))
    const again = await buy(member, price?.id ?? "")
    expect([again.status, await codeOf(again)]).toEqual([409, "billing.subscribed"])
    expect((await meOf(member)).subscriptions).toHaveLength(1)
  })

  test("a member with a plan that no checkout here began buys no second one", async () => {
    const [price] = await insertPlan([2_900])
    const member = await insertMember()
    const customer = await subscribe(member, price?.id ?? "")
    await db
      .update(billingCustomers)
      .set({ checkoutKey: null, checkoutSession: null, checkoutUrl: null })
      .where(eq(billingCustomers.stripeCustomer, customer))
    const again = await buy(member, price?.id ?? "")
    expect([again.status, await codeOf(again)]).toEqual([409, "billing.subscribed"])
  })

  test("while the provider is down or talks nonsense, a sentence says so, and the next try works", async () => {
    const [price] = await insertPlan([2_900])
    const member = await insertMember()
    for (const mode of ["down", "nonsense", "rate_limited"]) {
      await control("faults", { mode })
      const refused = await buy(member, price?.id ?? "")
      expect([mode, refused.status, await codeOf(refused)]).toEqual([mode, 503, "billing.unavailable"])
    }
    await control("faults", { mode: "none" })
    expect((await buy(member, price?.id ?? "")).status).toBe(201)
    expect(takeLog("request.failed")).toHaveLength(3)
  })

  test("a response that is lost on the way makes no second session", async () => {
    const [price] = await insertPlan([2_900])
    const member = await insertMember()
    await control("faults", { mode: "lost", paths: ["/v1/checkout/sessions"], count: 1 })
    expect((await buy(member, price?.id ?? "")).status).toBe(201)
    const sessions = await stripe.checkout.sessions.list({ customer: await customerOf(member) })
    expect(sessions.data).toHaveLength(1)
  })

  test("without a payment provider nothing can be bought, and the plans are still shown", async () => {
    const [price] = await insertPlan([2_900])
    const { session } = await insertMember()
    const without = { ...mailBindings, STRIPE_SECRET_KEY: "", STRIPE_WEBHOOK_SECRET: "" }
    const headers = { Authorization: `Bearer ${session.token}` }
    const init = json({ price: price?.id, start: true })
    const refused = await fetchWith(without, "/api/me/checkouts", { ...init, headers: { ...init.headers, ...headers } })
    expect([refused.status, await codeOf(refused)]).toEqual([503, "billing.unavailable"])
    expect(takeLog("request.failed")).toHaveLength(1)
    const plans = await fetchWith(without, "/api/plans", { headers })
    expect((await plans.json<{ data: object[] }>()).data.length).toBeGreaterThan(0)
  })
})

describe("a trial", () => {
  test("opens Premium while it lasts, although the subscription is only trialing", async () => {
    const [price] = await insertPlan([2_900], 7)
    const member = await insertMember()
    await subscribe(member, price?.id ?? "")
    const { subscriptions: held } = await meOf(member)
    expect(held.map(({ stripe_status }) => stripe_status).toSorted()).toEqual(["active", "trialing"])
    const rights = await member
      .call("GET", "/me/entitlements")
      .then((response) => response.json<{ data: { rule: string; holds: boolean; reason: string }[] }>())
    expect(rights.data[0]).toMatchObject({ rule: "premium", holds: true, reason: "trial" })
  })

  test("a person has one, also with another spelling of the address and after the account was erased", async () => {
    const [price] = await insertPlan([2_900], 7)
    const first = await insertMember({ email: "eve.adams@gmail.com" })
    await subscribe(first, price?.id ?? "")
    expect(await db.select().from(trialUses)).not.toEqual([])
    await db.delete(subscriptions).where(eq(subscriptions.userId, first.user.id))
    const second = await insertMember({ email: "eveadams+again@gmail.com" })
    await subscribe(second, price?.id ?? "")
    expect((await meOf(second)).subscriptions.map(({ stripe_status }) => stripe_status)).toEqual(["active"])
  })
})

describe("the prices before an account", () => {
  test("are read by anybody, and lead to joining, which goes on to the payment", async () => {
    const [price] = await insertPlan([29_00], 7)
    const response = await fetchWith({}, "/plans", await withAccess())
    const page = await response.text()
    expect(response.status).toBe(200)
    expect(page).toContain("€29")
    expect(page).toContain(`/become-member?back=${encodeURIComponent(`/checkout/${price?.id}`)}`)
  })

  test("are a member's own page, at the interval that was asked for", async () => {
    const member = await insertMember()
    const response = await member.open("/plans?interval=1")
    expect([response.status, response.headers.get("Location")]).toEqual([302, "/profile/plans?interval=1"])
  })
})
