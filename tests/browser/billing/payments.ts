import type { Page } from "@playwright/test"
import { chatters, payer, type payers, paymentsPort } from "../addresses"
import { ask } from "../chat-people"
import { say } from "../mailbox"
import { bareAddress, expect, type Language, open, type PageErrors, postForm, test } from "../test"

const simulator = `http://127.0.0.1:${paymentsPort}`

/** Numbers of the simulator's test cards (packages/stripe-simulator/README.md). */
export const cards = {
  accepted: "4242424242424242",
  declined: "4000000000000002",
  withoutFunds: "4000000000009995",
  secured: "4000002760003184",
  declinedLater: "4000000000000341",
} as const

/** A profile with a private gallery. */
export const gallery = "/escorts/camille-aubert/private"

/**
 * Returns a function that gives the texts of billing in a language, with the values for their placeholders; those left
 * out match anything.
 */
export function textsOf(language: Language, namespace = "billing") {
  return (key: string, values: Record<string, string | number> = {}): RegExp => {
    const parts = say(language, namespace, key).split(/\{\{(\w+)\}\}/)
    const pattern = parts.map((part, at) =>
      at % 2 === 1 && !(part in values) ? ".+" : escapeRegExp(at % 2 === 1 ? String(values[part]) : part),
    )
    return new RegExp(`^${pattern.join("")}$`)
  }
}

/** A space matches a non-breaking one, which accessible names have lost. */
const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/\s/g, "\\s")

/** Allows the pages of the payment provider, and those of them (a path's beginning) that decline a card. */
export function expectPaymentPages(faults: PageErrors, declining: string[] = [], origin = simulator): void {
  faults.expect(new RegExp(`^elsewhere: ${origin}/(c/pay|3d-secure|p/session)/`))
  for (const path of declining) faults.expect(new RegExp(`^402 POST ${path}`))
}

/** Signs the page in as a member of the tests of billing; ends on a response that is not a page. */
export async function enter(page: Page, name: (typeof payers)[number], language: Language): Promise<void> {
  await page.goto(bareAddress)
  await postForm(page, "/auth/login", { email: payer(name, language, test.info().retry), password: chatters.password })
}

/** Fills in a card on a page of the provider, and sends it. */
export async function payWith(page: Page, card: string): Promise<void> {
  await page.locator("#number").fill(card)
  await page.locator("#expiry").fill("12/40")
  await page.locator("#cvc").fill("123")
  await page.locator("#name").fill("Ada Lovelace")
  await page.locator("button.wide").click()
}

interface Price {
  id: string
  interval: "month" | "year"
  interval_count: number
}

/** Returns the id of the price that is paid each month or year. */
export async function priceOf(page: Page, interval: "month" | "year"): Promise<string> {
  const { data } = await ask<{ data: { prices: Price[] }[] }>(page, { method: "GET", path: "/plans" })
  const price = data[0]?.prices.find((one) => one.interval === interval && one.interval_count === 1)
  if (!price) throw new Error(`There is no price by the ${interval}`)
  return price.id
}

/** Opens the checkout of a monthly price, agrees to the immediate start and goes on to the payment page. */
export async function openPayment(page: Page, language: Language): Promise<void> {
  const t = textsOf(language)
  if (page.url() === "about:blank") await page.goto(bareAddress)
  await open(page, `/checkout/${await priceOf(page, "month")}`)
  await page.getByLabel(t("checkout.start")).check()
  await page.getByRole("button", { name: t("checkout.submit") }).click()
  await page.waitForURL(/\/c\/pay\//)
}

interface Billing {
  plan: { status: string; ends_at: number | null; price: { interval: string } | null } | null
  overdue: object | null
  card: { last4: string } | null
}

export const billingOf = (page: Page) => ask<Billing>(page, { method: "GET", path: "/me/billing" })

/** Waits until the copy of the signed-in member's plan has this status. */
export async function hasPlan(page: Page, status: string | undefined): Promise<void> {
  await expect.poll(async () => (await billingOf(page)).plan?.status, { timeout: 20_000 }).toBe(status)
}

/** Buys the monthly price for the signed-in member by requests alone, and waits for the confirmation. */
export async function subscribe(page: Page, card: string = cards.accepted): Promise<void> {
  const price = await priceOf(page, "month")
  const { url } = await ask<{ url: string }>(page, {
    method: "POST",
    path: "/me/checkouts",
    body: { price, start: true },
  })
  const body = new URLSearchParams({ number: card, expiry: "12/40", cvc: "123", name: "Ada", country: "FR" })
  const response = await fetch(url, { method: "POST", body, redirect: "manual" })
  expect(response.status, "what the payment page answers").toBe(303)
  await hasPlan(page, "active")
}

/** Returns how many subscriptions the member has at the provider, ended ones included; not those of earlier runs. */
export async function countSubscriptions(email: string): Promise<number> {
  const read = async (path: string) => {
    const response = await fetch(`${simulator}/v1/${path}`, { headers: { Authorization: "Bearer sk_test_simulator" } })
    return ((await response.json()) as { data: { id: string }[] }).data
  }
  const customers = await read(`customers?${new URLSearchParams({ email, limit: "1" })}`)
  const held = await Promise.all(customers.map(({ id }) => read(`subscriptions?customer=${id}&status=all`)))
  return held.flat().length
}
