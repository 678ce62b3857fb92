import type { Page } from "@playwright/test"
import { colleagueAccount } from "../../../scripts/seed/accounts.ts"
import { say } from "../mailbox"
import { expect, expectAccessibleAtEverySize, hydrated, open, sendCredentials, test } from "../test"

test.use({ contextOptions: { reducedMotion: "reduce" } })

async function logIn(page: Page, role: Parameters<typeof colleagueAccount>[0]): Promise<void> {
  await open(page, "/auth/login")
  await sendCredentials(page, colleagueAccount(role))
  await page.waitForURL(/\/profile$/)
}

/** Delays the pages' data. */
const slow = (page: Page, ms: number) =>
  page.route(/\.data\b/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, ms))
    await route.continue()
  })

test.describe("In French", () => {
  test.use({ language: "fr" })
  const t = (key: string) => say("fr", "admin-kit", key)

  test("a view is saved, opened, renamed, made the default and deleted by keyboard, and nothing is stored before", async ({
    page,
  }) => {
    await logIn(page, "editor")
    await open(page, "/dashboard/admin/faqs?state=published&sort=-updated")
    const stored = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("admin-")))
    expect(await stored()).toEqual([])
    await page.getByRole("button", { name: t("views.save") }).press("Enter")
    const dialog = page.getByRole("dialog")
    await page.keyboard.press("Enter")
    await expect(dialog.getByText(t("views.problems.name_missing"))).toBeVisible()
    await expectAccessibleAtEverySize(page)
    await dialog.getByRole("textbox").fill("En ligne")
    await page.keyboard.press("Enter")
    await expect(dialog).toBeHidden()
    const views = page.getByRole("navigation", { name: t("views.label") })
    await expect(views.getByRole("link", { name: "En ligne" })).toHaveAttribute("aria-current", "true")
    expect(await stored()).toEqual(["admin-views:faqs"])
    await views.getByRole("link", { name: t("views.all"), exact: true }).press("Enter")
    await page.waitForURL(/\/faqs\?sort=position$/)
    await page.reload()
    await hydrated(page)
    await views.getByRole("link", { name: "En ligne" }).press("Enter")
    await page.waitForURL(/state=published/)

    const menu = page.getByRole("button", { name: /En ligne/ })
    await menu.press("ArrowDown")
    await page.keyboard.press("Enter")
    await dialog.getByRole("textbox").fill("Publiées")
    await page.keyboard.press("Enter")
    await expect(views.getByRole("link", { name: "Publiées" })).toBeVisible()
    await page.getByRole("button", { name: /Publiées/ }).press("ArrowDown")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await open(page, "/dashboard/admin/faqs")
    await page.waitForURL(/state=published/)
    await hydrated(page)
    await views.getByRole("link", { name: t("views.all"), exact: true }).press("Enter")
    await page.waitForURL(/\/faqs\?sort=position$/)
    await views.getByRole("link", { name: "Publiées" }).press("Enter")
    await page.waitForURL(/state=published/)
    await page.getByRole("button", { name: /Publiées/ }).press("ArrowDown")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await expect(views).toBeHidden()
    expect(await stored()).toEqual([])
  })

  test("rows become skeletons while others load, and what came is announced", async ({ page }) => {
    await logIn(page, "editor")
    await open(page, "/dashboard/admin/faqs")
    await slow(page, 1_200)
    const rows = page.locator("[data-record]")
    const all = await rows.count()
    await page.keyboard.press("/")
    await page.keyboard.type("compte")
    await expect(page.locator("[aria-busy=true] table")).toBeVisible()
    await expect(rows).toHaveCount(0)
    await expect(page.getByRole("status").filter({ hasText: t("loading") })).toHaveCount(1)
    await expect(page.getByRole("searchbox")).toBeFocused()
    await expect(rows.first()).toBeVisible()
    expect(await rows.count()).toBeLessThan(all)
    await expect(page.getByRole("status").filter({ hasText: /sur cette page$/ })).toHaveCount(1)

    await rows.first().getByRole("link").press("Enter")
    await expect(rows.first()).toBeHidden()
    await expect(page.getByRole("status").filter({ hasText: t("loading") })).toHaveCount(1)
    await expect(page.getByRole("textbox", { name: "Question" }).first()).toBeVisible()
  })
})

test("the legend of each page names the keys of its controls, and no other", async ({ page, signIn }) => {
  test.setTimeout(120_000)
  await signIn("admin")
  const opened = ["faqs", "users", "tickets", "cases", "applications", "review", "media", "mail", "audit"]
  for (const name of opened) {
    await open(page, `/dashboard/admin/${name}`)
    await expectLegend(page, name)
  }
  await open(page, "/dashboard/admin/faqs")
  await page.locator("[data-record] a").first().click()
  await expect(page.getByRole("button", { name: say("en", "admin-kit", "form.save") })).toBeVisible()
  await expectLegend(page, "a question")
  await open(page, "/dashboard/admin/users?q=Eleanor")
  await page.locator("[data-record] a").first().click()
  await expect(page.getByRole("region", { name: say("en", "admin-users", "acts.label"), exact: true })).toBeVisible()
  await expectLegend(page, "a member")
})

/** Opens the legend by its key, and compares it with the controls. */
async function expectLegend(page: Page, name: string): Promise<void> {
  await hydrated(page)
  await page.keyboard.press("?")
  const legend = page.locator("details[open]").filter({ has: page.locator("summary[aria-keyshortcuts='?']") })
  await expect(legend, `the legend of ${name}`).toBeVisible()
  const named = (await legend.locator("dt kbd").allInnerTexts()).map((key) => key.replace("Ctrl ", "Control+"))
  const controls = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("main [aria-keyshortcuts]")]
      .filter((one) => one.checkVisibility() && !one.matches("summary[aria-keyshortcuts='?']"))
      .map((one) => one.getAttribute("aria-keyshortcuts") ?? ""),
  )
  for (const key of new Set(controls)) expect.soft(named, `the keys of ${name}`).toContain(key)
}
