import type { Page, Route } from "@playwright/test"
import { join } from "../join"
import { axe, expect, hydrated, open, test } from "../test"

const path = "/profile/settings/notifications"
const saves = `**${path}.data`
/** A state that is said, in this case: "Saved" is not in "Not saved". */
const said = (page: Page, text: string) => page.getByRole("status").filter({ hasText: new RegExp(text) })
const choice = (page: Page, label: string) => page.getByLabel(new RegExp(`^${label}`))

/** Answers saves by `handle`; reads of the page are not touched. */
async function onSave(page: Page, handle: (route: Route) => Promise<unknown>): Promise<void> {
  await page.route(saves, (route) => (route.request().method() === "POST" ? handle(route) : route.fallback()))
}

test("a switch saves itself by keyboard, says so beside itself for two seconds, and is stored", async ({ page }) => {
  await join(page)
  await open(page, path)
  await choice(page, "Unread messages").focus()
  await page.keyboard.press("Space")
  await expect(said(page, "Saved")).toBeVisible()
  await expect(choice(page, "Unread messages")).toBeFocused()
  await expect(said(page, "Saved")).toHaveCount(0, { timeout: 4_000 })
  await page.keyboard.press("Tab")
  await page.keyboard.press("Space")
  await expect(said(page, "Saved")).toBeVisible()
  await page.reload()
  await hydrated(page)
  await expect(choice(page, "Unread messages")).not.toBeChecked()
  await expect(choice(page, "Saved searches")).not.toBeChecked()
  await expect(choice(page, "Account updates")).toBeChecked()
})

test("a switch whose save is refused goes back, and a sentence says so", async ({ page, faults }) => {
  faults.expect(/^500 POST \/profile\/settings\/notifications\.data/)
  await join(page)
  await open(page, path)
  await onSave(page, (route) => route.fulfill({ status: 500, body: "" }))
  await choice(page, "Unread messages").click()
  await expect(said(page, "This wasn’t saved, and is as it was before.")).toBeVisible()
  await expect(choice(page, "Unread messages")).toBeChecked()
  await choice(page, "Once a day, between 9 and 10 in the morning").click()
  await expect(choice(page, "After half an hour")).toBeChecked()
  expect(await axe(page)).toEqual([])
  await page.unroute(saves)
  await choice(page, "Unread messages").uncheck()
  await expect(said(page, "Saved")).toBeVisible()
  await expect(said(page, "This wasn’t saved")).toHaveCount(0)
})

test("a choice that changes while its save is under way is sent after it, and the last one is stored", async ({
  page,
}) => {
  await join(page)
  await open(page, path)
  const sent: string[] = []
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await onSave(page, async (route) => {
    sent.push(new URLSearchParams(route.request().postData() ?? "").get("from") ?? "")
    if (sent.length === 1) await held
    await route.continue()
  })
  for (const time of ["21:00", "20:30", "19:00"]) await choice(page, "From").selectOption({ label: time })
  await expect.poll(() => sent).toEqual(["21:00"])
  release()
  await expect(said(page, "Saved")).toBeVisible()
  expect(sent).toEqual(["21:00", "19:00"])
  await page.reload()
  await hydrated(page)
  await expect(choice(page, "From")).toHaveValue("19:00")
})

test("a choice without a connection says that it was not saved, and is saved once there is one", async ({
  page,
  context,
  faults,
}) => {
  faults.expect(/ERR_INTERNET_DISCONNECTED/)
  await join(page)
  await open(page, path)
  await context.setOffline(true)
  await choice(page, "Unread messages").uncheck()
  await expect(said(page, "Not saved yet: there is no connection.")).toBeVisible()
  await expect(choice(page, "Unread messages")).not.toBeChecked()
  await context.setOffline(false)
  await expect(said(page, "Saved")).toBeVisible()
  await page.reload()
  await hydrated(page)
  await expect(choice(page, "Unread messages")).not.toBeChecked()
})
