import { chatters, payer } from "../addresses"
import { openLive } from "../chat-people"
import { join } from "../join"
import { expect, expectAccessibleAtEverySize, flowLanguages, hydrated, open, sendCredentials, test } from "../test"
import {
  billingOf,
  cards,
  countSubscriptions,
  enter,
  expectPaymentPages,
  gallery,
  openPayment,
  payWith,
  priceOf,
  subscribe,
  textsOf,
} from "./payments"

for (const language of flowLanguages("en")) {
  test.describe(`A purchase (${language})`, () => {
    test.use({ language })
    const t = textsOf(language)
    const sections = textsOf(language, "sections")

    test("leads from a locked gallery over the plans and the payment back to the gallery, which is open", async ({
      page,
      faults,
    }) => {
      expectPaymentPages(faults)
      faults.expect(/^422 POST \/checkout\//)
      await join(page)
      await open(page, gallery)
      await page
        .getByRole("complementary", { name: /Premium/ })
        .getByRole("link", { name: sections("private.plans") })
        .click()
      await page.getByRole("link", { name: t("plans.try_other", { plan: "Premium", count: 7 }) }).click()
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("checkout.title", { plan: "Premium" }))

      const start = page.getByLabel(t("checkout.start"))
      await page.getByRole("button", { name: t("checkout.submit") }).click()
      await expect(start).toHaveAccessibleDescription(t("checkout.start_needed"))
      await expect(start).toBeFocused()
      await expectAccessibleAtEverySize(page)
      await start.check()
      await page.getByRole("button", { name: t("checkout.submit") }).click()
      await page.waitForURL(/\/c\/pay\//)
      await payWith(page, cards.accepted)

      await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("success.done"))
      await hydrated(page)
      await expectAccessibleAtEverySize(page)
      await page.getByRole("link", { name: t("success.go_on") }).click()
      await expect(page).toHaveURL(new RegExp(`${gallery}$`))
      await expect(
        page.getByRole("img", { name: sections("private.photo", { name: "Camille Aubert" }) }).first(),
      ).toBeVisible()
      await expect(
        page.getByRole("complementary", { name: /Premium/ }).getByRole("link", { name: sections("private.plans") }),
      ).toBeHidden()
    })
  })
}

for (const language of flowLanguages("fr")) {
  test.describe(`A payment (${language})`, () => {
    test.use({ language })
    const t = textsOf(language)

    test("buys nothing with a declined card or a failed authentication, and succeeds with 3-D Secure", async ({
      page,
      faults,
    }) => {
      expectPaymentPages(faults, ["/c/pay/", "/3d-secure/"])
      await enter(page, "declined", language)
      await openPayment(page, language)
      const alert = page.getByRole("alert")
      for (const [card, message] of [
        [cards.declined, /^(Your card was declined|Votre carte a été refusée)\.$/],
        [cards.withoutFunds, /(insufficient funds|insuffisants)\./],
      ] as const) {
        await payWith(page, card)
        await expect(alert.getByText(message)).toBeVisible()
      }
      await payWith(page, cards.secured)
      await page.locator("button[value=fail]").click()
      await expect(alert.getByText(/(could not authenticate|pas pu authentifier)/)).toBeVisible()
      await page.getByRole("link", { name: /^(Back|Retour)$/ }).click()
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("checkout.title", { plan: "Premium" }))
      expect((await billingOf(page)).plan).toBeNull()

      await openPayment(page, language)
      await payWith(page, cards.secured)
      await page.locator("button[value=complete]").click()
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("success.done"))
    })
  })
}

for (const language of flowLanguages("en")) {
  test.describe(`Two tabs (${language})`, () => {
    test.use({ language })
    const t = textsOf(language)

    test("that both pay for a plan buy it once", async ({ page, context, faults }) => {
      expectPaymentPages(faults)
      faults.expect("409 POST /api/me/checkouts")
      await enter(page, "tabs", language)
      const form = await context.newPage()
      await openLive(form, `/checkout/${await priceOf(page, "month")}`)
      const other = await context.newPage()
      await openPayment(page, language)
      await openPayment(other, language)
      expect(other.url()).toBe(page.url())
      for (const tab of [page, other]) {
        await payWith(tab, cards.accepted)
        await expect(tab.getByRole("heading", { level: 1 })).toHaveText(t("success.done"))
      }
      expect(await countSubscriptions(payer("tabs", language, test.info().retry))).toBe(1)

      await expect(form.getByText(t("checkout.subscribed"))).toBeVisible()
      await expect(form.getByRole("button", { name: t("checkout.submit") })).toBeHidden()
      await expect(subscribe(page)).rejects.toThrow("billing.subscribed")
    })
  })
}

for (const language of flowLanguages("fr")) {
  test.describe(`Without script (${language})`, () => {
    test.use({ language, javaScriptEnabled: false })
    const t = textsOf(language)

    test("a member chooses a plan, pays for it and sees it", async ({ page, faults }) => {
      expectPaymentPages(faults)
      faults.expect(/^422 POST \/checkout\//)
      await page.goto("/auth/login")
      await sendCredentials(page, { email: payer("plain", language, test.info().retry), password: chatters.password })
      await page.goto("/profile/plans")
      await page.getByRole("link", { name: t("plans.choose", { plan: "Premium" }) }).click()
      const submit = page.getByRole("button", { name: t("checkout.submit") })
      await submit.click()
      await expect(page.getByText(t("checkout.start_needed"))).toBeVisible()
      await page.getByLabel(t("checkout.start")).check()
      await submit.click()
      await page.waitForURL(/\/c\/pay\//)
      await payWith(page, cards.accepted)
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("success.done"), { timeout: 20_000 })
      await page.getByRole("link", { name: t("success.manage") }).click()
      await expect(page.getByText(t("current.states.active"), { exact: true })).toBeVisible()
    })
  })
}
