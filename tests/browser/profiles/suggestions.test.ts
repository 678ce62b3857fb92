import type { Page } from "@playwright/test"
import { origins } from "../addresses"
import { axe, expect, open, pathOf, test } from "../test"

const field = (page: Page) => page.getByRole("banner").getByRole("combobox", { name: /^(Search profiles|Rechercher)/ })
const list = (page: Page) => page.getByRole("listbox", { name: "Suggestions" })
const options = (page: Page) => list(page).getByRole("option")
const active = (page: Page) => list(page).getByRole("option", { selected: true })
const stored = (page: Page) => page.evaluate(() => localStorage.getItem("last searches"))

test("a search is suggested, taken, repeated and forgotten by keyboard alone", async ({ page }) => {
  await open(page, "/faq")
  await field(page).focus()
  await expect(list(page)).toBeHidden()
  await page.keyboard.type("cam", { delay: 20 })
  await expect(options(page).filter({ hasText: "Camille Aubert" })).toBeVisible()
  await expect(field(page)).toHaveAttribute("aria-expanded", "true")
  await expect(page.getByRole("search").getByRole("status")).toHaveText(/^\d+ suggestions?$/)
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await axe(page)).toEqual([])
  }

  await page.keyboard.press("Escape")
  await expect(list(page)).toBeHidden()
  await expect(field(page)).toHaveValue("cam")
  await page.keyboard.press("ControlOrMeta+A")
  await page.keyboard.type("espagnol")
  await expect(options(page)).toHaveText([/Spanish/])
  await page.keyboard.press("ArrowDown")
  await expect(active(page)).toHaveText(/Spanish/)
  await expect(field(page)).toHaveAttribute("aria-activedescendant", (await active(page).getAttribute("id")) ?? "")
  await page.keyboard.press("ArrowDown")
  await expect(active(page)).toHaveCount(0)
  await page.keyboard.press("ArrowUp")
  await expect(active(page)).toHaveText(/Spanish/)
  await page.keyboard.press("Home")
  await expect(active(page)).toHaveCount(0)
  await expect(field(page)).toBeFocused()
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(/\/escorts\?language=es$/)
  await expect(list(page)).toBeHidden()

  await field(page).fill("opera")
  await expect(options(page).first()).toBeVisible()
  await page.keyboard.press("Enter")
  await expect(page).not.toHaveURL(/language=es/)

  await open(page, "/faq")
  await field(page).focus()
  await expect(options(page)).toHaveText(["opera", "Spanish"])
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(/\/escorts\?language=es$/)

  await open(page, "/faq")
  await field(page).focus()
  await expect(options(page)).toHaveText(["Spanish", "opera"])
  await page.keyboard.press("Tab")
  await expect(page.getByRole("button", { name: "Clear all of it" })).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(list(page)).toBeHidden()
  await expect(field(page)).toBeFocused()
  expect(await stored(page)).toBeNull()
})

test("a suggested person opens their profile", async ({ page }) => {
  await open(page, "/")
  await field(page).fill("camille aub")
  await options(page).filter({ hasText: "Camille Aubert" }).click()
  await expect(page).toHaveURL(/\/escorts\/camille-aubert$/)
  await expect(list(page)).toBeHidden()
})

test("a profile that was opened is offered again, until this device is to remember nothing", async ({ page }) => {
  const viewed = () => page.evaluate(() => localStorage.getItem("last viewed"))
  await open(page, "/escorts/camille-aubert")
  await expect.poll(viewed).toContain("camille-aubert")
  await field(page).focus()
  await expect(options(page)).toHaveText([/Camille Aubert/])
  expect(await axe(page)).toEqual([])
  await page.getByRole("button", { name: "Stop remembering" }).click()
  await expect(page.getByText("This device remembers no searches and no profiles.")).toBeVisible()
  expect(await viewed()).toBeNull()

  await open(page, "/escorts/camille-aubert/infos")
  await page.waitForLoadState("networkidle")
  expect(await viewed()).toBeNull()
  await open(page, "/faq")
  await field(page).focus()
  await page.getByRole("button", { name: "Remember here" }).click()
  await open(page, "/escorts/camille-aubert")
  await expect.poll(viewed).toContain("camille-aubert")
})

test("a search by the choices of the home page is among the last searches", async ({ page }) => {
  await open(page, "/")
  await page.getByRole("combobox", { name: "City" }).selectOption("Lyon")
  await page.getByRole("button", { name: "Search", exact: true }).click()
  await expect(page).toHaveURL(/\/escorts\?city=lyon$/)
  await field(page).focus()
  await expect(options(page)).toHaveText(["Lyon"])
})

for (const [language, word, name] of [
  ["en", "fren", /^French/],
  ["fr", "espag", /^espagnol/],
] as const) {
  test.describe(`On a phone in ${language}`, () => {
    test.use({ language, viewport: { width: 360, height: 740 }, hasTouch: true })

    test(`suggestions in the search panel of a phone fit and can be pressed, in ${language}`, async ({ page }) => {
      await open(page, "/faq")
      await expect(field(page)).toBeHidden()
      await page.getByRole("banner").locator("summary").first().tap()
      await expect(field(page)).toBeFocused()
      await field(page).fill(word)
      const option = options(page).filter({ hasText: name })
      await expect(option).toBeVisible()
      const box = await option.boundingBox()
      expect(box?.height).toBeGreaterThanOrEqual(44)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
      await option.tap()
      await expect(page).toHaveURL(/\/escorts[?/]/)
      await expect(field(page)).toBeHidden()
    })
  })
}

for (const width of [320, 768]) {
  test(`the search of the header opens below it at ${width} px, and Escape closes it and gives the focus back`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 740 })
    await open(page, "/faq")
    const opener = page.getByRole("banner").locator("summary").first()
    await opener.focus()
    await page.keyboard.press("Enter")
    await expect(field(page)).toBeFocused()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await page.keyboard.type("lyon")
    await expect(options(page).first()).toBeVisible()
    await page.keyboard.press("Escape")
    await expect(list(page)).toBeHidden()
    await expect(field(page)).toBeVisible()
    await page.keyboard.press("Escape")
    await expect(field(page)).toBeHidden()
    await expect(opener).toBeFocused()
  })
}

test.describe("Without script", () => {
  test.use({ javaScriptEnabled: false })

  test("the search of the header and that of the home page are plain forms", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto("/")
    await page.getByRole("banner").locator("summary").first().click()
    await page.getByRole("banner").getByRole("searchbox").fill("camille")
    await page.getByRole("banner").getByRole("searchbox").press("Enter")
    await expect(page).toHaveURL(/\/escorts\?q=camille$/)

    await page.goto("/")
    const form = page.getByRole("main").getByRole("search")
    await form.getByLabel("What are you looking for?").fill("camille")
    await form.getByLabel("City").selectOption("Paris")
    await form.getByRole("button", { name: "Search" }).click()
    await expect(page).toHaveURL(/\/escorts\?(?=.*q=camille)(?=.*city=paris)/)
  })
})

test("the search of the home page suggests, and what is taken or sent keeps the city that was chosen", async ({
  page,
}) => {
  await open(page, "/")
  const form = page.getByRole("main").getByRole("search")
  const words = form.getByRole("combobox", { name: "What are you looking for?" })
  await form.getByLabel("City").selectOption("Lyon")
  await words.fill("spanish")
  await expect(options(page)).toHaveText([/Spanish/])
  expect(await axe(page)).toEqual([])
  await options(page).first().click()
  await expect(page).toHaveURL(/\/escorts\?city=lyon&language=es$/)

  await open(page, "/")
  await form.getByLabel("City").selectOption("Lyon")
  await words.fill("sommelier")
  await words.press("Enter")
  await expect(page).toHaveURL(/\/escorts\?(?=.*q=sommelier)(?=.*city=lyon)/)
  await field(page).fill("")
  await expect(options(page).first()).toHaveText("sommelier, Lyon")
})

test("a suggestion in the search of the listing is added to its filters", async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 900 })
  await open(page, "/escorts?city=paris")
  const box = page.getByRole("main").getByRole("combobox")
  await box.fill("spanish")
  await page.getByRole("main").getByRole("option").first().click()
  await expect(page).toHaveURL(/\/escorts\?city=paris&language=es$/)
})

test("a response that comes late is dropped, and a failed one leaves the search as it is", async ({ page, faults }) => {
  faults.allow(/^console: .*|^50\d GET \/api\/search\/suggestions/)
  await open(page, "/faq")
  await page.route("**/api/search/suggestions?*", async (route) => {
    const q = new URL(route.request().url()).searchParams.get("q")
    if (q === "broken") return route.fulfill({ status: 503, json: { message: "Busy", code: "x" } })
    if (q === "lyo") await new Promise((resolve) => setTimeout(resolve, 1_000))
    const names = [{ filter: "city", value: "x", name: `City for ${q}` }]
    await route.fulfill({ json: { people: [], names } }).catch(() => undefined)
  })
  await field(page).fill("lyo")
  await page.waitForRequest(/suggestions\?q=lyo$/)
  await field(page).fill("lyon")
  await expect(options(page)).toHaveText([/City for lyon/])
  await page.waitForTimeout(1_200)
  await expect(options(page)).toHaveText([/City for lyon/])
  await field(page).fill("broken")
  await expect(list(page)).toBeHidden()
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(/\/escorts\?q=broken$/)
})

test("the suggestions close as the focus goes on to the next field, and do not open once it has gone on", async ({
  page,
}) => {
  await open(page, "/escorts/camille-aubert")
  await open(page, "/")
  const form = page.getByRole("main").getByRole("search")
  await form.getByRole("combobox", { name: "What are you looking for?" }).focus()
  await expect(options(page)).toHaveText([/Camille Aubert/])
  await form.getByLabel("City").focus()
  await expect(list(page)).toBeHidden()

  let load = () => {}
  const isLoading = new Promise<void>((resolve) => {
    load = resolve
  })
  await page.route(/suggestion-popup/, async (route) => {
    await isLoading
    await route.continue()
  })
  await open(page, "/")
  const script = page.waitForResponse(/suggestion-popup/)
  await form.getByRole("combobox", { name: "What are you looking for?" }).focus()
  await form.getByLabel("City").focus()
  load()
  await script
  await expect(form.getByRole("status")).toHaveCount(1)
  await expect(list(page)).toBeHidden()
})

test("nothing of the suggestions is loaded before the search has the focus", async ({ page }) => {
  const requests: string[] = []
  page.on("request", (request) => requests.push(pathOf(request.url())))
  await open(page, "/")
  await page.waitForLoadState("networkidle")
  const isOfSearch = (path: string) => /suggestion|api\/search/.test(path)
  expect(requests.filter(isOfSearch)).toEqual([])
  await field(page).focus()
  await expect.poll(() => requests.filter(isOfSearch).length).toBeGreaterThan(0)
})

test("the quick exit deletes the last searches", async ({ context, page, faults }) => {
  faults.expect("403 GET /faq")
  faults.expect("elsewhere: https://en.wikipedia.org/")
  await context.route("https://*.wikipedia.org/", (route) =>
    route.fulfill({ contentType: "text/html", body: "<h1>Neutral</h1>" }),
  )
  await open(page, "/faq")
  await field(page).fill("opera")
  await expect(options(page).first()).toBeVisible()
  await options(page).first().click()
  await expect(page).toHaveURL(/\/escorts\?/)
  expect(await stored(page)).toContain("/escorts?")
  await page.getByRole("link", { name: "Quick exit" }).click()
  await expect(page).toHaveURL("https://en.wikipedia.org/")
  await expect.poll(() => context.cookies(origins.en)).toEqual([])
  await page.goto("/faq")
  expect(await stored(page)).toBeNull()
})
