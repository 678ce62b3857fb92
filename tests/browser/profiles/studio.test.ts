import type { Page } from "@playwright/test"
import { pairs } from "../addresses"
import { enterAs, openLive } from "../chat-people"
import { expect, expectAccessibleAtEverySize, hydrated, open, test } from "../test"

const said = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text })
const saved = "Saved. Nothing public has changed."
const nextSave = (page: Page) => page.waitForResponse((response) => response.request().method() === "PATCH")

test("an owner adds a service, removes it, and puts it back with its price", async ({ browser, passes, faults }) => {
  const { context, page } = await enterAs(browser, passes, pairs.offline.owner, "en")
  faults.watch(context)
  await openLive(page, "/profile/escort/services")
  const choice = page.getByLabel("Add a service", { exact: true })
  const service = await choice.locator("optgroup option").last().innerText()
  const price = page.getByLabel(`Price in euros: ${service}`)
  await choice.selectOption({ label: service })
  await page.getByRole("button", { name: "Add it" }).click()
  await expect(page.getByLabel(`Length: ${service}`)).toBeFocused()
  await expect(choice.locator("option", { hasText: service })).toHaveCount(0)
  await price.fill("75")
  await expect(said(page, saved)).toBeVisible()

  const removal = nextSave(page)
  await page.getByRole("button", { name: `Remove: ${service}` }).click()
  await expect(price).toBeHidden()
  await expect(choice).toBeFocused()
  expect((await removal).status()).toBe(200)
  const restored = nextSave(page)
  await page.getByRole("button", { name: "Put it back" }).click()
  await expect(price).toHaveValue("75")
  expect((await restored).status()).toBe(200)
  await expect(said(page, saved)).toBeVisible()
  await page.reload()
  await hydrated(page)
  await expect(price).toHaveValue("75")
  await expectAccessibleAtEverySize(page)

  const save = nextSave(page)
  await page.getByRole("button", { name: `Remove: ${service}` }).click()
  expect((await save).status()).toBe(200)
  await page.reload()
  await hydrated(page)
  await expect(price).toHaveCount(0)
  await context.close()
})

test("an owner looks at their page as another reader, and a press on it leads nowhere", async ({ page, signIn }) => {
  await signIn("owner")
  await open(page, "/profile/escort/preview")
  const article = page.getByRole("article")
  await expect(article.getByText("Only Premium members can write first")).toBeVisible()
  await page.getByRole("link", { name: "Premium member" }).click()
  await expect(page).toHaveURL(/as=premium/)
  await expect(article.getByText("Only Premium members can write first")).toHaveCount(0)
  await article
    .getByRole("link", { name: /^Write/ })
    .first()
    .click()
  await expect(page.getByText("This is a preview: links and buttons do nothing here.").first()).toBeVisible()
  await expect(page).toHaveURL(/preview\?as=premium/)
  await article.getByRole("link", { name: "Details" }).click()
  await expect(article.getByRole("heading", { name: "Details" })).toBeVisible()
  await page.getByRole("link", { name: "Back to editing" }).click()
  await expect(page).toHaveURL(/\/profile\/escort$/)
})
