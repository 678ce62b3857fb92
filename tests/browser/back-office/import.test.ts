import type { Page } from "@playwright/test"
import { colleagueAccount } from "../../../scripts/seed/accounts.ts"
import { say } from "../mailbox"
import { expect, expectAccessibleAtEverySize, hydrated, type Language, sendCredentials, test } from "../test"

test.use({ contextOptions: { reducedMotion: "reduce" } })

async function signIn(page: Page): Promise<void> {
  await page.goto("/auth/login")
  await hydrated(page)
  await sendCredentials(page, colleagueAccount("editor"))
  await page.waitForURL(/\/profile$/)
}

for (const language of ["en", "fr"] satisfies Language[]) {
  test.describe(`In ${language}`, () => {
    test.use({ language })
    const t = (key: string) => say(language, "admin-import", key)

    test("an editor checks a file of cities, reads which row is refused, and imports the other", async ({ page }) => {
      await signIn(page)
      await page.goto("/dashboard/admin/cities")
      await hydrated(page)
      await page.getByRole("link", { name: say(language, "admin-kit", "import") }).click()
      await page.waitForURL(/\/cities\/import$/)
      const slug = `walk-${language}-${Date.now()}`
      const rows = [
        "slug;name.en;name.fr;region;region_slug;country",
        `${slug};Walk;Balade;R;r;FR`,
        "Bad Slug;A;A;R;r;FR",
      ]
      const file = { name: "cities.csv", mimeType: "text/csv", buffer: Buffer.from(rows.join("\r\n")) }
      await page.getByLabel(t("field.label")).setInputFiles(file)
      await page.getByRole("button", { name: t("field.submit") }).click()
      await expect(page.getByRole("heading", { name: t("preview.title") })).toBeFocused()
      const refused = page.getByRole("table", { name: t("preview.refused_title") })
      await expect(refused.getByRole("row")).toHaveCount(2)
      await expect(refused).toContainText("3")
      await expectAccessibleAtEverySize(page)
      await page.getByRole("button", { name: t("submit_one").replace("{{count}}", "1") }).click()
      await expect(page.getByRole("heading", { name: t("done.title") })).toBeFocused()
      await page.goto(`/dashboard/admin/cities?q=${slug}`)
      await expect(page.getByRole("row").filter({ hasText: slug })).toHaveCount(1)
    })
  })
}

test.describe("Without script", () => {
  test.use({ javaScriptEnabled: false })

  test("a file is checked and imported by its forms alone", async ({ page }) => {
    await page.goto("/auth/login")
    await sendCredentials(page, colleagueAccount("editor"))
    await page.goto("/dashboard/admin/faqs/import")
    const question = `Unscripted ${Date.now()}?`
    const rows = ["topic,question.en,answer.en", `account,${question},Yes.`]
    const file = { name: "faqs.csv", mimeType: "text/csv", buffer: Buffer.from(rows.join("\n")) }
    await page.locator("input[type=file]").setInputFiles(file)
    await page.locator("button[value=check]").click()
    await expect(page.locator("body")).toContainText(question)
    await page.locator("button[value=import]").click()
    await expect(page.locator("#import-done")).toBeVisible()
  })
})
