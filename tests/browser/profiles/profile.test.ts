import { wholeProfile } from "../addresses"
import { expect, hydrated, type Language, open, test, withMotion } from "../test"

test.use(withMotion)

const path = `/escorts/${wholeProfile}`

/** Camille Aubert of the demo, as each reader should read her. */
const readings: Record<Language, { rate: RegExp; services: string; service: RegExp }> = {
  en: { rate: /€110\s\/\sh/, services: "Services & rates", service: /^€\d+$|^on request$/ },
  fr: {
    rate: /110\u00a0€\s\/\sh/,
    services: "Services et tarifs",
    service: /^\d+\u00a0€$|^sur demande$/,
  },
}

for (const language of ["en", "fr"] as const) {
  test.describe(`In ${language}`, () => {
    test.use({ language })

    test("a profile shows name, price and services in the reader's language and formats", async ({ page }) => {
      const { rate, services, service } = readings[language]
      await open(page, path)
      const main = page.getByRole("main")
      await expect(main.getByRole("heading", { level: 1 })).toHaveText("Camille Aubert")
      await expect(main.getByText(rate).filter({ visible: true }).first()).toBeVisible()
      const section = main.getByRole("region", { name: services })
      const rows = section.getByRole("listitem")
      expect(await rows.count()).toBeGreaterThan(1)
      for (const row of await rows.all()) {
        const price = await row.locator(":scope > p").innerText()
        expect(price).toMatch(service)
      }
    })
  })
}

test("a profile's pictures come from its own origin, in AVIF or WebP, with their place reserved", async ({
  page,
  baseURL,
}) => {
  const types: Record<string, string | undefined> = {}
  page.on("response", (response) => {
    const url = new URL(response.url())
    if (url.pathname.startsWith("/media/")) types[url.origin + url.pathname] = response.headers()["content-type"]
  })
  await open(page, path)
  const images = page.getByRole("main").locator("header img")
  const count = await images.count()
  expect(count).toBeGreaterThan(1)
  for (const [index, image] of (await images.all()).entries()) {
    await image.scrollIntoViewIfNeeded()
    await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
    const { width, height, alt, loading, currentSrc } = await image.evaluate((img: HTMLImageElement) => {
      const { alt, loading, currentSrc } = img
      return { width: img.getAttribute("width"), height: img.getAttribute("height"), alt, loading, currentSrc }
    })
    expect(Number(width)).toBeGreaterThan(0)
    expect(Number(height)).toBeGreaterThan(0)
    expect(alt).toContain("Camille Aubert")
    expect(loading).toBe(index === 0 ? "eager" : "lazy")
    expect(new URL(currentSrc).origin).toBe(baseURL)
    expect(types[currentSrc]).toMatch(/^image\/(avif|webp)$/)
  }
  await expect(images.first()).toHaveAttribute("fetchpriority", "high")
})

test("a view is counted once: by the server for a document, by a beacon for a navigation", async ({ page }) => {
  const beacons: string[] = []
  page.on("request", (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith("/views/")) beacons.push(pathname)
  })
  await open(page, path)
  await page.reload()
  await hydrated(page)
  expect(beacons).toEqual([])
  // Of a city in which no other test publishes and withdraws a profile.
  await open(page, "/escorts?city=paris")
  const card = page.getByRole("main").getByRole("article").getByRole("link").first()
  const address = (await card.getAttribute("href")) ?? ""
  await card.click()
  await page.waitForURL((url) => url.pathname === address)
  await expect.poll(() => beacons).toEqual([`/views/${address.replace("/escorts/", "")}`])
})

test("the pictures of the cards below load as the reader comes near", async ({ page }) => {
  await open(page, path)
  const images = page.getByRole("region", { name: /^Also in / }).locator("img")
  await images.last().scrollIntoViewIfNeeded()
  for (const image of await images.all()) {
    await expect(image).toHaveAttribute("loading", "lazy")
    await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  }
})

test("the breadcrumbs lead through occasion and city", async ({ page }) => {
  await open(page, path)
  const crumbs = page.getByRole("navigation", { name: "You are here" })
  await crumbs.getByRole("link").nth(1).click()
  await expect(page).toHaveURL(/\/escorts\?city=/)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Profiles in /)
})
