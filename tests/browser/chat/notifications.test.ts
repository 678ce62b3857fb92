import type { BrowserContext, Page } from "@playwright/test"
import { createSecrets } from "../../../worker/adapters/secret-box.ts"
import { keys } from "../addresses"
import { axe, expect, hydrated, login, open, test } from "../test"

test.use({ serviceWorkers: "allow" })

/** Returns an unsubscribe link sealed by the Worker under test. */
async function unsubscribePath(userId: string): Promise<string> {
  const wish = JSON.stringify({ userId, kinds: ["messages", "updates"] })
  return `/unsubscribe/${await createSecrets(keys.SECRETS_KEY).seal(wish, "unsubscribe")}`
}

async function userIdOf(page: Page): Promise<string> {
  const answer = await page.evaluate(() => fetch("/api/auth/me").then((response) => response.json()))
  return (answer as { id: string }).id
}

test("Emails about unread activity are stopped from the mail itself, and come again by one press", async ({ page }) => {
  await login(page, "member")
  const path = await unsubscribePath(await userIdOf(page))
  await page.context().clearCookies({ name: /session/ })
  for (const [width, colorScheme] of [
    [360, "dark"],
    [1280, "light"],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    await open(page, path)
    expect(await axe(page)).toEqual([])
  }
  // An interrupted run may have left them stopped.
  const again = page.getByRole("button", { name: "Receive them again" })
  if (await again.isVisible()) await again.click()
  await page.getByRole("button", { name: "Stop these emails" }).click()
  await expect(page.getByRole("main").getByText("You will no longer receive these emails.").first()).toBeVisible()
  await again.click()
  await expect(page.getByRole("button", { name: "Stop these emails" })).toBeVisible()
})

test("the choices for notifications are saved, in the time zone of the browser", async ({ browser }) => {
  const context = await browser.newContext({ timezoneId: "America/Montreal" })
  const page = await context.newPage()
  await login(page, "owner")
  await open(page, "/profile/settings/notifications")
  const section = page.getByRole("region", { name: "Notifications" })
  await expect(section.getByText(/in the America\/(Montreal|Toronto) time zone\./)).toBeVisible()
  await section.getByLabel("Once a day, between 9 and 10 in the morning").check()
  await section.getByLabel("From").selectOption({ label: "21:30" })
  await expect(section.getByRole("status").filter({ hasText: "Saved" })).toBeVisible()
  await page.reload()
  await hydrated(page)
  await expect(section.getByLabel("Once a day, between 9 and 10 in the morning")).toBeChecked()
  await expect(section.getByLabel("From")).toHaveValue("21:30")
  await context.close()
})

const endpoint = "https://fcm.googleapis.com/fcm/send/browser-test"

/** Simulates a browser that got a subscription from a push service, or not. */
async function playPushService(context: BrowserContext, answer: string | null): Promise<void> {
  await context.addInitScript((endpoint) => {
    const stored = () => sessionStorage.getItem("subscription")
    const subscription = { endpoint, unsubscribe: async () => sessionStorage.removeItem("subscription") }
    PushManager.prototype.getSubscription = async () => (stored() ? subscription : null) as PushSubscription | null
    PushManager.prototype.subscribe = async (options) => {
      if (!endpoint || !options?.applicationServerKey)
        throw new DOMException("push service not available", "AbortError")
      sessionStorage.setItem("subscription", endpoint)
      return subscription as unknown as PushSubscription
    }
    Notification.requestPermission = async () => "granted"
    Object.defineProperty(Notification, "permission", { get: () => "granted" })
  }, answer)
}

const workerStateOf = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state)

test("a device is notified once its reader subscribes, until they unsubscribe", async ({ page }) => {
  await playPushService(page.context(), endpoint)
  await login(page, "premium")
  await open(page, "/profile/settings/notifications")
  const stored = page.waitForRequest((request) => request.url().endsWith("/api/me/push-subscriptions"))
  await page.getByRole("button", { name: "Notify me on this device" }).click()
  expect((await stored).postDataJSON()).toEqual({ endpoint })
  await expect(page.getByText("This device receives notifications.")).toBeVisible()
  // A document that is asked for while the script of notifications takes over has hung, one time in forty on a busy machine.
  await expect.poll(() => workerStateOf(page)).toBe("activated")
  await page.reload()
  await hydrated(page)
  await page.getByRole("button", { name: "Stop on this device" }).click()
  await expect(page.getByRole("button", { name: "Notify me on this device" })).toBeVisible()
})

test("a browser that cannot subscribe says so, and nothing is stored", async ({ page }) => {
  await playPushService(page.context(), null)
  await login(page, "premium")
  await open(page, "/profile/settings/notifications")
  await page.getByRole("button", { name: "Notify me on this device" }).click()
  await expect(page.getByText("Your browser couldn’t set this up. Please try again later.")).toBeVisible()
  await expect(page.getByRole("button", { name: "Notify me on this device" })).toBeEnabled()
})

test("a push notification does not disclose its subject, and is shown only while no page is visible", async ({
  page,
}) => {
  await page.context().grantPermissions(["notifications"])
  await open(page, "/faq")
  const devtools = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations: [one] }) => {
      if (one) resolve(one.registrationId)
    })
  })
  await devtools.send("ServiceWorker.enable")
  await page.evaluate(async () => {
    await navigator.serviceWorker.register("/sw.js?title=Du+nouveau&body=Ouvrez+la+page")
    await navigator.serviceWorker.ready
  })
  const { origin } = new URL(page.url())
  const push = { origin, registrationId: await registered, data: "" }
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      return (await registration.getNotifications()).map(({ title, body }) => [title, body])
    })
  await devtools.send("ServiceWorker.deliverPushMessage", push)
  await page.waitForTimeout(500)
  expect(await shown()).toEqual([])
  await page.goto("about:blank")
  await devtools.send("ServiceWorker.deliverPushMessage", push)
  await page.waitForTimeout(500)
  await open(page, "/faq")
  await expect.poll(shown).toEqual([["Du nouveau", "Ouvrez la page"]])
})
