import type { Page } from "@playwright/test"
import { pairs } from "../addresses"
import { enterAs, openLive } from "../chat-people"
import { expect, expectAccessible, hydrated, test } from "../test"

const path = "/profile/escort/words"
const drafts = "**/api/me/profile/translations"
const said = (page: Page, text: string | RegExp) => page.getByRole("status").filter({ hasText: text })
const field = (page: Page, name: string) => page.locator(`textarea[name="${name}"]`)
const button = (page: Page) => page.getByRole("button", { name: "Draft in French from the English" })

test("an owner has the texts that one language lacks drafted, and reads them before they are sent", async ({
  browser,
  passes,
  faults,
}) => {
  const { context, page } = await enterAs(browser, passes, pairs.templates.owner, "en")
  faults.watch(context)
  faults.expect(/^503 POST \/api\/me\/profile\/translations/)
  // The count that follows the first events may be on its way when the connection ends.
  faults.allow(/^net::ERR_INTERNET_DISCONNECTED GET \/api\/auth\/me$/)
  await openLive(page, path)
  await field(page, "headline.fr").fill("Un titre d’une autre fois")
  await expect(button(page)).toHaveCount(0)
  const english = await field(page, "headline.en").inputValue()
  const quote = await field(page, "quote.fr").inputValue()
  await field(page, "headline.fr").fill("")
  await expect(button(page)).toBeVisible()

  await context.setOffline(true)
  await expect(page.getByText("There is no connection: a draft needs one.")).toBeVisible()
  await expect(button(page)).toHaveAttribute("aria-disabled", "true")
  await context.setOffline(false)
  await expect(button(page)).not.toHaveAttribute("aria-disabled", "true")

  await page.route(drafts, (route) =>
    route.fulfill({
      status: 503,
      json: { code: "translation.unavailable", message: "No draft could be made just now." },
    }),
  )
  await button(page).press("Enter")
  await expect(said(page, "No draft could be made just now.")).toBeVisible()
  await expect(field(page, "headline.fr")).toHaveValue("")
  await page.unroute(drafts)

  // The emptied title was saved, too: the form says so before the draft is made.
  const stored = page.waitForResponse(
    (response) => response.request().method() === "PATCH" && response.request().postData()?.includes("[fr] ") === true,
  )
  await button(page).press("Enter")
  await expect(said(page, "1 draft is in its field")).toBeFocused()
  await expect(field(page, "headline.fr")).toHaveValue(`[fr] ${english}`)
  await expect(field(page, "quote.fr")).toHaveValue(quote)
  await expect(field(page, "headline.fr")).toHaveAccessibleDescription(
    /^A machine wrote this\. Read it before you send it\./,
  )
  await stored
  await expect(said(page, "Saved. Nothing public has changed.")).toBeVisible()
  await expectAccessible(page)

  // The overview says so, too, where they are about to submit.
  await page.goto("/profile/escort")
  await page.getByRole("link", { name: "1 text is a machine’s draft. Read it before you submit." }).click()
  await page.waitForURL(/\/words#texts$/)
  await hydrated(page)
  await expect(field(page, "headline.fr")).toHaveValue(`[fr] ${english}`)
  await expect(page.getByText("Machine draft")).toBeVisible()
  await page.getByRole("button", { name: "I have read it Headline · French" }).press("Enter")
  await expect(page.getByText("Machine draft")).toHaveCount(0)
  await expect(field(page, "headline.fr")).toHaveValue(`[fr] ${english}`)
  await page.goto("/profile/escort")
  await hydrated(page)
  await expect(page.getByText("machine’s draft")).toHaveCount(0)
  await context.close()
})
