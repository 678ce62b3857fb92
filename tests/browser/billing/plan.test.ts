import { readFileSync } from "node:fs"
import type { Page } from "@playwright/test"
import { ask, openLive } from "../chat-people"
import {
  accountOf,
  axe,
  bareAddress,
  expect,
  expectAccessibleAtEverySize,
  flowLanguages,
  isSameDocument,
  markDocument,
  newNetwork,
  open,
  postForm,
  test,
} from "../test"
import { billingOf, enter, gallery, subscribe, textsOf } from "./payments"

/** Returns what is said of a fact: the definition beside its term. */
const factOf = (page: Page, name: RegExp) =>
  page
    .locator("dl > div")
    .filter({ has: page.locator("dt").getByText(name) })
    .locator("dd")

/** Returns the amount in a text, in cents. */
function centsOf(text: string | null): number {
  const [whole = "", cents = "0"] = (text ?? "").replace(/[^\d.,]/g, "").split(/[.,]/)
  return Number(whole) * 100 + Number(cents.padEnd(2, "0"))
}

/** Presses a link to a file; returns the file. */
async function download(page: Page, name: RegExp): Promise<Buffer> {
  const started = page.waitForEvent("download")
  await page.getByRole("link", { name }).filter({ visible: true }).first().click()
  return readFileSync(await (await started).path())
}

for (const language of flowLanguages("en")) {
  test.describe(`A change of plan (${language})`, () => {
    test.use({ language })
    const t = textsOf(language)

    test("costs what its preview says, and both invoices can be downloaded", async ({ page }) => {
      await enter(page, "change", language)
      await subscribe(page)
      await open(page, "/profile/plans?interval=12")
      await page.getByRole("link", { name: t("plans.change_price") }).click()
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("change.page"))
      const unused = centsOf(await factOf(page, t("change.unused")).textContent())
      const due = centsOf(await factOf(page, t("change.today")).textContent())
      expect(unused).toBeGreaterThan(28_00)
      expect(due + unused).toBe(290_00)
      await expectAccessibleAtEverySize(page)
      await page.getByRole("button", { name: t("change.confirm_pay") }).click()
      await expect(page.getByText(t("notices.changed"))).toBeVisible()
      expect((await billingOf(page)).plan?.price?.interval).toBe("year")

      await open(page, "/profile/invoices")
      const totals = page.getByRole("row").locator("td span.font-semibold")
      await expect(totals).toHaveCount(2)
      expect((await totals.allTextContents()).map(centsOf)).toEqual([due, 29_00])
      expect((await download(page, t("invoices.pdf_named"))).subarray(0, 5).toString()).toBe("%PDF-")
      const lines = (await download(page, t("invoices.csv_named"))).toString().trim().split("\n")
      expect(lines).toHaveLength(3)
    })
  })
}

for (const language of flowLanguages("fr")) {
  test.describe(`A cancellation (${language})`, () => {
    test.use({ language })
    const t = textsOf(language)

    test("takes two presses, loses nothing while offline, and can be undone", async ({ page, context, faults }) => {
      faults.expect(/^(net::ERR_INTERNET_DISCONNECTED|console: )/)
      await enter(page, "cancel", language)
      await subscribe(page)
      await open(page, "/profile/billing")
      await page.waitForLoadState("networkidle")
      await page.locator("summary").getByText(t("cancel.title")).click()
      expect(await axe(page)).toEqual([])
      const why = page.getByLabel(/^(Why are you leaving|Pourquoi partez-vous)/)
      await why.selectOption("unused")
      const confirm = page.getByRole("button", { name: t("cancel.confirm") })
      await context.setOffline(true)
      await confirm.click()
      await expect(page.getByText(/^(You’re offline|Vous êtes hors ligne)/).first()).toBeVisible()
      await expect(why).toHaveValue("unused")
      await context.setOffline(false)
      await confirm.click()
      await expect(page.getByText(t("notices.cancelled"))).toBeVisible()
      await expect(page.getByText(t("current.states.ending"))).toBeVisible()
      expect((await billingOf(page)).plan?.ends_at).toBeGreaterThan(Date.now())

      await page.getByRole("button", { name: t("resume.submit") }).click()
      await expect(page.getByText(t("notices.resumed"))).toBeVisible()
      await expect(page.getByText(t("notices.cancelled"))).toBeHidden()
      await expect(page.getByText(t("current.states.active"))).toBeVisible()
    })
  })
}

for (const language of flowLanguages("en")) {
  test.describe(`A refund (${language})`, () => {
    test.use({ language })
    const t = textsOf(language)

    test("by staff appears on the open page of invoices", async ({ page, browser, baseURL, passes }) => {
      await enter(page, "refund", language)
      await subscribe(page)
      const { data } = await ask<{ data: { id: string }[] }>(page, { method: "GET", path: "/me/invoices" })
      await openLive(page, "/profile/invoices")
      await markDocument(page)

      const context = await browser.newContext({
        baseURL,
        storageState: passes,
        extraHTTPHeaders: { "CF-Connecting-IP": newNetwork() },
      })
      const staff = await context.newPage()
      await staff.goto(bareAddress)
      const { email, password } = accountOf("admin")
      await postForm(staff, "/auth/login", { email, password })
      const refund = { amount: 10_00, reason: "A mishap", key: crypto.randomUUID() }
      await ask(staff, { method: "POST", path: `/admin/invoices/${data[0]?.id}/refund`, body: refund })
      const row = page.getByRole("row").nth(1)
      await expect(row.getByText(t("invoices.refunded_part"))).toBeVisible()
      expect(centsOf(await row.getByText(t("invoices.refund_of")).last().textContent())).toBe(10_00)
      expect(await isSameDocument(page)).toBe(true)
      await context.close()
    })
  })
}

for (const language of flowLanguages("fr")) {
  test.describe(`A withdrawal (${language})`, () => {
    test.use({ language })
    const t = textsOf(language)
    const sections = textsOf(language, "sections")

    test("ends the plan, closes the private gallery in another tab at once, and refunds the invoice", async ({
      page,
      context,
    }) => {
      await enter(page, "withdraw", language)
      await subscribe(page)
      const other = await context.newPage()
      await openLive(other, gallery)
      await markDocument(other)
      const picture = other.getByRole("img", { name: sections("private.photo", { name: "Camille Aubert" }) }).first()
      await expect(picture).toBeVisible()

      await open(page, "/profile/billing")
      await page.getByRole("link", { name: t("withdraw.link") }).click()
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("withdraw.page"))
      const refund = centsOf(await factOf(page, t("withdraw.amount")).locator("div").textContent())
      expect(refund).toBeGreaterThan(27_00)
      expect(refund).toBeLessThan(29_00)
      await expectAccessibleAtEverySize(page)
      await page.getByRole("button", { name: t("withdraw.confirm") }).click()
      await expect(page.getByText(t("notices.withdrawn"))).toBeVisible()
      await expect(
        other.getByRole("complementary", { name: /Premium/ }).getByRole("link", { name: sections("private.plans") }),
      ).toBeVisible({ timeout: 2_000 })
      await expect(picture).toBeHidden()
      expect(await isSameDocument(other)).toBe(true)

      await expect(page.getByText(t("current.none"))).toBeVisible()
      await open(page, "/profile/invoices")
      const row = page.getByRole("row").nth(1)
      await expect(row.getByText(t("invoices.refunded_part"))).toBeVisible()
      expect(centsOf(await row.getByText(t("invoices.refund_of")).last().textContent())).toBe(refund)
    })
  })
}
