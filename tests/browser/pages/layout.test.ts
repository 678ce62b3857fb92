import type { Locator, Page } from "@playwright/test"
import { expect, fits, hydrated, latch, login, open, test } from "../test"

const phone = { width: 360, height: 740 }

/** Opens the first of the member's conversations. */
async function openConversation(page: Page): Promise<void> {
  await open(page, "/profile/chat")
  const href = await page.getByRole("main").locator("a[href^='/profile/chat/0']").first().getAttribute("href")
  await open(page, href ?? "there is no conversation")
  await expect(page.getByRole("log")).toBeVisible()
}

/** Returns the pairs of controls that overlap, by name. */
async function overlapping(controls: Locator): Promise<string[]> {
  const boxes = await Promise.all(
    (await controls.filter({ visible: true }).all()).map(async (one) => {
      const name = (await one.getAttribute("aria-label")) ?? (await one.innerText())
      return { name, ...((await one.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }) }
    }),
  )
  expect(boxes.length).toBeGreaterThan(3)
  return boxes.flatMap((one, index) =>
    boxes
      .slice(index + 1)
      .filter((other) => one.x < other.x + other.width - 1 && other.x < one.x + one.width - 1)
      .filter((other) => one.y < other.y + other.height - 1 && other.y < one.y + one.height - 1)
      .map((other) => `${one.name} over ${other.name}`),
  )
}

test("the back office's header overlaps nothing, and its links open from a menu", async ({ page, signIn }) => {
  await signIn("admin")
  for (const width of [360, 768]) {
    await page.setViewportSize({ width, height: 800 })
    await open(page, "/dashboard/admin")
    // Content that is fetched after the load may render its header again.
    await page.waitForLoadState("networkidle")
    const banner = page.getByRole("banner")
    expect(await overlapping(banner.locator("a, button, summary"))).toEqual([])
    await banner.getByRole("button", { name: "Back office" }).click()
    await banner.getByRole("menuitem", { name: "Emails" }).press("Enter")
    await expect(page).toHaveURL(/\/dashboard\/admin\/mail$/)
  }
})

test("The back office's menu opens before the script is there, and stays open when it comes", async ({
  page,
  signIn,
}) => {
  await signIn("admin")
  await page.setViewportSize(phone)
  const scripts = latch()
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await scripts.opened
    await route.continue()
  })
  await page.goto("/dashboard/admin", { waitUntil: "commit" })
  const banner = page.getByRole("banner")
  await banner.getByRole("button", { name: "Back office" }).click()
  await expect(banner.getByRole("menuitem", { name: "Mail" })).toBeVisible()
  scripts.open()
  await hydrated(page)
  await banner.getByRole("menuitem", { name: "Mail" }).press("Enter")
  await expect(page).toHaveURL(/\/dashboard\/admin\/mail$/)
})

test("a conversation on a phone begins with its own head; from 1024 pixels the site's header is above it", async ({
  page,
  signIn,
}) => {
  await signIn("premium")
  await page.setViewportSize(phone)
  await openConversation(page)
  const head = page.locator("[data-conversation]")
  expect((await head.boundingBox())?.y).toBe(0)
  await expect(page.getByRole("banner")).toBeHidden()
  await expect(head.getByRole("link", { name: "Quick exit" })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole("textbox", { name: /^Write to/ })).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1024, height: 800 })
  await expect(page.getByRole("banner")).toBeVisible()
  await expect(head.getByRole("link", { name: "Quick exit" })).toBeHidden()
})

test("the quick exit in a conversation's head leaves at once and ends the session", async ({ page, faults }) => {
  faults.expect("elsewhere: https://en.wikipedia.org/")
  // The conversation catches up as its socket closes, unless the page is gone before.
  faults.allow(/^40[13] GET \/api\/conversations\b/)
  await page
    .context()
    .route("https://*.wikipedia.org/", (route) => route.fulfill({ contentType: "text/html", body: "<h1>Neutral</h1>" }))
  await login(page, "premium")
  await page.setViewportSize(phone)
  await openConversation(page)
  const origin = new URL(page.url()).origin
  await page.locator("[data-conversation]").getByRole("link", { name: "Quick exit" }).click()
  await expect(page.getByRole("heading", { name: "Neutral" })).toBeVisible()
  // The access pass is deleted with everything else.
  await expect.poll(() => page.context().cookies(origin)).toEqual([])
  faults.expect("403 GET /profile")
  await page.goto(`${origin}/profile`)
  await expect(page.getByRole("heading", { name: "Access Denied." })).toBeVisible()
})

test("the report of a message stays inside its dialog, however long a word of it is", async ({ page, signIn }) => {
  await signIn("premium")
  await openConversation(page)
  await page.getByRole("button", { name: "Conversation options" }).click()
  await page.getByRole("menuitem", { name: "Report messages" }).click()
  const dialog = page.getByRole("dialog")
  const texts = dialog.locator("label .line-clamp-2").first()
  await texts.evaluate((one) => {
    one.textContent = `https://example.org/${"a".repeat(180)}`
  })
  for (const viewport of [phone, { width: 1280, height: 860 }]) {
    await page.setViewportSize(viewport)
    const beyond = await dialog.evaluate((one) => one.scrollWidth - one.clientWidth)
    expect(beyond, `how much too wide at ${viewport.width}`).toBeLessThanOrEqual(0)
    const list = dialog.getByRole("group")
    expect(await list.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0)
  }
})

test("a page without header is as high as the window, the banner included", async ({ page }) => {
  for (const path of ["/age", "/auth/login", "/auth/password/reset"]) {
    await open(page, path)
    const { scrollHeight, clientHeight } = await page.evaluate(() => document.documentElement)
    expect(scrollHeight, path).toBe(clientHeight)
  }
})

test("no name of a card is broken in two beside its price", async ({ page }) => {
  await open(page, "/escorts")
  for (const width of [1280, 768]) {
    await page.setViewportSize({ width, height: 860 })
    const heights = await page
      .getByRole("main")
      .locator("article h3")
      .evaluateAll((names) => names.map((one) => one.getBoundingClientRect().height))
    expect(Math.max(...heights), `the highest name at ${width}`).toBeLessThan(30)
  }
})

test("cards mark new profiles only where the list is not sorted by date", async ({ page }) => {
  const badges = page.getByRole("main").getByRole("article").getByText("New", { exact: true })
  for (const path of ["/", "/escorts"]) {
    await open(page, path)
    await expect(page.getByRole("main").getByRole("article").first()).toBeVisible()
    await expect(badges).toHaveCount(0)
  }
  await open(page, "/escorts?sort=price-up&show=96")
  expect(await badges.count()).toBeGreaterThan(0)
})

test("in forced colours, the primary button and the current picture differ from the others", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" })
  await open(page, "/escorts/camille-aubert")
  const border = (one: Locator) => one.evaluate((button) => getComputedStyle(button).borderTopColor)
  const write = page.getByRole("main").getByRole("link", { name: "Write to Camille" })
  const secondary = page
    .getByRole("main")
    .getByLabel(/^Save Camille/)
    .first()
  expect(await border(write)).not.toBe(await border(secondary))
  await open(page, "/escorts/camille-aubert/gallery")
  await expect(page.locator("[aria-current=true] > span").first().locator("..")).toHaveCSS("outline-style", "solid")
})

test("in forced colours, the search box is seen, and the line below tabs is whole", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" })
  await open(page, "/escorts/camille-aubert")
  const [line, paper] = await page.getByRole("banner").evaluate((header) => {
    const box = header.querySelector("search input[type=search]")
    return [box && getComputedStyle(box).border, getComputedStyle(document.body).backgroundColor]
  })
  expect(line).toMatch(/^1px solid rgb\(/)
  expect(line).not.toContain(paper)
  const tabs = page.getByRole("main").locator("nav li > a:not([aria-current])")
  expect(await tabs.count()).toBeGreaterThan(1)
  for (const tab of await tabs.all()) await expect(tab).toHaveCSS("border-bottom-width", "0px")
})

test("In forced colours, the reader's own messages have a box, and only the page that is shown is underlined", async ({
  page,
  signIn,
}) => {
  await signIn("premium")
  await page.emulateMedia({ forcedColors: "active" })
  await openConversation(page)
  const box = page.locator("[data-own]").first().locator("..").locator(":scope > :first-child")
  await expect(box).not.toHaveCSS("border-top-width", "0px")
  const browse = page.getByRole("banner").getByRole("link", { name: "Browse" })
  const lines = () =>
    browse.evaluate((link) => {
      const { borderTopWidth, borderBottomWidth } = getComputedStyle(link)
      return [borderTopWidth, borderBottomWidth].map((width) => width !== "0px")
    })
  expect(await lines()).toEqual([false, false])
  await browse.click()
  await expect(browse).toHaveAttribute("aria-current", "page")
  expect(await lines()).toEqual([false, true])
})

test.describe("In French", () => {
  test.use({ language: "fr" })

  test("text of twice the size fits a phone", async ({ page, signIn }) => {
    for (const path of ["/escorts?city=paris", "/escorts/camille-aubert", "/become-member", "/casting", "/contact"]) {
      await open(page, path)
      await fits(page, 360, "200%")
    }
    await signIn("admin")
    for (const path of ["/dashboard/admin", "/dashboard/admin/mail"]) {
      await open(page, path)
      await fits(page, 360, "200%")
    }
  })
})
