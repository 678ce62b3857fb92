import type { Page } from "@playwright/test"
import { expect, open, pathOf, test } from "../test"

const cards = (page: Page) => page.getByRole("main").getByRole("article")
const filters = (page: Page) => page.getByRole("region", { name: "Filters" })
const pages = (page: Page) => page.getByRole("navigation", { name: "Pages" })

/** Reads the number in the sentence below the title. */
async function total(page: Page): Promise<number> {
  const sentence = await page.getByRole("main").locator("header").getByRole("status").innerText()
  return Number(/([\d,]+) profiles?$/.exec(sentence.trim())?.[1]?.replace(",", ""))
}

/** Returns the cards' addresses, in their order. */
function shown(page: Page): Promise<string[]> {
  return cards(page)
    .getByRole("heading")
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""))
}

test("filters are addresses that add up, and each can be removed", async ({ page }) => {
  await open(page, "/escorts")
  const everyone = await total(page)
  const paris = filters(page).getByRole("link", { name: /^Paris/ })
  const inParis = Number((await paris.innerText()).match(/\d+/)?.[0])
  await paris.click()
  await expect(page).toHaveURL(/\/escorts\?city=paris$/)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Profiles in Paris")
  expect(await total(page)).toBe(inParis)
  expect(inParis).toBeLessThan(everyone)

  await filters(page)
    .getByRole("link", { name: /^Dinners & evenings/ })
    .click()
  await expect(page).toHaveURL(/\/escorts\?category=dinners&city=paris$/)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Dinners & evenings in Paris")
  const both = await total(page)
  expect(both).toBeLessThan(inParis)
  await expect(cards(page)).toHaveCount(Math.min(both, 24))
  for (const card of await cards(page).all()) await expect(card).toContainText("Paris")

  const applied = page.getByRole("list", { name: "Active filters" })
  await applied.getByRole("link", { name: "Remove Paris" }).click()
  await expect(page).toHaveURL(/\/escorts\?category=dinners$/)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Dinners & evenings")
  await applied.getByRole("link", { name: "Remove Dinners & evenings" }).click()
  await expect(page).toHaveURL(/\/escorts$/)
  await expect(applied).toHaveCount(0)
  // A press shows at once; the list follows.
  await expect.poll(() => total(page)).toBe(everyone)
})

test("a filter takes several choices, each of which can be removed, and a range of prices", async ({ page }) => {
  await open(page, "/escorts?category=dinners")
  const inDinners = await total(page)
  await filters(page).getByText("Language").click()
  await filters(page)
    .getByRole("link", { name: /^German/ })
    .click()
  await expect(page).toHaveURL(/\/escorts\?category=dinners&language=de$/)
  // A press shows at once; the list follows.
  await expect.poll(() => total(page)).toBeLessThan(inDinners)
  const inGerman = await total(page)
  await filters(page)
    .getByRole("link", { name: /^Spanish/ })
    .press("Enter")
  await expect(page).toHaveURL(/\/escorts\?category=dinners&language=de,es$/)
  await expect.poll(() => total(page)).toBeGreaterThan(inGerman)
  expect(await total(page)).toBeLessThan(inDinners)

  await filters(page).getByText("Price by the hour").click()
  await filters(page).getByRole("combobox", { name: "From" }).selectOption("€300")
  await filters(page).getByRole("combobox", { name: "To" }).selectOption("€100")
  await filters(page).getByRole("button", { name: "Set the price" }).click()
  // The lower price comes first, however the range was given.
  await expect(page).toHaveURL(/\/escorts\?category=dinners&language=de,es&min_price=100&max_price=300$/)
  const applied = page.getByRole("list", { name: "Active filters" })
  await applied.getByRole("link", { name: "Remove German" }).click()
  await expect(page).toHaveURL(/\/escorts\?category=dinners&language=es&min_price=100&max_price=300$/)
  await applied.getByRole("link", { name: "Remove Up to €300" }).click()
  await expect(page).toHaveURL(/\/escorts\?category=dinners&language=es&min_price=100$/)
})

test("the further choices of a filter are fetched in place, and the focus moves to the first of them", async ({
  page,
}) => {
  await open(page, "/escorts")
  const cities = page.locator("details").filter({ has: page.locator("summary", { hasText: "City" }) })
  const more = cities.getByRole("link", { name: /^\d+ more$/ })
  const further = Number.parseInt(await more.innerText(), 10)
  const choices = cities.getByRole("listitem")
  const before = await choices.count()
  await more.click()
  await expect(choices).toHaveCount(before + further)
  await expect(choices.nth(before).getByRole("link")).toBeFocused()
  expect(pathOf(page.url())).toBe("/escorts")
})

test("more profiles are appended to the list, and Back restores their number", async ({ page }) => {
  await open(page, "/escorts?city=paris")
  const first = await shown(page)
  await page.getByRole("link", { name: "Show more profiles" }).click()
  await expect(page).toHaveURL(/city=paris&show=48$/)
  await expect(cards(page)).toHaveCount(48)
  expect((await shown(page)).slice(0, 24)).toEqual(first)
  await cards(page).nth(40).getByRole("heading").getByRole("link").click()
  await expect(page.getByRole("navigation", { name: "You are here" })).toBeVisible()
  await page.goBack()
  await expect(cards(page)).toHaveCount(48)
})

test("a search by words finds people and occasions, within the active filters", async ({ page }) => {
  await open(page, "/escorts?city=paris")
  const box = page.getByRole("banner").getByRole("combobox")
  await box.fill("camille aubert")
  await box.press("Enter")
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("“camille aubert”")
  await expect(cards(page).first()).toContainText("Camille Aubert")
  await box.fill("nobody at all")
  await box.press("Enter")
  await expect(page.getByRole("heading", { name: "Nobody for that yet" })).toBeVisible()
  await page.getByRole("main").getByRole("link", { name: "See all profiles" }).click()
  await expect(cards(page)).toHaveCount(24)
})

test("a search in a sentence becomes filters, each of which can be taken away", async ({ page }) => {
  await open(page, "/")
  const box = page.getByRole("banner").getByRole("combobox")
  await box.fill("someone for dinner in Paris on Friday who speaks Spanish")
  await box.press("Enter")
  await expect(page).toHaveURL(/\/escorts\?category=dinners&city=paris&language=es&when=fri$/)
  const applied = page.getByRole("list", { name: "Active filters" })
  for (const name of ["Dinners & evenings", "Paris", "Spanish", "Friday"])
    await expect(applied.getByRole("link", { name })).toBeVisible()
  await applied.getByRole("link", { name: "Friday" }).click()
  await expect(page).toHaveURL(/\/escorts\?category=dinners&city=paris&language=es$/)
  await expect(cards(page).first()).toBeVisible()
})

test("the search of the home page leads to the listing of its choices", async ({ page }) => {
  await open(page, "/")
  await page.getByRole("combobox", { name: "City" }).selectOption("Lyon")
  await page.getByRole("button", { name: "Search" }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Profiles in Lyon")
  expect(pathOf(page.url())).toBe("/escorts?city=lyon")
  for (const card of await cards(page).all()) await expect(card).toContainText("Lyon")
})

test.describe("Without script", () => {
  test.use({ javaScriptEnabled: false })

  test("the listing goes on in one way at a time, shows every profile once, and preserves the filter", async ({
    page,
  }) => {
    await page.goto("/escorts?language=en")
    const count = await total(page)
    const more = page.getByRole("link", { name: "Show more profiles" })
    const next = pages(page).getByRole("link", { name: "Next" })
    const seen: string[][] = []
    for (;;) {
      expect((await more.count()) + (await next.count())).toBeLessThan(2)
      if ((await more.count()) > 0) {
        const before = await cards(page).count()
        await more.click()
        await expect.poll(() => cards(page).count()).toBeGreaterThan(before)
        await page.waitForLoadState("domcontentloaded")
        continue
      }
      seen.push(await shown(page))
      expect(await total(page)).toBe(count)
      if ((await next.count()) === 0) break
      await next.click()
      await expect(cards(page).getByRole("link").first()).not.toHaveAttribute("href", seen.at(-1)?.[0] ?? "")
      // The first card is there before the others.
      await page.waitForLoadState("domcontentloaded")
      await expect(page).toHaveURL(/language=en&cursor=/)
    }
    expect(seen.map((page) => page.length)).toEqual([96, 96, count - 192])
    expect(new Set(seen.flat()).size).toBe(count)

    const [, second] = seen
    await pages(page).getByRole("link", { name: "Previous" }).click()
    await expect(cards(page).getByRole("link").first()).toHaveAttribute("href", second?.at(-24) ?? "")
    await page.waitForLoadState("domcontentloaded")
    expect(await shown(page)).toEqual(second?.slice(-24))
  })

  test("a range of prices is a form, beside the other filters", async ({ page }) => {
    await page.goto("/escorts?city=paris")
    await filters(page).getByText("Price by the hour").click()
    await filters(page).getByRole("combobox", { name: "To" }).selectOption("€100")
    await filters(page).getByRole("button", { name: "Set the price" }).click()
    const applied = page.getByRole("list", { name: "Active filters" })
    await expect(applied.getByRole("link")).toHaveText(["Paris", "Up to €100", "Clear all"])
    for (const card of await cards(page).all()) await expect(card).toContainText(/€(\d\d|100) /)
  })

  test("the search of the home page is a form that leads to the listing of its choices", async ({ page }) => {
    await page.goto("/")
    await page.getByRole("combobox", { name: "City" }).selectOption("Lyon")
    await page.getByRole("button", { name: "Search" }).click()
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Profiles in Lyon")
    expect(pathOf(page.url())).toBe("/escorts?q=&city=lyon&category=")
    for (const card of await cards(page).all()) await expect(card).toContainText("Lyon")
  })
})

test("a profile's own link leads back to the results, where the reader was in them, over its sections too", async ({
  page,
}) => {
  await open(page, "/escorts?city=paris")
  const card = cards(page).nth(8).getByRole("heading").getByRole("link")
  await card.scrollIntoViewIfNeeded()
  const left = await page.evaluate(() => scrollY)
  expect(left).toBeGreaterThan(300)
  await card.click()
  await page.getByRole("main").getByRole("link", { name: "Details", exact: true }).click()
  await expect(page).toHaveURL(/\/infos$/)
  await page.getByRole("link", { name: "Back to the results" }).click()
  await expect(page).toHaveURL(/\/escorts\?city=paris$/)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(left)
})

test("Back from a profile restores the list's scroll position", async ({ page }) => {
  await open(page, "/escorts")
  const card = cards(page).nth(14).getByRole("heading").getByRole("link")
  await card.scrollIntoViewIfNeeded()
  const left = await page.evaluate(() => scrollY)
  expect(left).toBeGreaterThan(300)
  await card.click()
  await expect(page.getByRole("navigation", { name: "You are here" })).toBeVisible()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("All profiles")
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(left)
})

test("on a phone the filters are a sheet that opens from the pill, and Esc closes it", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await open(page, "/escorts?city=paris")
  await expect(filters(page)).toBeHidden()
  await page.getByRole("button", { name: /^Filters,? 1 active$/ }).click()
  await expect(filters(page)).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(filters(page)).toBeHidden()
  await page.getByRole("button", { name: /^Filters,? 1 active$/ }).click()
  await filters(page)
    .getByRole("link", { name: /^Wellness/ })
    .click()
  await expect(page).toHaveURL(/category=wellness&city=paris$/)
})

test("a listing without results says so and offers links", async ({ page }) => {
  await open(page, "/escorts?city=bath&category=dinners")
  await expect(page.getByRole("heading", { name: "Nobody for that yet" })).toBeVisible()
  expect(await total(page)).toBe(0)
  const wider = page.getByRole("main").getByRole("link", { name: /^Without Dinners/ })
  const offered = Number((await wider.innerText()).match(/\d+/)?.[0])
  await wider.click()
  await expect(page).toHaveURL(/\/escorts\?city=bath$/)
  await expect(cards(page)).toHaveCount(offered)
})

test("the first row's portraits are fetched at once, the others as they come near", async ({ page }) => {
  await open(page, "/escorts")
  const images = cards(page).locator("img")
  for (const index of [0, 3]) await expect(images.nth(index)).toHaveAttribute("loading", "eager")
  await expect(images.first()).toHaveAttribute("fetchpriority", "high")
  await expect(images.last()).toHaveAttribute("loading", "lazy")
})
