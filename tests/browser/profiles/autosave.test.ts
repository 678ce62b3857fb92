import type { Page } from "@playwright/test"
import { pairs } from "../addresses"
import { enterAs, openLive } from "../chat-people"
import { expect, hydrated, test } from "../test"

const path = "/profile/escort/words"
const saves = "**/api/me/profile"
const quote = (page: Page) => page.getByLabel(/^Quote \(optional\) · English/)
const said = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text })

test.describe.configure({ mode: "default" })

/** Until the page is loaded again, the first save is carried out, and the page does not hear of it. */
async function loseFirstAnswer(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { fetch } = window
    let isLost = false
    window.fetch = async (target, init) => {
      const response = await fetch(target, init)
      if (isLost || init?.method !== "PATCH") return response
      isLost = true
      throw new TypeError("Failed to fetch")
    }
  })
}

test("an owner's words survive a save whose answer is lost, and the one after it", async ({
  browser,
  passes,
  faults,
}) => {
  const { context, page } = await enterAs(browser, passes, pairs.photos.owner, "en")
  faults.watch(context)
  await openLive(page, path)
  const first = `Stored, and its answer lost ${Date.now()}`
  await loseFirstAnswer(page)
  await quote(page).fill(first)
  await expect(said(page, "Not saved yet: no connection")).toBeVisible()
  await quote(page).fill(`${first}, and typed on`)
  await expect(said(page, "Saved. Nothing public has changed.")).toBeVisible()
  await page.reload()
  await hydrated(page)
  await expect(quote(page)).toHaveValue(`${first}, and typed on`)
  await expect(page.getByRole("button", { name: "Put it back" })).toHaveCount(0)
  await context.close()
})

test("what could not be saved is offered after a reload, and put back", async ({ browser, passes, faults }) => {
  const { context, page } = await enterAs(browser, passes, pairs.photos.owner, "en")
  faults.watch(context)
  faults.expect(/^net::ERR_FAILED PATCH \/api\/me\/profile/)
  await openLive(page, path)
  await page.route(saves, (route) => (route.request().method() === "PATCH" ? route.abort() : route.fallback()))
  const typed = `Typed in a tunnel ${Date.now()}`
  await quote(page).fill(typed)
  await expect(said(page, "stay in this browser")).toBeVisible()
  page.on("dialog", (dialog) => void dialog.accept())
  await page.reload()
  await hydrated(page)
  await expect(quote(page)).not.toHaveValue(typed)
  await page.unroute(saves)
  await page.getByRole("button", { name: "Put it back" }).click()
  await expect(quote(page)).toHaveValue(typed)
  await expect(said(page, "Saved. Nothing public has changed.")).toBeVisible()
  await page.reload()
  await hydrated(page)
  await expect(quote(page)).toHaveValue(typed)
  await context.close()
})
