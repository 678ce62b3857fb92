import type Stripe from "stripe"
import { afterEach, expect, test } from "vitest"
import { type OpenSimulator, openSimulator } from "../src/testing.ts"
import { openReceiver } from "./client"

const secret = "whsec_of_the_tests"
const opened: { stop: () => unknown }[] = []

afterEach(async () => {
  for (const one of opened.splice(0)) await one.stop()
})

async function open(statuses: number[] = []) {
  const receiver = await openReceiver(statuses)
  const simulator = await openSimulator({ webhookUrl: receiver.url, webhookSecret: secret })
  opened.push(simulator, receiver)
  return { simulator, receiver, stripe: simulator.stripe }
}

const flush = (simulator: OpenSimulator) => simulator.control("webhooks/flush", {})

test("an event is delivered with the object of its time and a signature that the library verifies", async () => {
  const { simulator, receiver, stripe } = await open()
  await simulator.control("webhooks", { hold: true })
  const customer = await stripe.customers.create({ name: "Ada" }, { idempotencyKey: "ada" })
  await stripe.customers.update(customer.id, { name: "Grace" })
  await flush(simulator)
  const [first] = receiver.received
  const event = await stripe.webhooks.constructEventAsync(first?.body ?? "", first?.signature ?? "", secret)
  expect(event).toMatchObject({
    type: "customer.created",
    api_version: "2026-08-26.dahlia",
    data: { object: { id: customer.id, name: "Ada" } },
    request: { idempotency_key: "ada" },
  })
  expect(receiver.received[1]?.event.data.previous_attributes).toEqual({ name: "Ada" })
  await expect(
    stripe.webhooks.constructEventAsync(first?.body ?? "", first?.signature ?? "", "whsec_other"),
  ).rejects.toThrow(/signature/)
  expect((await stripe.events.retrieve(event.id)).pending_webhooks).toBe(0)
})

test("a delivery that fails is tried again", async () => {
  const { simulator, receiver, stripe } = await open([500])
  await simulator.control("webhooks", { hold: true })
  await stripe.customers.create({})
  await flush(simulator)
  const { deliveries } = await simulator.control<{ deliveries: object[] }>("webhooks")
  expect(deliveries).toMatchObject([{ state: "pending", attempts: 1, last_result: "500" }])
  await flush(simulator)
  const ids = receiver.received.map(({ event }) => event.id)
  expect(ids).toEqual([ids[0], ids[0]])
})

test("events can be delayed, delivered twice, shuffled and replayed", async () => {
  const { simulator, receiver, stripe } = await open()
  await simulator.control("webhooks", { delay_ms: 60_000, duplicate: true, shuffle: true })
  for (let index = 0; index < 10; index++) await stripe.customers.create({})
  expect(receiver.received).toEqual([])
  await flush(simulator)
  const ids = receiver.received.map(({ event }) => event.id)
  const created = (await stripe.events.list()).data.map(({ id }) => id).reverse()
  expect(ids).toHaveLength(20)
  expect(new Set(ids)).toEqual(new Set(created))
  expect(ids).not.toEqual(created.flatMap((id) => [id, id]))
  await simulator.control("webhooks", { delay_ms: 0, duplicate: false })
  await simulator.control("webhooks/replay", { event: ids[3] })
  await flush(simulator)
  expect(receiver.received.at(-1)?.event.id).toBe(ids[3])
})

test("an endpoint created by request receives only the types that it asked for", async () => {
  const { simulator, receiver, stripe } = await open()
  const other = await openReceiver()
  opened.push(other)
  const endpoint = await stripe.webhookEndpoints.create({ url: other.url, enabled_events: ["product.created"] })
  expect(endpoint.secret).toMatch(/^whsec_/)
  await stripe.customers.create({})
  await stripe.products.create({ name: "Premium" })
  await flush(simulator)
  expect(other.received.map(({ event }) => event.type)).toEqual(["product.created"])
  expect(receiver.received).toHaveLength(2)
  expect((await stripe.webhookEndpoints.retrieve(endpoint.id)).secret).toBeUndefined()
})

test("events are listed by type and time, for thirty days", async () => {
  const { simulator, stripe } = await open()
  await stripe.customers.create({})
  await simulator.control("clock", { advance_seconds: 20 * 24 * 3600 })
  const { created } = await stripe.customers.create({})
  const types: Stripe.EventListParams = { types: ["customer.created"] }
  expect((await stripe.events.list(types)).data).toHaveLength(2)
  expect((await stripe.events.list({ ...types, created: { gte: created } })).data).toHaveLength(1)
  await simulator.control("clock", { advance_seconds: 20 * 24 * 3600 })
  expect((await stripe.events.list(types)).data).toHaveLength(1)
})
