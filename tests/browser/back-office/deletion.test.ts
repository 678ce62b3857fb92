import { colleagueAccount } from "../../../scripts/seed/accounts.ts"
import { say } from "../mailbox"
import { expect, expectAccessibleAtEverySize, hydrated, type Language, open, sendCredentials, test } from "../test"

test.use({ contextOptions: { reducedMotion: "reduce" } })

for (const language of ["en", "fr"] satisfies Language[]) {
  test.describe(`In ${language}`, () => {
    test.use({ language })
    // Both run at once: each has questions of its own.
    const list = `/dashboard/admin/faqs?topic=${language === "en" ? "safety" : "membership"}`
    const t = (key: string, values: Record<string, string> = {}) =>
      Object.entries(values).reduce(
        (text, [name, value]) => text.replace(`{{${name}}}`, value),
        say(language, "admin-kit", key),
      )

    test("an editor deletes records, takes it back, and restores one later, by keyboard alone", async ({ page }) => {
      await page.goto("/auth/login")
      await hydrated(page)
      await sendCredentials(page, colleagueAccount("editor"))
      await page.waitForURL(/\/profile$/)
      await open(page, "/dashboard/admin/service-categories")
      const rows = page.locator("[data-record]")
      const count = await rows.count()
      expect(count).toBeGreaterThan(1)

      // The categories of the demo are in use: all are named, and stay selected.
      await page.keyboard.press("j")
      await page.keyboard.press("x")
      await page.getByRole("button", { name: t("form.delete"), exact: true }).press("Enter")
      const failures = page.getByRole("region").filter({ hasText: say(language, "errors", "resources.in_use") })
      await expect(failures).toBeFocused()
      await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(1)
      await expectAccessibleAtEverySize(page)
      await failures.getByRole("button", { name: t("retry") }).press("Enter")
      await expect(failures).toBeFocused()
      await failures.getByRole("button", { name: t("dismiss") }).press("Enter")
      await expect(failures).toBeHidden()

      await open(page, list)
      const all = await rows.count()
      expect(all).toBeGreaterThan(0)
      const title = (await rows.first().getByRole("link").innerText()).trim()
      await page.keyboard.press("j")
      await page.keyboard.press("x")
      await page.getByRole("button", { name: t("form.delete"), exact: true }).press("Enter")
      await expect(rows).toHaveCount(all - 1)
      await page.getByRole("button", { name: t("undo") }).press("Enter")
      await expect(rows).toHaveCount(all)
      expect((await rows.first().getByRole("link").innerText()).trim()).toBe(title)

      await rows.first().getByRole("link").press("Enter")
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible()
      await page.getByRole("button", { name: t("form.delete"), exact: true }).press("Enter")
      await page.waitForURL(/removed=/)
      await expect(page.getByText(t("deleted.one", { title }))).toBeVisible()
      await expect(page.getByRole("button", { name: t("undo") })).toBeFocused()
      await page.getByRole("link", { name: t("deleted.title"), exact: true }).press("Enter")
      const deleted = page.locator("[data-deleted]").filter({ hasText: title })
      await expect(deleted).toHaveCount(1)
      await expectAccessibleAtEverySize(page)
      await deleted.getByRole("button", { name: t("deleted.restore_named", { title }) }).press("Enter")
      await expect(deleted).toHaveCount(0)
      await open(page, list)
      await expect(rows).toHaveCount(all)
    })
  })
}
