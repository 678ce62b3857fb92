import type { Page } from "@playwright/test"
import { expect, open, pathOf, test } from "../test"

const cards = (page: Page) => page.getByRole("main").getByRole("article")
const filters = (page: Page) => page.getByRole("region", { name: "Filters" })
const pages = (page: Page) => page.getByRole("navigation", { name: "Pages" })

/** Reads the number in the sentence below the title. */
async function total(page: Page): Promise<number> {
  const sentence = await page.getByRole("main").locator("header").getByRole("status").innerText()
  return Number(sentence.replace(/\D/g, ""))
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

  test("the pages of the listing show every profile once, in both directions, and preserve the filter", async ({
    page,
  }) => {
    await page.goto("/escorts?city=paris")
    const count = await total(page)
    const seen = [await shown(page)]
    await expect(page.getByRole("link", { name: "Show more profiles" })).toBeVisible()
    await expect(pages(page).getByRole("link", { name: "Previous" })).toHaveCount(0)
    while ((await pages(page).getByRole("link", { name: "Next" }).count()) > 0) {
      await pages(page).getByRole("link", { name: "Next" }).click()
      await expect(cards(page).getByRole("link").first()).not.toHaveAttribute("href", seen.at(-1)?.[0] ?? "")
      // The first card is there before the others.
      await page.waitForLoadState("domcontentloaded")
      await expect(page).toHaveURL(/city=paris&cursor=/)
      expect(await total(page)).toBe(count)
      seen.push(await shown(page))
    }
    expect(seen.map((page) => page.length)).toEqual([24, 24, count - 48])
    expect(new Set(seen.flat()).size).toBe(count)
    for (const card of await cards(page).all()) await expect(card).toContainText("Paris")

    for (const expected of seen.slice(0, -1).reverse()) {
      await pages(page).getByRole("link", { name: "Previous" }).click()
      await expect(cards(page).getByRole("link").first()).toHaveAttribute("href", expected[0] ?? "")
      await page.waitForLoadState("domcontentloaded")
      expect(await shown(page)).toEqual(expected)
    }
    await expect(pages(page).getByRole("link", { name: "Previous" })).toHaveCount(0)
  })

  test("the search of the home page is a form that leads to the listing of its choices", async ({ page }) => {
    await page.goto("/")
    await page.getByRole("combobox", { name: "City" }).selectOption("Lyon")
    await page.getByRole("button", { name: "Search" }).click()
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Profiles in Lyon")
    expect(pathOf(page.url())).toBe("/escorts?city=lyon&category=")
    for (const card of await cards(page).all()) await expect(card).toContainText("Lyon")
  })
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
