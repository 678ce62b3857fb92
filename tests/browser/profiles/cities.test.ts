import { expect, open, pathOf, test } from "../test"

for (const width of [360, 1280]) {
  test(`at ${width} pixels, home leads to a city, an occasion in it and a profile there, and back`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await open(page, "/")
    const main = page.getByRole("main")
    const cities = main.getByRole("region", { name: "By city" })
    const tiles = cities.getByRole("list").getByRole("listitem")
    await expect(tiles).toHaveCount(width === 360 ? 12 : 24)
    const tops = await tiles.evaluateAll((all) => all.map((tile) => tile.getBoundingClientRect().top))
    expect(tops.filter((top) => top === tops[0])).toHaveLength(width === 360 ? 2 : 6)

    await cities.getByRole("link", { name: /^Lyon/ }).click()
    await expect(main.getByRole("heading", { level: 1 })).toHaveText("Companions in Lyon")
    expect(pathOf(page.url())).toBe("/escorts/in/lyon")
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)

    const occasions = main.getByRole("navigation", { name: "Occasions in Lyon" })
    await occasions.getByRole("link", { name: /^Dinners & evenings/ }).click()
    await expect(main.getByRole("heading", { level: 1 })).toHaveText("Dinners & evenings in Lyon")
    expect(pathOf(page.url())).toBe("/escorts/in/lyon/dinners")
    const cards = main.getByRole("article")
    for (const card of await cards.all()) await expect(card).toContainText("Dinners & evenings, Lyon")

    const first = cards.first().getByRole("heading").getByRole("link")
    const name = await first.innerText()
    await first.click()
    await expect(main.getByRole("heading", { level: 1 })).toHaveText(name)
    await page.goBack()
    await expect(main.getByRole("heading", { level: 1 })).toHaveText("Dinners & evenings in Lyon")
    await occasions.getByRole("link", { name: "All occasions" }).click()
    await expect(main.getByRole("heading", { level: 1 })).toHaveText("Companions in Lyon")
    await main
      .getByRole("link", { name: /^See all \d+ in Lyon$/ })
      .first()
      .click()
    await expect(main.getByRole("heading", { level: 1 })).toHaveText("Profiles in Lyon")
    expect(pathOf(page.url())).toBe("/escorts?city=lyon")
  })
}

for (const width of [360, 1280]) {
  test(`at ${width} pixels, a dot on the map of all cities leads to its city, and one there to another`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await open(page, "/escorts/in")
    /** Clicks where the city's dot is: whatever lies there is clicked. */
    const clickDot = async (name: string) => {
      const dot = page.locator(".city-map a", { has: page.locator("title", { hasText: `${name}, ` }) })
      const { x, y } = await dot
        .locator("path")
        .last()
        .evaluate((path) => path.getBoundingClientRect().toJSON())
      await page.mouse.click(x, y)
    }
    const drawn = await page.locator(".city-map use").boundingBox()
    expect(drawn?.width, "map.svg is drawn").toBeGreaterThan(width === 360 ? 300 : 500)
    await expect(page.locator(".city-map text").getByText("Paris")).toBeVisible()
    await clickDot("Amsterdam")
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Companions in Amsterdam")
    expect(pathOf(page.url())).toBe("/escorts/in/amsterdam")
    await clickDot("Ghent")
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Companions in Ghent")
  })
}
