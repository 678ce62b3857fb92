import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, test } from "vitest"
import { clientOf, openSimulator } from "../src/testing.ts"
import { createPlans, invoicesOf } from "./client"

const folder = mkdtempSync(join(tmpdir(), "stripe-simulator-"))
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs the simulator as a process of its own and waits until it listens. */
async function run() {
  const main = join(import.meta.dirname, "../src/main.ts")
  const child = spawn(process.execPath, ["--no-warnings", main, "--port", "0", "--state", folder])
  const [line] = await once(child.stdout, "data")
  const url = /http:\S+/.exec(String(line))?.[0] ?? ""
  return { child, url, stripe: clientOf(url) }
}

test("what was responded is there after the process is killed", async () => {
  const first = await run()
  const customer = await first.stripe.customers.create({ email: "kept@example.com" }, { idempotencyKey: "kept" })
  await fetch(`${first.url}/_simulator/clock`, { method: "POST", body: JSON.stringify({ advance_seconds: 86400 }) })
  first.child.kill("SIGKILL")
  await once(first.child, "exit")
  const second = await run()
  const again = await second.stripe.customers.create({ email: "kept@example.com" }, { idempotencyKey: "kept" })
  expect(again.id).toBe(customer.id)
  const { created } = await second.stripe.customers.create({})
  expect(created - customer.created).toBeGreaterThanOrEqual(86400)
  second.child.kill()
  await once(second.child, "exit")
})

test("a seeded customer has a paid history, one invoice refunded, and is seeded once for a key", async () => {
  const { stripe, control, stop } = await openSimulator()
  const { monthly } = await createPlans(stripe)
  const seed = {
    key: "demo-1",
    customer: { email: "demo@example.com" },
    price: monthly.id,
    started_at: Math.floor(Date.UTC(2024, 0, 31) / 1000),
    cycles: 3,
    refunded_invoice: 1,
  }
  interface Seeded {
    subscription: string
    invoices: string[]
    charges: string[]
  }
  const seeded = await control<Seeded>("seed", seed)
  expect(await control("seed", seed)).toEqual(seeded)
  const invoices = await invoicesOf(stripe, seeded.subscription)
  expect(invoices.map(({ id, status }) => [id, status])).toEqual(seeded.invoices.map((id) => [id, "paid"]).reverse())
  expect(invoices).toHaveLength(3)
  expect(new Set(invoices.map(({ created }) => created)).size).toBe(3)
  const refunded = await Promise.all(seeded.charges.map(async (id) => (await stripe.charges.retrieve(id)).refunded))
  expect(refunded).toEqual([false, true, false])
  const { status, items } = await stripe.subscriptions.retrieve(seeded.subscription)
  expect(status).toBe("active")
  expect(items.data[0]?.current_period_end).toBeGreaterThan(Date.now() / 1000)
  await stop()
})

test("a reset empties the simulator", async () => {
  const { stripe, control, stop } = await openSimulator()
  await stripe.customers.create({})
  await control("reset", {})
  expect((await stripe.customers.list()).data).toEqual([])
  await stop()
})
