import type { Page, Request } from "@playwright/test"
import { expect, hydrated, isSameDocument, latch, markDocument, open, type PageErrors, pathOf, test } from "../test"

const banner = (page: Page) => page.getByRole("banner")
const browse = (page: Page) => banner(page).getByRole("link", { name: "Browse" })
const listingTitle = (page: Page) => page.getByRole("heading", { name: "All profiles", level: 1 })

declare const __remixManifest: { routes: Record<string, { module: string }> }

/** Waits until the page knows a route: Remix requests the routes behind its links once they are there. */
function knowsRoute(page: Page, id: string): Promise<void> {
  return expect.poll(() => page.evaluate((id) => id in __remixManifest.routes, id)).toBe(true)
}

/** Collects the paths of the requests that `counts` accepts. */
function collect(page: Page, counts: (request: Request) => boolean): string[] {
  const paths: string[] = []
  page.on("request", (request) => {
    if (counts(request)) paths.push(pathOf(request.url()))
  })
  return paths
}

const isDocument = (request: Request) => request.isNavigationRequest()
const isData = (request: Request) => new URL(request.url()).pathname.endsWith(".data")

test.describe("The check for a new build", () => {
  test("the build check runs every hour; after a new build, the next page is loaded as a document", async ({
    page,
  }) => {
    await page.clock.install()
    const asked: string[] = []
    let id: string | null = null
    await page.route("**/builds/latest.json*", async (route) => {
      asked.push(route.request().url())
      if (id) await route.fulfill({ json: { id } })
      else await route.continue()
    })
    await open(page, "/")
    await markDocument(page)
    const documents = collect(page, isDocument)

    await page.clock.fastForward("59:00")
    expect(asked).toHaveLength(0)
    const compared = page.waitForResponse("**/builds/meta/*.json")
    await page.clock.fastForward("01:00")
    await (await compared).finished()
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatch(/\/builds\/latest\.json\?\d+$/)
    await browse(page).click()
    await expect(listingTitle(page)).toBeVisible()
    expect(await isSameDocument(page), "the same build needs no new document").toBe(true)

    id = "a-newer-build"
    const notified = page.waitForResponse("**/builds/latest.json*")
    await page.clock.fastForward("01:00:00")
    await (await notified).finished()
    // The page has read the response before one that it requests later.
    await page.evaluate(async () => (await fetch("/builds/latest.json?later")).json())
    expect(await isSameDocument(page), "a page that is read is left alone").toBe(true)
    expect(documents).toEqual([])
    await page.getByRole("main").getByRole("link", { name: /^Lyon/ }).click()
    await expect(page.getByRole("heading", { name: "Profiles in Lyon", level: 1 })).toBeVisible()
    await expect.poll(() => documents).toEqual(["/escorts?city=lyon"])
    await hydrated(page)
    expect(await isSameDocument(page)).toBe(false)
  })

  test("a failed build check is silent, and changes nothing", async ({ page, faults }) => {
    faults.expect(/^net::ERR_FAILED GET \/builds\/latest\.json\?\d+$/)
    await page.clock.install()
    await page.route("**/builds/latest.json*", (route) => route.abort())
    await open(page, "/")
    await markDocument(page)
    const failed = page.waitForEvent("requestfailed", (request) => request.url().includes("/builds/latest.json"))
    await page.clock.fastForward("01:00:00")
    await failed
    await browse(page).click()
    await expect(listingTitle(page)).toBeVisible()
    expect(await isSameDocument(page)).toBe(true)
  })
})

test.describe("A part of the app that is gone", () => {
  /** Announces Remix's message in the console, with the browser's own words. */
  function announceLoss(faults: PageErrors, script: string) {
    faults.expect(`404 GET ${script}`)
    faults.expect(`404 HEAD ${script}`)
    faults.expect(`console: Error loading route module \`${script}\`, reloading page...`)
    faults.expect(/^console: TypeError: Failed to fetch dynamically imported module/)
  }

  /** Returns the address of the listing's own script. */
  async function listingScript(page: Page): Promise<string> {
    await open(page, "/escorts")
    return page.evaluate(() => __remixManifest.routes["routes/profiles/public/listing"]?.module ?? "no such route")
  }

  test("a page whose script is gone is loaded as a document, at most once in ten seconds", async ({ page, faults }) => {
    const script = await listingScript(page)
    announceLoss(faults, script)
    await page.clock.install()
    let isGone = true
    const documents: string[] = []
    await page.route(`**${script}`, (route) => (isGone ? route.fulfill({ status: 404 }) : route.continue()))
    page.on("request", (request) => {
      if (!isDocument(request)) return
      documents.push(pathOf(request.url()))
      // The document has the addresses of the present chunks.
      isGone = pathOf(request.url()) === "/"
    })
    await open(page, "/")
    await page.clock.pauseAt(new Date(Date.now() + 60_000))
    await browse(page).click()
    await expect(listingTitle(page)).toBeVisible()
    await hydrated(page)
    expect(documents).toEqual(["/", "/escorts"])

    await page.clock.runFor(9_000)
    await open(page, "/")
    await browse(page).click()
    await expect(page.getByRole("region", { name: "Notices" }).getByText("The page couldn’t be loaded.")).toBeVisible()
    await expect(page).toHaveURL(/\/$/)
    expect(documents).toEqual(["/", "/escorts", "/"])

    await page.clock.runFor(1_001)
    await open(page, "/")
    await browse(page).click()
    await expect(listingTitle(page)).toBeVisible()
    await hydrated(page)
    expect(documents).toEqual(["/", "/escorts", "/", "/", "/escorts"])
  })

  test("a hover on a link whose script is gone reloads nothing and loses no input", async ({ page, faults }) => {
    const script = await listingScript(page)
    announceLoss(faults, script)
    await page.route(`**${script}`, (route) => route.fulfill({ status: 404 }))
    await open(page, "/")
    await knowsRoute(page, "routes/profiles/public/listing")
    await markDocument(page)
    const documents = collect(page, isDocument)
    const city = page.getByRole("combobox", { name: "City" })
    await city.selectOption("Lyon")
    const failed = page.waitForEvent("console", (message) => message.text().startsWith("Error loading route module"))
    await page.getByRole("link", { name: /^All \d+ profiles$/ }).hover()
    await failed
    expect(documents).toEqual([])
    expect(await isSameDocument(page)).toBe(true)
    await expect(city).toHaveText(/Lyon/)
    await expect(city).toHaveValue("lyon")
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Good company, well chosen.")
  })
})

test.describe("Prefetching", () => {
  const cards = (page: Page) => page.getByRole("main").getByRole("article").getByRole("heading").getByRole("link")

  /** Hovers over the first cards of a page, each just long enough to prefetch it. */
  async function pointAt(page: Page, count: number, path = "/escorts?city=paris") {
    await page.clock.install()
    await open(page, path)
    await knowsRoute(page, "routes/profiles/public/profile")
    await page.clock.pauseAt(new Date(Date.now() + 60_000))
    for (let index = 0; index < count; index++) {
      await cards(page).nth(index).hover()
      await page.clock.runFor(100)
    }
  }

  test("eight hovered links are prefetched four at a time", async ({ page }) => {
    const release = latch()
    let running = 0
    let most = 0
    const fetched: string[] = []
    await page.route("**/*.data*", async (route) => {
      fetched.push(pathOf(route.request().url()))
      running++
      most = Math.max(most, running)
      await release.opened
      running--
      await route.continue()
    })
    await pointAt(page, 8)
    await expect.poll(() => fetched.length).toBe(4)
    await page.clock.runFor(5_000)
    expect(fetched).toHaveLength(4)
    expect(await page.locator("head link[rel=prefetch]").count()).toBe(4)

    release.open()
    await expect(page.locator("head link[rel=prefetch]")).toHaveCount(0)
    await cards(page).nth(4).hover()
    await page.clock.runFor(100)
    await expect.poll(() => fetched.length).toBeGreaterThanOrEqual(5)
    expect(new Set(fetched).size, "each page once").toBe(fetched.length)
    expect(most).toBe(4)
  })

  test("a link that the pointer only crosses is not prefetched", async ({ page }) => {
    const fetched = collect(page, isData)
    await pointAt(page, 0)
    await cards(page).first().hover()
    await page.clock.runFor(99)
    await page.mouse.move(0, 0)
    await page.clock.runFor(1_000)
    await browse(page).click()
    await expect.poll(() => fetched).toEqual(["/escorts.data"])
  })

  test("a reader who saves data gets no prefetches", async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, "connection", { value: { saveData: true, effectiveType: "4g" } })
    })
    const fetched = collect(page, isData)
    // From a profile, the routes of the others are known: Remix does not discover routes for such a reader either.
    await pointAt(page, 3, "/escorts/camille-aubert")
    await page.clock.runFor(1_000)
    expect(await page.locator("head link[data-prefetch]").count()).toBe(0)
    const path = await cards(page).nth(2).getAttribute("href")
    await cards(page).nth(2).click()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    expect(fetched).toEqual([`${path}.data`])
  })

  test("a prefetched page is not fetched again by the click", async ({ page }) => {
    await open(page, "/escorts?city=paris")
    await knowsRoute(page, "routes/profiles/public/profile")
    const card = cards(page).first()
    const path = await card.getAttribute("href")
    const ahead = page.waitForEvent("requestfinished", (request) => pathOf(request.url()) === `${path}.data`)
    await card.hover()
    expect((await (await ahead).allHeaders())["sec-purpose"]).toBe("prefetch")
    await card.click()
    await expect(page.getByRole("navigation", { name: "You are here" })).toBeVisible()
    const bytes = await page.evaluate((name) => {
      const entries = performance.getEntriesByType("resource") as PerformanceResourceTiming[]
      return entries.filter((entry) => entry.name.endsWith(name)).map(({ transferSize }) => transferSize > 0)
    }, `${path}.data`)
    expect(bytes, "whether each request went to the server").toEqual([true, false])
  })
})

test("a page whose script does not arrive requests it again, and reloads its document only once", async ({
  page,
  faults,
}) => {
  faults.expect(/^net::ERR_FAILED GET \/assets\/entry\.client-/)
  const documents = collect(page, isDocument)
  let isLost = true
  await page.route(/\/assets\/entry\.client-/, (route) => (isLost ? route.abort() : route.continue()))
  await page.clock.install()
  await page.addInitScript(() => {
    // After the document's own handler, and not by a timer, which the test holds.
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => console.debug("The start has failed")
    addEventListener("unhandledrejection", () => port2.postMessage(null))
  })
  const failsAfter = async (action: () => Promise<unknown>) => {
    const failure = page.waitForEvent("console", (message) => message.text() === "The start has failed")
    await action()
    await failure
  }
  await failsAfter(() => page.goto("/about"))
  const tries = [
    [1_000, 1],
    [4_000, 1],
    [15_000, 2],
    [1_000, 2],
    [4_000, 2],
  ] as const
  for (const [wait, expected] of tries) {
    await failsAfter(() => page.clock.fastForward(wait))
    expect(documents).toHaveLength(expected)
  }
  isLost = false
  await page.clock.fastForward(15_000)
  await hydrated(page)
  expect(documents).toEqual(["/about", "/about"])
})
