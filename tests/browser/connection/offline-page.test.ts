import type { Page } from "@playwright/test"
import { expect, open, test } from "../test"

test.use({ serviceWorkers: "allow" })

/** Returns what the service worker has cached, once it is active. */
function storedPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    await navigator.serviceWorker.ready
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
}

test("a document requested without a network is the offline page in both languages, which continues once it is back", async ({
  page,
  context,
  faults,
  signIn,
}) => {
  faults.expect(/^net::ERR_(INTERNET_DISCONNECTED|FAILED) (GET|POST) /)
  await signIn("member")
  await open(page, "/profile")
  await expect.poll(() => storedPaths(page)).toEqual(["/offline.html"])
  await context.setOffline(true)
  await page.goto("/profile/settings")
  await expect(page.getByRole("heading", { name: "You’re offline.", level: 1 })).toBeVisible()
  await expect(page.getByRole("heading", { name: "Vous êtes hors ligne." })).toBeVisible()
  await expect(page).toHaveURL(/\/profile\/settings$/)
  await context.setOffline(false)
  await page.getByRole("link", { name: "Try again" }).click()
  await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible()
  expect(await storedPaths(page), "no page of a member's").toEqual(["/offline.html"])
})

test("a service worker registered with the texts of push notifications keeps them", async ({ page }) => {
  await open(page, "/faq")
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  const address = "/sw.js?title=News&body=Open"
  await page.evaluate((address) => navigator.serviceWorker.register(address).then(() => undefined), address)
  const script = () => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.scriptURL ?? "")
  await expect.poll(script).toMatch(/\/sw\.js\?title=News&body=Open$/)
  await open(page, "/about")
  await page.waitForLoadState("networkidle")
  expect(await script()).toMatch(/\/sw\.js\?title=News&body=Open$/)
})
