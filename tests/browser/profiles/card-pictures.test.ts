import type { Locator, Page } from "@playwright/test"
import { axe, expect, open, pathOf, test, withMotion } from "../test"

/** The first card of several pictures. */
const card = (page: Page) =>
  page
    .getByRole("main")
    .getByRole("article")
    .filter({ has: page.locator(".card-dots") })
    .first()
const slides = (one: Locator) => one.locator(".card-slide")
const current = (one: Locator) =>
  one.locator(".card-dots > span").evaluateAll((dots) => dots.findIndex((dot) => dot.hasAttribute("data-current")))

/** Returns whether a picture fills its card's frame. */
const isShown = (picture: Locator) =>
  picture.evaluate((element) => {
    const [one, frame] = [element, element.closest(".card")?.querySelector(".picture")].map((box) =>
      box?.getBoundingClientRect(),
    )
    return Math.abs((one?.left ?? 0) - (frame?.left ?? 1)) < 1
  })

async function nameOf(one: Locator): Promise<string> {
  return one.getByRole("heading").innerText()
}

test("a card under a mouse shows its next pictures by two buttons, of which nothing is loaded before", async ({
  page,
}) => {
  const requests: string[] = []
  page.on("request", (request) => requests.push(pathOf(request.url())))
  await open(page, "/escorts?city=paris")
  await page.waitForLoadState("networkidle")
  expect(requests.filter((path) => /picture-browser/.test(path))).toEqual([])
  await expect(page.locator(".card-dots")).toHaveCount(0)
  const before = new Set(requests)

  await page.getByRole("main").getByRole("article").first().hover()
  const one = card(page)
  await one.hover()
  const name = await nameOf(one)
  const next = one.getByRole("button", { name: `Next picture of ${name}` })
  const previous = one.getByRole("button", { name: `Previous picture of ${name}` })
  await expect(next).toBeVisible()
  await expect(previous).toHaveCount(0)
  await expect(slides(one)).toHaveCount(1)
  await expect.poll(() => requests.some((path) => path.startsWith("/media/") && !before.has(path))).toBe(true)
  await next.click()
  await expect.poll(() => isShown(slides(one).first())).toBe(true)
  await expect(one.getByRole("status")).toHaveText(/^Picture 2 of [23]$/)
  expect(await axe(page)).toEqual([])
  await previous.click()
  await expect.poll(() => current(one)).toBe(0)
  await expect.poll(() => isShown(slides(one).first())).toBe(false)
  // A press on a button at an end is none on the card.
  await expect(previous).toBeDisabled()
  await previous.click({ force: true })
  await expect(page).toHaveURL(/\/escorts\?city=paris$/)
})

test("a card with the focus shows its next pictures by the arrow keys, and adds no stop to the Tab key", async ({
  page,
}) => {
  await open(page, "/escorts?city=paris")
  const link = page.getByRole("main").getByRole("article").getByRole("heading").getByRole("link")
  await link.first().focus()
  await expect(page.locator(".card-dots").first()).toBeAttached()
  const one = card(page)
  await one.getByRole("heading").getByRole("link").focus()
  await page.keyboard.press("ArrowRight")
  await expect.poll(() => current(one)).toBe(1)
  await expect.poll(() => isShown(slides(one).first())).toBe(true)
  await page.keyboard.press("ArrowLeft")
  await expect.poll(() => current(one)).toBe(0)
  await page.keyboard.press("ArrowLeft")
  await expect.poll(() => current(one)).toBe(0)
  await page.keyboard.press("Tab")
  await expect(one.getByRole("link", { name: /favourites/ })).toBeFocused()
  await page.keyboard.press("Tab")
  await expect(page.locator(":focus")).toHaveCount(1)
  await expect(one.locator(":focus")).toHaveCount(0)
})

test.describe("On a phone", () => {
  test.use({ ...withMotion, viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test("a swipe shows the next picture and opens nothing, and the page scrolls from a card", async ({ page }) => {
    await open(page, "/escorts?city=paris")
    await page.waitForLoadState("networkidle")
    const touch = await page.context().newCDPSession(page)
    const send = (type: "touchStart" | "touchMove" | "touchEnd", ...points: [number, number][]) =>
      touch.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) })
    const swipe = async (one: Locator, dx: number, dy: number) => {
      const box = await one.locator(".picture").first().boundingBox()
      const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2]
      await send("touchStart", [x, y])
      for (let step = 1; step <= 6; step += 1) await send("touchMove", [x + (dx * step) / 6, y + (dy * step) / 6])
      await send("touchEnd")
    }
    const first = page.getByRole("main").getByRole("article").first()
    await first.scrollIntoViewIfNeeded()
    await swipe(first, 0, -60)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(20)
    await expect(page.locator(".card-dots").first()).toBeVisible()

    const one = card(page)
    await one.scrollIntoViewIfNeeded()
    await swipe(one, -70, 4)
    await expect.poll(() => current(one)).toBe(1)
    await expect.poll(() => isShown(slides(one).first())).toBe(true)
    await swipe(one, 70, 4)
    await expect.poll(() => current(one)).toBe(0)
    await swipe(one, 70, 4)
    await expect.poll(() => current(one)).toBe(0)
    const top = await page.evaluate(() => scrollY)
    await swipe(one, 4, -80)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(top)
    expect(await current(one)).toBe(0)
    await page.waitForTimeout(500)
    await expect(page).toHaveURL(/\/escorts\?city=paris$/)
    await expect(one.getByRole("button", { name: /picture of/ })).toHaveCount(0)
    await one.locator(".picture").first().tap({ force: true })
    await expect(page).toHaveURL(/\/escorts\/[a-z-]+$/)
  })
})
