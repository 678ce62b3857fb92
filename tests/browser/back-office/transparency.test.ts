import { say } from "../mailbox"
import { expect, expectAccessibleAtEverySize, flowLanguages, open, test } from "../test"

for (const language of flowLanguages("fr")) {
  test.describe(`In ${language}`, () => {
    test.use({ language })

    test("staff read all figures of a published period", async ({ page, signIn }) => {
      await signIn("admin")
      await open(page, "/dashboard/admin/transparency")
      await page.getByRole("table").getByRole("link").first().click()
      await page.waitForURL(/\/dashboard\/admin\/transparency\/\w+$/)
      await expect(page.getByText(say(language, "admin-transparency", "states.published")).first()).toBeVisible()
      await expectAccessibleAtEverySize(page)
    })
  })
}
