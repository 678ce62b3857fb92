import { expect, open, pathOf, test } from "../test"

for (const width of [360, 1280]) {
  test(`at ${width} pixels, home leads to a city, an occasion in it and a profile there, and back`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await open(page, "/")
    const main = page.getByRole("main")
    const cities = main.getByRole("region", { name: "By city" })
    const tiles = cities.getByRole("list").nth(1).getByRole("listitem")
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
    await main
      .getByRole("link", { name: /^See all \d+ in Lyon$/ })
      .first()
      .click()
    await expect(main.getByRole("heading", { level: 1 })).toHaveText("Profiles in Lyon")
    expect(pathOf(page.url())).toBe("/escorts?city=lyon")
  })
}
