import { beforeAll, describe, expect, inject, test } from "vitest"
import type { PaymentProvider } from "~/domain/core/ports/payments"
import { createStripe } from "../../../worker/adapters/stripe/stripe"
import { control, stripe, withSimulator } from "../helpers/payments"

withSimulator("adapter")

const settings = { secretKey: "sk_test_simulator", webhookSecret: "whsec_of_the_tests" }
let payments: PaymentProvider
let price = ""

beforeAll(async () => {
  payments = createStripe({ ...settings, origin: inject("paymentsOrigins").adapter ?? "" })
  const product = await stripe.products.create({ name: "Premium" })
  const recurring = { interval: "month" as const }
  price = (await stripe.prices.create({ product: product.id, currency: "eur", unit_amount: 2_900, recurring })).id
})

let seeds = 0
interface Seeded {
  customer: string
  subscription: string
}

/** A customer with this many paid invoices. */
const seed = (cycles = 1) => control<Seeded>("seed", { key: `adapter-${++seeds}`, customer: {}, price, cycles })

/** A customer whose second invoice was declined twice, and then paid with another card. */
async function payAtThirdTry(): Promise<Seeded & { invoice: string }> {
  const seeded = await seed()
  const setMethod = async (method: string) => {
    const { id } = await stripe.paymentMethods.attach(method, { customer: seeded.customer })
    await stripe.customers.update(seeded.customer, { invoice_settings: { default_payment_method: id } })
    await stripe.subscriptions.update(seeded.subscription, { default_payment_method: id })
  }
  await setMethod("pm_card_chargeCustomerFail")
  await control("clock", { advance_seconds: 35 * 24 * 3_600 })
  const [open] = (await stripe.invoices.list({ customer: seeded.customer, status: "open" })).data
  await setMethod("pm_card_visa")
  await stripe.invoices.pay(open?.id ?? "")
  return { ...seeded, invoice: open?.id ?? "" }
}

const chargesOf = async (customer: string) => (await stripe.charges.list({ customer })).data
const paidOf = async (customer: string) => (await chargesOf(customer)).find(({ status }) => status === "succeeded")
const readInvoice = async (customer: string, ref: string) =>
  (await payments.readCustomer(customer)).invoices.find((one) => one.ref === ref)

/** A customer with a card, whose subscription has another one of its own. */
async function withTwoCards(): Promise<Seeded> {
  const seeded = await seed()
  const attach = async (method: string) =>
    (await stripe.paymentMethods.attach(method, { customer: seeded.customer })).id
  const [first, own] = [await attach("pm_card_visa"), await attach("pm_card_mastercard")]
  await stripe.customers.update(seeded.customer, { invoice_settings: { default_payment_method: first } })
  await stripe.subscriptions.update(seeded.subscription, { default_payment_method: own })
  return seeded
}

describe("the read of a customer", () => {
  test("is made again if a subscription ends before its next invoice is read", async () => {
    const { customer, subscription } = await seed()
    await control("faults", { mode: "slow", delay_ms: 2_000, paths: ["/v1/invoices/create_preview"], count: 1 })
    const reading = payments.readCustomer(customer)
    // The subscription is listed, and the preview waits.
    await new Promise((resolve) => setTimeout(resolve, 300))
    await stripe.subscriptions.cancel(subscription)
    expect((await reading).subscriptions).toMatchObject([{ status: "canceled" }])
  })

  test("shows the card of the subscription, which is the one that is charged, before the customer's", async () => {
    const { customer, subscription } = await withTwoCards()
    expect((await payments.readCustomer(customer)).card?.brand).toBe("mastercard")
    await stripe.subscriptions.update(subscription, { default_payment_method: "" })
    expect((await payments.readCustomer(customer)).card?.brand).toBe("visa")
  })

  test("a card that is replaced on the provider's page is charged from then on, for the subscription as well", async () => {
    const { customer, subscription } = await withTwoCards()
    expect(await payments.openCardPage(customer, "http://en.localhost/profile/billing", "en")).toMatch(/^http/)
    expect((await stripe.subscriptions.retrieve(subscription)).default_payment_method).toBeNull()
    expect((await payments.readCustomer(customer)).card?.brand).toBe("mastercard")
  })

  test("who was deleted says so, with subscriptions that have ended, no card, and their invoices", async () => {
    const { customer, subscription } = await seed(2)
    await stripe.customers.del(customer)
    const read = await payments.readCustomer(customer)
    expect(read).toMatchObject({ isDeleted: true, card: null, credit: null })
    expect(read.subscriptions).toMatchObject([{ ref: subscription, status: "canceled", next: null }])
    expect(read.invoices).toHaveLength(2)
  })

  test("who is unknown is that of a deleted one with nothing", async () => {
    const nothing = { subscriptions: [], invoices: [], disputes: [], failedRefunds: [], card: null, credit: null }
    expect(await payments.readCustomer("cus_of_nobody")).toEqual({ isDeleted: true, ...nothing })
  })

  test("has the card that the customer pays with, where the subscription has none", async () => {
    const { customer, subscription } = await seed()
    await stripe.subscriptions.update(subscription, { default_payment_method: "" })
    const { id } = await stripe.paymentMethods.attach("pm_card_mastercard", { customer })
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } })
    expect((await payments.readCustomer(customer)).card).toMatchObject({ brand: "mastercard", last4: "4444" })
  })

  test("adds up what was refunded of a payment that failed before it was made", async () => {
    const { customer, invoice } = await payAtThirdTry()
    const charges = await chargesOf(customer)
    const tries = charges.filter((one) => one.payment_intent === charges[0]?.payment_intent)
    const [latest, ...others] = tries.map(({ status }) => status)
    expect([latest, new Set(others), others.length > 1]).toEqual(["succeeded", new Set(["failed"]), true])
    await stripe.refunds.create({ charge: tries[0]?.id ?? "", amount: 1_000 })
    await stripe.refunds.create({ charge: tries[0]?.id ?? "", amount: 900 })
    expect(await readInvoice(customer, invoice)).toMatchObject({ status: "paid", paid: 2_900, refunded: 1_900 })
  })

  test("does not count a refund that the bank sent back, and reports it", async () => {
    const { customer } = await seed()
    const { id: charge = "" } = (await paidOf(customer)) ?? {}
    for (const amount of [500, 700]) await stripe.refunds.create({ charge, amount })
    const [latest] = (await stripe.refunds.list({ charge })).data
    await control("refunds/fail", { refund: latest?.id })
    const { invoices, failedRefunds } = await payments.readCustomer(customer)
    expect(invoices.map(({ refunded }) => refunded)).toEqual([500])
    expect(failedRefunds).toEqual([{ ref: latest?.id, invoice: invoices[0]?.ref, amount: 700, currency: "eur" }])
  })

  test("counts all refunds of a payment that has more of them than are listed with it", async () => {
    const { customer } = await seed()
    const { id: charge = "" } = (await paidOf(customer)) ?? {}
    for (let times = 0; times < 12; times++) await stripe.refunds.create({ charge, amount: 100 })
    expect((await payments.readCustomer(customer)).invoices.map(({ refunded }) => refunded)).toEqual([1_200])
  })

  test.each([
    ["needs_response", { state: "open", held: 2_900 }],
    ["lost", { state: "lost", held: 2_900 }],
    ["won", { state: "over", held: 0 }],
    ["warning_needs_response", { state: "inquiry", held: 0 }],
    ["warning_closed", { state: "over", held: 0 }],
  ])("has a dispute that is %s, and what the bank holds of the invoice", async (status, expected) => {
    const { customer } = await seed()
    const { id: charge } = (await paidOf(customer)) ?? {}
    await control("disputes", { charge, status })
    const { invoices, disputes } = await payments.readCustomer(customer)
    expect(disputes).toMatchObject([{ invoice: invoices[0]?.ref, amount: 2_900, currency: "eur", ...expected }])
    expect(invoices).toMatchObject([{ disputed: expected.held, refunded: 0 }])
  })

  test.each([12, 101])("has all of their %i invoices, each with what came back of it", async (cycles) => {
    const { customer } = await seed(cycles)
    const oldest = (await stripe.charges.list({ customer, limit: 100 }).autoPagingToArray({ limit: 1_000 })).at(-1)
    await stripe.refunds.create({ charge: oldest?.id ?? "", amount: 300 })
    const { invoices } = await payments.readCustomer(customer)
    expect(invoices).toHaveLength(cycles)
    expect(invoices.at(-1)).toMatchObject({ refunded: 300 })
  })

  test("names no type for a subscription that was made at the provider", async () => {
    const { customer } = await seed()
    expect((await payments.readCustomer(customer)).subscriptions).toMatchObject([{ type: null, price }])
  })
})

describe("the read of what is left of an invoice", () => {
  test("is nothing of an unknown one", async () => {
    expect(await payments.readRefundable("in_of_nothing", "a-key")).toEqual({ left: 0, done: null })
  })

  test("is the payment's, less what came back, and says what its key refunded", async () => {
    const { customer, invoice } = await payAtThirdTry()
    expect(await payments.readRefundable(invoice, "a-key")).toEqual({ left: 2_900, done: null })
    await payments.refund(invoice, 1_000, "Half a month", "a-key")
    await payments.refund(invoice, 1_000, "Half a month", "a-key")
    await payments.refund(invoice, 500, "More", "another-key")
    expect(await payments.readRefundable(invoice, "a-key")).toEqual({ left: 1_400, done: 1_000 })
    await expect(payments.refund(invoice, 1_401, "Too much", "third-key")).rejects.toMatchObject({ problem: "refused" })
    expect(await readInvoice(customer, invoice)).toMatchObject({ refunded: 1_500 })
  })

  test("is the same for a customer who was deleted", async () => {
    const { customer } = await seed()
    const [invoice] = (await payments.readCustomer(customer)).invoices
    await stripe.customers.del(customer)
    expect(await payments.readRefundable(invoice?.ref ?? "", "a-key")).toEqual({ left: 2_900, done: null })
    await payments.refund(invoice?.ref ?? "", 2_900, "All of it", "a-key")
    expect(await readInvoice(customer, invoice?.ref ?? "")).toMatchObject({ refunded: 2_900 })
  })

  test("is nothing while the payment is disputed, and is there again after a refund that failed", async () => {
    const { customer } = await seed()
    const [invoice] = (await payments.readCustomer(customer)).invoices
    const ref = invoice?.ref ?? ""
    await payments.refund(ref, 2_900, "All of it", "a-key")
    const [refund] = (await stripe.refunds.list()).data
    await control("refunds/fail", { refund: refund?.id })
    expect(await payments.readRefundable(ref, "a-key")).toEqual({ left: 2_900, done: 0 })
    await control("disputes", { charge: (await paidOf(customer))?.id })
    expect((await payments.readRefundable(ref, "another-key")).left).toBe(0)
  })
})

describe("the other reads", () => {
  test("find the customer of a payment, also of a deleted one, and nobody of an unknown one", async () => {
    const { customer } = await seed()
    const { id = "" } = (await paidOf(customer)) ?? {}
    expect(await payments.readPayer(id)).toBe(customer)
    await stripe.customers.del(customer)
    expect(await payments.readPayer(id)).toBe(customer)
    expect(await payments.readPayer("ch_of_nothing")).toBeNull()
  })

  test("take a checkout that is unknown for one that has expired", async () => {
    for (const read of [payments.readCheckout, payments.expireCheckout])
      expect(await read("cs_of_nothing")).toMatchObject({ state: "expired", url: null })
  })

  test("refuse the PDF of an unknown invoice, and one at an address that is not the provider's", async () => {
    await expect(payments.readInvoicePdf("in_of_nothing")).rejects.toMatchObject({ problem: "refused" })
    const { customer } = await seed()
    const [invoice] = (await payments.readCustomer(customer)).invoices
    const body = await new Response(await payments.readInvoicePdf(invoice?.ref ?? "")).text()
    expect(body.slice(0, 5)).toBe("%PDF-")
    const { port } = new URL(inject("paymentsOrigins").adapter ?? "")
    const elsewhere = createStripe({ ...settings, origin: `http://localhost:${port}` })
    await expect(elsewhere.readInvoicePdf(invoice?.ref ?? "")).rejects.toMatchObject({ problem: "unavailable" })
  })

  test("refuse the preview of a change of an unknown subscription, and of one that has ended", async () => {
    const { customer, subscription } = await seed()
    await stripe.customers.del(customer)
    for (const ref of [subscription, "sub_of_nothing"])
      await expect(payments.previewChange(ref, price)).rejects.toMatchObject({ problem: "refused" })
  })

  test("list the events since a time, page by page, with the customer, payment or prices that they are about", async () => {
    const since = Date.now() - 1_000
    const { customer } = await seed()
    const { id: charge } = (await paidOf(customer)) ?? {}
    await control("disputes", { charge })
    const events: Awaited<ReturnType<PaymentProvider["listEvents"]>>["events"] = []
    let after: string | null = null
    do {
      const page: Awaited<ReturnType<PaymentProvider["listEvents"]>> = await payments.listEvents(since, after)
      events.push(...page.events)
      after = page.hasMore ? (page.events.at(-1)?.id ?? null) : null
    } while (after)
    const find = (type: string) => events.find((one) => one.type === type && one.payload.includes(charge ?? "nothing"))
    expect(find("charge.dispute.created")).toMatchObject({ customer: null, charge, startedPrices: [] })
    const begun = events.find((one) => one.type === "customer.subscription.created" && one.customer === customer)
    expect(begun).toMatchObject({ charge: null, startedPrices: [price] })
  })
})

describe("what is to be gone", () => {
  test("is ended, cleared and deleted without an error if it is gone already", async () => {
    const { customer, subscription } = await seed()
    await stripe.customers.del(customer)
    for (const ref of [customer, "cus_of_nobody"]) {
      await payments.clearCredit(ref)
      await payments.deleteCustomer(ref)
    }
    for (const ref of [subscription, "sub_of_nothing"]) await payments.endSubscription(ref)
  })
})
