import Stripe from "stripe"
import { expect, test } from "vitest"
import { createStripe } from "../../../worker/adapters/stripe/stripe"

const webhookSecret = "whsec_of_the_tests"
const stripe = new Stripe("sk_test_nobody", { httpClient: Stripe.createFetchHttpClient() })
const provider = createStripe({ secretKey: "sk_test_nobody", webhookSecret, origin: "http://127.0.0.1:1" })
const event = {
  id: "evt_1",
  object: "event",
  type: "customer.updated",
  created: 1_800_000_000,
  livemode: false,
  data: { object: { id: "cus_1", object: "customer" } },
}
const payload = JSON.stringify(event)
const now = () => Math.floor(Date.now() / 1_000)
const sign = (timestamp = now(), secret = webhookSecret) =>
  stripe.webhooks.generateTestHeaderStringAsync({ payload, secret, timestamp })
const isAccepted = (body: string, header: string) =>
  provider.parseWebhook(body, header).then(
    () => true,
    () => false,
  )

test("an event that the provider signed within five minutes is accepted", async () => {
  expect(await provider.parseWebhook(payload, await sign())).toEqual({
    charge: null,
    startedPrices: [],
    id: "evt_1",
    type: "customer.updated",
    customer: "cus_1",
    happenedAt: 1_800_000_000_000,
    isLive: false,
  })
  expect(await isAccepted(payload, await sign(now() - 290))).toBe(true)
})

test("of ten thousand bad signatures none is accepted", async () => {
  const good = await sign()
  const [, time = "", hex = ""] = /t=(\d+),v1=([0-9a-f]+)/.exec(good) ?? []
  let accepted = 0
  for (let at = 0; at < 10_000; at++) {
    const place = at % hex.length
    const digit = ((Number.parseInt(hex[place] ?? "0", 16) + 1 + (Math.floor(at / hex.length) % 15)) % 16).toString(16)
    const forged = `${hex.slice(0, place)}${digit}${hex.slice(place + 1)}`
    const header = [
      `t=${time},v1=${forged}`,
      `t=${Number(time) - 301 - at},v1=${hex}`,
      `t=${time},v0=${hex}`,
      `t=${time},v1=${hex.slice(0, place)}`,
      `v1=${hex}`,
    ][at % 5]
    accepted += (await isAccepted(payload, header ?? "")) ? 1 : 0
  }
  expect(accepted).toBe(0)
})

test("a good signature of another body, with another secret or of another time is refused", async () => {
  expect(await isAccepted(`${payload} `, await sign())).toBe(false)
  expect(await isAccepted(payload, await sign(now(), "whsec_another"))).toBe(false)
  expect(await isAccepted(payload, await sign(now() - 301))).toBe(false)
})
