import { expect, open, test } from "../test"
import { expectPressable } from "../touch"

// The controls of each page by address are measured in pages.test.ts.
test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

test("every control in a conversation is large enough for a member's finger", async ({ page, signIn }) => {
  await signIn("premium")
  await open(page, "/profile/chat")
  await page.getByRole("main").locator("a[href^='/profile/chat/0']").first().click()
  await expect(page.getByRole("log")).toBeVisible()
  await expectPressable(page, "main")
})
