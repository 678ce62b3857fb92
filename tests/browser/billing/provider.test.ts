import type { Page } from "@playwright/test"
import { paymentSettings, startPayments } from "../../../scripts/lib/payments.ts"
import { accessKey, copies, keys, ownPorts } from "../addresses"
import { openLive } from "../chat-people"
import { startSite } from "../site"
import {
  axe,
  expect,
  expectAccessibleAtEverySize,
  flowLanguages,
  hydrated,
  isSameDocument,
  markDocument,
  open,
  type PageErrors,
  test,
} from "../test"
import { cards, enter, expectPaymentPages, hasPlan, payWith, priceOf, textsOf } from "./payments"

/** A Worker and a provider of their own: faults and the clock are those of all members. */
const simulator = `http://127.0.0.1:${ownPorts.payments}`
const originOf = (language: string) => `http://${language}.localhost:${ownPorts.worker}`
let stop = async () => {}

test.describe.configure({ mode: "serial" })

test.beforeAll(async () => {
  test.setTimeout(120_000)
  const payments = paymentSettings({}, ownPorts.payments)
  const stopPayments = await startPayments(copies.payments, payments, ownPorts.worker)
  const domains = ["en", "fr"].map((code) => ({ code, domain: originOf(code) }))
  const vars = { LOCALE_DOMAINS: JSON.stringify(domains), ACCESS_KEY: accessKey, ...keys, ...payments }
  const server = await startSite({ port: ownPorts.worker, persistTo: copies.payments, vars })
  stop = async () => {
    await server.kill()
    await stopPayments()
  }
})

test.afterEach(() => control("faults", { mode: "none" }))
test.afterAll(() => stop())

async function control(path: string, body: object): Promise<void> {
  const response = await fetch(`${simulator}/_simulator/${path}`, { method: "POST", body: JSON.stringify(body) })
  expect(response.ok, `whether the simulator accepts ${path}`).toBe(true)
}

function expectOwnPages(faults: PageErrors): void {
  faults.expect(new RegExp(`^elsewhere: http://\\w+\\.localhost:${ownPorts.worker}/`))
  expectPaymentPages(faults, [], simulator)
}

const title = (page: Page) => page.getByRole("heading", { level: 1 })

for (const language of flowLanguages("en")) {
  test.describe(`The payment provider (${language})`, () => {
    test.use({ language, baseURL: originOf(language) })
    const t = textsOf(language)
    const errors = textsOf(language, "errors")

    test("may be down: the checkout keeps the consent, a payment waits for its confirmation, and the plan is shown from the copy", async ({
      page,
      faults,
    }) => {
      test.setTimeout(90_000)
      expectOwnPages(faults)
      faults.expect(/^503 POST \/checkout\//)
      await enter(page, "renew", language)
      await open(page, `/checkout/${await priceOf(page, "month")}`)
      const start = page.getByLabel(t("checkout.start"))
      await start.check()
      await control("faults", { mode: "down" })
      await page.getByRole("button", { name: t("checkout.submit") }).click()
      await expect(page.getByRole("main").getByText(errors("billing.unavailable"))).toBeVisible()
      await expect(start).toBeChecked()
      expect(await axe(page)).toEqual([])
      await control("faults", { mode: "none" })
      await page.getByRole("button", { name: t("checkout.retry") }).click()
      await page.waitForURL(/\/c\/pay\//)
      await control("faults", { mode: "down" })
      await payWith(page, cards.declinedLater)
      await expect(title(page)).toHaveText(t("success.waiting"))
      await hydrated(page)
      await markDocument(page)
      expect(await axe(page)).toEqual([])
      await looksAgain(page)
      await control("faults", { mode: "none" })
      // A copy that failed is made again after a minute, and the page looks after up to 30 s: at once when its reader returns.
      await expect(async () => {
        await readerReturns(page)
        await expect(title(page)).toHaveText(t("success.done"), { timeout: 4_000 })
      }).toPass({ timeout: 40_000 })
      expect(await isSameDocument(page)).toBe(true)

      await control("faults", { mode: "down" })
      await open(page, "/profile/billing")
      await expect(page.getByText(t("current.states.active"))).toBeVisible()
      await expect(page.getByText(partOf(t("current.card_text", { last4: "0341" })))).toBeVisible()
    })

    test("declines a renewal: the page says so by itself, and the member replaces the card and pays", async ({
      page,
      faults,
    }) => {
      expectOwnPages(faults)
      faults.expect(/^4\d\d POST \/profile\/billing/)
      await enter(page, "renew", language)
      await openLive(page, "/profile/billing")
      await markDocument(page)
      await control("clock", { advance_seconds: 32 * 24 * 3_600 })
      const overdue = page.getByRole("region", { name: t("current.states.past_due") })
      await expect(overdue.getByText(t("overdue.fact"))).toBeVisible({ timeout: 20_000 })
      await expect(overdue.getByText(partOf(t("overdue.retry")))).toBeVisible()
      expect(await isSameDocument(page)).toBe(true)
      await toastsAreOver(page)
      await expectAccessibleAtEverySize(page)

      await overdue.getByRole("button", { name: t("overdue.pay") }).click()
      await expect(page.getByRole("main").getByText(errors("billing.card_declined"))).toBeVisible()
      await overdue.getByRole("button", { name: t("current.replace_card") }).click()
      await page.waitForURL(/\/p\/session\//)
      await payWith(page, cards.accepted)
      await expect(page.getByText(partOf(t("current.card_text", { last4: "4242" })))).toBeVisible()
      await overdue.getByRole("button", { name: t("overdue.pay") }).click()
      await expect(page.getByText(t("notices.paid"))).toBeVisible()
      await expect(overdue).toBeHidden()
      await expect(page.getByText(t("current.states.active"))).toBeVisible()
      await hasPlan(page, "active")
    })
  })
}

const readerReturns = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")))

/** Expects the waiting page to reload its data when its reader returns, while the page's clock stands still, and after a wait alone. */
async function looksAgain(page: Page): Promise<void> {
  let looks = 0
  const { pathname } = new URL(page.url())
  page.on("request", (request) => {
    if (new URL(request.url()).pathname.startsWith(pathname)) looks += 1
  })
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1_000)
  /** Repeats what makes the page look again: while it looks, it takes no other reason. */
  const looksAfter = async (reason: () => Promise<unknown>) => {
    const before = looks
    await expect(async () => {
      await reason()
      expect(looks).toBeGreaterThan(before)
    }).toPass({ timeout: 20_000 })
  }
  await looksAfter(() => readerReturns(page))
  await looksAfter(() => page.clock.runFor(30_000))
  await page.clock.resume()
}

/** Waits for the toast of the notification, and until it is gone: while it fades, its colours are no design's. */
async function toastsAreOver(page: Page): Promise<void> {
  const toasts = page.getByRole("region", { name: /^(Notices|Avis)$/ }).getByRole("listitem")
  await toasts
    .first()
    .waitFor({ timeout: 5_000 })
    .catch(() => {})
  await expect(toasts).toHaveCount(0, { timeout: 15_000 })
}

/** Returns a pattern for a text that is not alone in its element. */
const partOf = ({ source }: RegExp) => new RegExp(source.slice(1, -1))
