import type { Page, Route } from "@playwright/test"
import {
  expect,
  flowLanguages,
  hydrated,
  isSameDocument,
  latch,
  markDocument,
  open,
  type PageErrors,
  pathOf,
  test,
} from "../test"

const texts = {
  en: { offline: "You’re offline.", failed: "The page couldn’t be loaded.", retry: "Try again" },
  fr: { offline: "Vous êtes hors ligne.", failed: "La page n’a pas pu être chargée.", retry: "Réessayer" },
} as const

const banner = (page: Page) => page.getByRole("banner")
const notices = (page: Page) => page.getByRole("region", { name: /^(Notices|Avis)$/ })
const firstCard = (page: Page) =>
  page.getByRole("main").getByRole("article").getByRole("heading").getByRole("link").first()
const account = (page: Page) => banner(page).getByRole("button", { name: "Your account" })

/** Announces the messages of the console and the network about a cut connection. */
function announceOffline(faults: PageErrors): void {
  faults.expect(
    /^(net::ERR_INTERNET_DISCONNECTED|console: (TypeError: Failed to fetch|Error loading route module|Failed to fetch manifest|WebSocket connection to .* net::ERR_INTERNET_DISCONNECTED$))/,
  )
}

/** Waits until the page has fetched the code of its toasts, which it does while idle. */
async function isIdle(page: Page): Promise<void> {
  await hydrated(page)
  await page.waitForLoadState("networkidle")
}

for (const language of flowLanguages("fr")) {
  test(`a card pressed without a network stays on the page and says why, and opens once the network is back (${language})`, async ({
    browser,
    passes,
    baseURL,
  }) => {
    const { offline, retry } = texts[language]
    const origin = (baseURL ?? "").replace("//en.", `//${language}.`)
    const context = await browser.newContext({
      storageState: passes,
      baseURL: origin,
      viewport: { width: 1280, height: 900 },
    })
    const page = await context.newPage()
    await open(page, "/escorts?city=paris")
    await isIdle(page)
    await markDocument(page)
    const title = await page.title()
    const path = (await firstCard(page).getAttribute("href")) ?? ""
    await context.setOffline(true)
    await firstCard(page).click()
    await expect(notices(page).getByText(offline)).toBeVisible()
    await expect(page).toHaveURL(/\/escorts\?city=paris$/)
    expect(await page.title()).toBe(title)
    await expect(firstCard(page)).toBeVisible()

    await context.setOffline(false)
    await notices(page).getByRole("button", { name: retry }).click()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("")
    await expect(notices(page).getByText(offline)).toHaveCount(0)
    expect(await isSameDocument(page)).toBe(true)
    await context.close()
  })
}

const failures: [name: string, fail: (route: Route) => Promise<void>, fault: RegExp][] = [
  ["is aborted", (route) => route.abort(), /^net::ERR_FAILED GET \/faq\.data/],
  ["is answered 503", (route) => route.fulfill({ status: 503, body: "upstream" }), /^503 GET \/faq\.data/],
  [
    "is answered a page of somebody's",
    (route) => route.fulfill({ contentType: "text/html", body: "<h1>Log in to the Wi-Fi" }),
    /^console: /,
  ],
]
for (const [name, fail, fault] of failures) {
  test(`a page whose payload ${name} leaves the current one in place, and offers a retry`, async ({
    page,
    faults,
    signIn,
  }) => {
    faults.expect(fault)
    if (name.includes("503")) faults.expect(/^console: /)
    await signIn("member")
    await open(page, "/about")
    await isIdle(page)
    await page.route("**/faq.data*", fail, { times: 1 })
    await page.getByRole("contentinfo").getByRole("link", { name: "Questions and answers" }).click()
    await expect(notices(page).getByText(texts.en.failed)).toBeVisible()
    await expect(page).toHaveURL(/\/about$/)
    await expect(account(page)).toBeVisible()
    await notices(page).getByRole("button", { name: texts.en.retry }).click()
    await expect(page).toHaveURL(/\/faq$/)
    await expect(notices(page).getByText(texts.en.failed)).toHaveCount(0)
  })
}

test("going back without a network stays, with the address of the current page", async ({ page, context, faults }) => {
  announceOffline(faults)
  await open(page, "/about")
  await isIdle(page)
  await page.getByRole("contentinfo").getByRole("link", { name: "Questions and answers" }).click()
  await expect(page).toHaveURL(/\/faq$/)
  const heading = page.getByRole("heading", { level: 1 })
  await expect(heading).toHaveText("Questions and answers")
  await context.setOffline(true)
  await page.evaluate(() => history.back())
  await expect(notices(page).getByText(texts.en.offline)).toBeVisible()
  await expect(page).toHaveURL(/\/faq$/)
  await expect(heading).toHaveText("Questions and answers")
  await context.setOffline(false)
  await page.evaluate(() => history.back())
  await expect(page).toHaveURL(/\/about$/)
  await page.evaluate(() => history.forward())
  await expect(page).toHaveURL(/\/faq$/)
})

test("a heart pressed without a network is reverted with a message", async ({ page, context, faults, signIn }) => {
  announceOffline(faults)
  await signIn("premium")
  await open(page, "/escorts/alice-verdier")
  await isIdle(page)
  const heart = page.getByRole("button", { name: /^(Save|Remove) Alice .* favourites$/ })
  const before = await heart.getAttribute("aria-label")
  await context.setOffline(true)
  await heart.click()
  await expect(notices(page).getByText(texts.en.offline)).toBeVisible()
  await expect(heart).toHaveAttribute("aria-label", before ?? "")
  await expect(account(page)).toBeVisible()
})

test("a heart is saved where the code of the favourites' page cannot be loaded", async ({ page, faults, signIn }) => {
  faults.expect(/^net::ERR_FAILED GET \/assets\/area-/)
  faults.expect(/^net::ERR_FAILED HEAD \/assets\/area-/)
  faults.expect(/^console: (TypeError: Failed to fetch|Error loading route module)/)
  await signIn("premium")
  await page.route(/\/assets\/area-/, (route) => route.abort("failed"))
  await open(page, "/escorts/alice-verdier")
  await isIdle(page)
  // The code is known to be missing before the act has its response.
  const missing = page.waitForEvent("requestfailed", (request) => request.method() === "HEAD")
  await page.route(/\.data/, async (route) => {
    if (route.request().method() === "POST") await missing
    await route.continue()
  })
  const heart = page.getByRole("button", { name: /^(Save|Remove) Alice .* favourites$/ })
  const before = (await heart.getAttribute("aria-label")) ?? ""
  const stored = page.waitForResponse((response) => response.request().method() === "POST")
  await heart.click()
  expect((await stored).ok()).toBe(true)
  await expect(heart).not.toHaveAttribute("aria-label", before)
})

test("a failed revalidation after an act leaves the data as it is", async ({ page, faults, signIn }) => {
  faults.expect(/^503 GET \/escorts\/alice-verdier\.data/)
  faults.expect(/^console: /)
  await signIn("premium")
  await open(page, "/escorts/alice-verdier")
  await isIdle(page)
  await page.route("**/escorts/alice-verdier.data*", (route) => route.fulfill({ status: 503, body: "busy" }), {
    times: 1,
  })
  const heart = page.getByRole("button", { name: /^(Save|Remove) Alice .* favourites$/ })
  const stored = page.waitForEvent("console", (message) => message.text().startsWith("Could not be fetched again"))
  await heart.click()
  await stored
  await expect(page.getByRole("heading", { name: /^Alice/, level: 1 })).toBeVisible()
  await expect(heart).toBeEnabled()
})

test("a form without a network has its typed values, and its button is usable again", async ({
  page,
  context,
  faults,
}) => {
  announceOffline(faults)
  await open(page, "/contact")
  await isIdle(page)
  const fields = page.getByRole("main").locator("form")
  await fields.getByRole("textbox").last().fill("The lift stands still, and I in it.")
  const send = fields.getByRole("button", { name: /^Send/ })
  await context.setOffline(true)
  await send.click()
  await expect(notices(page).getByText(texts.en.offline)).toBeVisible()
  await expect(send).not.toHaveAttribute("aria-busy")
  await expect(fields.getByRole("textbox").last()).toHaveValue("The lift stands still, and I in it.")
})

test("a 404 response in a navigation is shown, for a member as well", async ({ page, faults, signIn }) => {
  faults.expect(/^404 GET \/escorts\/nobody\.data/)
  await signIn("member")
  await open(page, "/about")
  await page.evaluate(() => {
    const link = document.querySelector<HTMLAnchorElement>("footer a[href='/escorts']")
    link?.setAttribute("data-test", "")
  })
  await page.evaluate(() =>
    (window as unknown as { __remixRouter: { navigate: (to: string) => void } }).__remixRouter.navigate(
      "/escorts/nobody",
    ),
  )
  await expect(page.getByRole("heading", { name: "Page Not Found: /escorts/nobody", level: 1 })).toBeVisible()
  await expect(account(page)).toBeVisible()
  await expect(banner(page).getByRole("list", { name: "Language" })).toBeVisible()
})

test.describe("Parts that are fetched later", () => {
  for (const part of ["live-notices", "connection"]) {
    test(`${part} that fails once is fetched again; the page stays, with one socket`, async ({
      page,
      faults,
      signIn,
    }) => {
      faults.expect(new RegExp(`^net::ERR_FAILED GET /assets/${part}-`))
      await signIn("member")
      let sockets = 0
      page.on("websocket", () => sockets++)
      await page.route(`**/assets/${part}-*.js`, (route) => route.abort(), { times: 1 })
      const loaded = page.waitForResponse((response) => response.url().includes(`/assets/${part}-`))
      await open(page, "/about")
      await loaded
      await expect.poll(() => sockets).toBe(1)
      await expect(account(page)).toBeVisible()
      await expect(page.getByRole("heading", { name: "Internal Server Error" })).toHaveCount(0)
    })
  }

  for (const when of ["at once", "before React has rendered the navigation"]) {
    test(`an old tab loads its next page as a document after a deploy, once, if its chunks fail ${when}`, async ({
      page,
      faults,
      signIn,
    }) => {
      faults.expect(/^404 (GET|HEAD) \/assets\//)
      faults.expect(/^console: (Error loading route module|TypeError: Failed to fetch dynamically)/)
      await signIn("member")
      await page.addInitScript(() => {
        const post = MessagePort.prototype.postMessage
        // React's scheduler posts itself a message for each of its tasks.
        MessagePort.prototype.postMessage = function (...message: unknown[]) {
          const send = () => Reflect.apply(post, this, message)
          if ("isReactSlow" in window) setTimeout(send, 1_000)
          else send()
        }
      })
      await open(page, "/about")
      await isIdle(page)
      const before = new Set(
        await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name)),
      )
      const documents: string[] = []
      let isOld = true
      page.on("request", (request) => {
        if (!request.isNavigationRequest()) return
        documents.push(pathOf(request.url()))
        // The document after the deploy names the present chunks.
        isOld = false
      })
      await page.route("**/assets/*.js", (route) =>
        isOld && !before.has(route.request().url()) ? route.fulfill({ status: 404 }) : route.continue(),
      )
      if (when !== "at once") await page.evaluate(() => Object.assign(window, { isReactSlow: true }))
      await banner(page).getByRole("link", { name: "Browse" }).click()
      await expect(page.getByRole("heading", { name: "All profiles", level: 1 })).toBeVisible()
      await hydrated(page)
      await page.waitForTimeout(1_500)
      expect(documents).toEqual(["/escorts"])
    })
  }
})

test.describe("A slow line", () => {
  test("on a slow line a press shows a line at the top of the window, and a busy button", async ({ page }) => {
    await open(page, "/escorts")
    await isIdle(page)
    const held = latch()
    await page.route("**/escorts.data*", async (route) => {
      await held.opened
      await route.continue()
    })
    const more = page.getByRole("link", { name: "Show more profiles" })
    await more.click()
    await expect(more).toHaveAttribute("aria-busy", "true")
    const line = page.getByRole("progressbar", { name: "The page is loading" })
    await expect(line).toBeVisible()
    expect(await line.evaluate((element) => element.getBoundingClientRect().height)).toBeLessThanOrEqual(2)
    held.open()
    await expect(line).toHaveCount(0)
    await expect(more).not.toHaveAttribute("aria-busy")
  })

  test("on a slow line a filter shows as chosen at once, and a second one adds to the first", async ({ page }) => {
    await open(page, "/escorts")
    await isIdle(page)
    const held = latch()
    await page.route("**/escorts.data*", async (route) => {
      await held.opened
      await route.continue()
    })
    const filters = page.getByRole("region", { name: "Filters" }).or(page.locator("#filters"))
    const paris = filters.getByRole("link", { name: /^Paris/ }).first()
    await paris.click()
    await expect(paris).toHaveAttribute("aria-current", "true")
    const verified = filters.getByRole("link", { name: /^Identity confirmed/ }).first()
    await verified.click()
    await expect(verified).toHaveAttribute("aria-current", "true")
    await expect(paris).toHaveAttribute("aria-current", "true")
    held.open()
    await expect(page).toHaveURL(/city=paris.*verified=1|verified=1.*city=paris/)
  })

  test("A first connection that takes long is not called an outage", async ({ page, signIn }) => {
    await page.clock.install()
    await signIn("premium")
    const [begun, server] = [latch(), latch()]
    await page.routeWebSocket(/\/app\//, (socket) => {
      begun.open()
      const upstream = socket.connectToServer()
      upstream.onMessage(async (message) => {
        await server.opened
        socket.send(message)
      })
    })
    await open(page, "/profile/chat")
    await begun.opened
    const asked = page.waitForRequest("**/health")
    await page.clock.runFor(2_000)
    await asked
    await page.clock.runFor(3_000)
    await expect(page.getByText("No connection.")).toHaveCount(0)
    const listens = page.waitForResponse(/\/api\/events/)
    server.open()
    await listens
    await expect(page.getByText("No connection.")).toHaveCount(0)
  })
})
