import Stripe from "stripe"
import { afterAll, beforeAll, expect, test } from "vitest"
import { clientOf, type OpenSimulator, openSimulator } from "../src/testing.ts"
import { createPlans, errorOf, subscribe } from "./client"

let simulator: OpenSimulator
let stripe: Stripe

beforeAll(async () => {
  simulator = await openSimulator()
  stripe = simulator.stripe
})
afterAll(() => simulator.stop())

test("a request with another kind of key is not authenticated", async () => {
  const error = await errorOf(clientOf(simulator.url, "pk_live_wrong").customers.list())
  expect(error).toBeInstanceOf(Stripe.errors.StripeAuthenticationError)
  expect(error.statusCode).toBe(401)
})

test("a request with another version of the API is refused", async () => {
  const headers = { Authorization: "Bearer sk_test_simulator", "Stripe-Version": "2020-08-27" }
  const response = await fetch(`${simulator.url}/v1/customers`, { headers })
  expect(response.status).toBe(400)
  expect(response.headers.get("request-id")).toMatch(/^req_/)
})

test("unknown parameters, missing ones and ids that are not there are reported as Stripe reports them", async () => {
  const params = { email: "ada@example.com", surname: "Lovelace" } as Stripe.CustomerCreateParams
  expect(await errorOf(stripe.customers.create(params))).toMatchObject({
    type: "StripeInvalidRequestError",
    code: "parameter_unknown",
    param: "surname",
    statusCode: 400,
  })
  const incomplete = {} as Stripe.ProductCreateParams
  expect((await errorOf(stripe.products.create(incomplete))).code).toBe("parameter_missing")
  expect(await errorOf(stripe.customers.retrieve("cus_none"))).toMatchObject({
    code: "resource_missing",
    message: "No such customer: 'cus_none'",
    statusCode: 404,
  })
})

test("a request with the same idempotency key is carried out once", async () => {
  const params = { email: "once@example.com" }
  const options = { idempotencyKey: "create-once" }
  const [first, second] = [
    await stripe.customers.create(params, options),
    await stripe.customers.create(params, options),
  ]
  expect(second.id).toBe(first.id)
  // The fetch client exposes the Response, whose headers are not the object that the types promise.
  const headers = second.lastResponse.headers as unknown as Headers
  expect(headers.get("idempotent-replayed")).toBe("true")
  const error = await errorOf(stripe.customers.create({ email: "other@example.com" }, options))
  expect(error).toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
  expect((await stripe.customers.list({ email: "once@example.com" })).data).toHaveLength(1)
})

test("a key that is in use is refused, and a lost response can be fetched with its key again", async () => {
  await simulator.control("faults", { mode: "slow", delay_ms: 1_000, count: 1 })
  const options = { idempotencyKey: "create-slowly" }
  const slow = stripe.customers.create({ email: "slow@example.com" }, options)
  await new Promise((resolve) => setTimeout(resolve, 30))
  expect((await errorOf(stripe.customers.create({ email: "slow@example.com" }, options))).statusCode).toBe(409)
  await slow
  await simulator.control("faults", { mode: "lost", count: 1 })
  const lost = { idempotencyKey: "create-lost" }
  const error = await errorOf(stripe.customers.create({ email: "lost@example.com" }, lost))
  expect(error).toBeInstanceOf(Stripe.errors.StripeConnectionError)
  await stripe.customers.create({ email: "lost@example.com" }, lost)
  expect((await stripe.customers.list({ email: "lost@example.com" })).data).toHaveLength(1)
})

test("lists are paged in both directions", async () => {
  for (let index = 0; index < 12; index++) await stripe.products.create({ name: `Product ${index}` })
  const all = await stripe.products.list({ limit: 5 }).autoPagingToArray({ limit: 100 })
  expect(all.map(({ name }) => name)).toEqual(Array.from({ length: 12 }, (_, index) => `Product ${11 - index}`))
  const page = await stripe.products.list({ limit: 3, ending_before: all[6]?.id })
  expect(page.data.map(({ name }) => name)).toEqual(["Product 8", "Product 7", "Product 6"])
  expect(page.has_more).toBe(true)
})

test("references are expanded, in lists too, and others are refused", async () => {
  const plans = await createPlans(stripe)
  const { customer, subscription } = await subscribe(stripe, plans.monthly.id)
  const { data } = await stripe.subscriptions.list({
    customer: customer.id,
    expand: ["data.customer", "data.latest_invoice.payments.data"],
  })
  expect(data[0]?.customer).toMatchObject({ id: customer.id, object: "customer" })
  expect(data[0]?.latest_invoice).toMatchObject({ payments: { data: [{ status: "paid" }] } })
  const error = await errorOf(stripe.subscriptions.retrieve(subscription.id, { expand: ["status_of_mind"] }))
  expect(error.message).toContain("cannot be expanded")
})

test("an empty value unsets a property or a key of the metadata", async () => {
  const created = await stripe.customers.create({ name: "Ada", metadata: { user: "1", plan: "a" } })
  const updated = await stripe.customers.update(created.id, { name: "", metadata: { plan: "" } })
  expect([updated.name, updated.metadata]).toEqual([null, { user: "1" }])
})

test("a price keeps its amount, and its product's name can change", async () => {
  const { monthly, product } = await createPlans(stripe)
  const params = { unit_amount: 1 } as Stripe.PriceUpdateParams
  expect((await errorOf(stripe.prices.update(monthly.id, params))).code).toBe("parameter_unknown")
  const renamed = await stripe.products.update(product.id, { name: "Premium plus" })
  expect(renamed.name).toBe("Premium plus")
  expect((await stripe.prices.update(monthly.id, { active: false, lookup_key: "old" })).active).toBe(false)
  expect((await stripe.prices.list({ lookup_keys: ["old"] })).data).toHaveLength(1)
})

test("faults make the API fail in the ways that it can fail", async () => {
  const failing = async (fault: object) => {
    await simulator.control("faults", fault)
    return errorOf(stripe.customers.list())
  }
  expect(await failing({ mode: "down" })).toBeInstanceOf(Stripe.errors.StripeConnectionError)
  expect(await failing({ mode: "rate_limited" })).toBeInstanceOf(Stripe.errors.StripeRateLimitError)
  expect(await failing({ mode: "payment_required" })).toBeInstanceOf(Stripe.errors.StripeCardError)
  expect((await failing({ mode: "nonsense" })).message).toContain("Invalid JSON")
  await simulator.control("faults", { mode: "down", paths: ["/v1/prices"] })
  await stripe.customers.list()
  await simulator.control("faults", { mode: "none" })
})
