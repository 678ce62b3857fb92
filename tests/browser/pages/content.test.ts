import { axe, expect, flowLanguages, hydrated, open, test } from "../test"

const texts = {
  en: {
    cancel: "cancel",
    question: "How do I cancel?",
    other: "How do I change the language?",
    search: "Search the questions",
    contents: "On this page",
  },
  fr: {
    cancel: "resilier",
    question: "Comment résilier ?",
    other: "Comment changer de langue ?",
    search: "Chercher dans les questions",
    contents: "Sur cette page",
  },
} as const

for (const language of flowLanguages("en")) {
  const { cancel, question, other, search, contents } = texts[language]
  const questionOf = (page: import("@playwright/test").Page, text: string) =>
    page.locator("summary").filter({ hasText: new RegExp(text.replace("?", "\\?").replace(" \\?", "\\s\\?")) })

  test.describe(`In ${language}`, () => {
    test.use({ language })

    test("the FAQ is filtered while typing, and found again by its address", async ({ page }) => {
      await open(page, "/faq")
      await page.getByRole("searchbox", { name: search }).fill(cancel)
      await expect(questionOf(page, question)).toBeVisible()
      await expect(questionOf(page, other)).toHaveCount(0)
      await expect(page.getByRole("status")).toContainText("1 question")
      expect(await axe(page)).toEqual([])
      await page.getByRole("searchbox", { name: search }).press("Enter")
      await expect(page).toHaveURL(new RegExp(`/faq\\?q=${cancel}$`))
      await page.reload()
      await expect(questionOf(page, other)).toHaveCount(0)
    })

    test("an answer of the FAQ has an address that opens it", async ({ page }) => {
      await open(page, "/faq")
      const details = page.locator("details").filter({ has: questionOf(page, other) })
      await expect(details).not.toHaveAttribute("open")
      const anchor = await details.locator("[id^=q-]").getAttribute("id")
      await page.goto("/about")
      await page.goto(`/faq#${anchor}`)
      await hydrated(page)
      await expect(page.locator(`details:has(#${anchor})`)).toHaveAttribute("open")
    })

    test("a long text has a table of contents that leads to its parts", async ({ page }) => {
      await open(page, "/legal/privacy")
      const links = page.getByRole("navigation", { name: contents }).getByRole("link")
      expect(await links.count()).toBeGreaterThan(4)
      await links.last().click()
      const { hash } = new URL(page.url())
      await expect(page.locator(hash)).toBeInViewport()
    })

    test("every link of the footer leads to a page", async ({ page }) => {
      await open(page, "/faq")
      const links = await page
        .getByRole("contentinfo")
        .getByRole("link")
        .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""))
      expect(links.length).toBeGreaterThan(10)
      for (const href of links.filter((href) => href.startsWith("/") && !href.startsWith("/locale"))) {
        const status = await page.evaluate(async (path) => (await fetch(path)).status, href)
        expect([href, status]).toEqual([href, 200])
      }
    })
  })
}

test.describe("Without JavaScript", () => {
  test.use({ javaScriptEnabled: false })

  test("the categories show their icons without script", async ({ page }) => {
    await page.goto("/")
    const icons = page.locator("#categories img[src^='/icons/lucide/']")
    await expect(icons).toHaveCount(6)
    await icons.first().scrollIntoViewIfNeeded()
    await expect
      .poll(() => icons.evaluateAll((all) => all.filter((icon) => (icon as HTMLImageElement).naturalWidth > 0).length))
      .toBe(6)
  })
})

test("the categories' icons are drawn in the text's colour, and cached for the next page", async ({ page }) => {
  await open(page, "/")
  const icons = page.locator("#categories li svg.lucide:first-child")
  await expect(icons).toHaveCount(6)
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem("salon-icons") ?? "[]").length)
  expect(stored).toBe(6)
  const asked: string[] = []
  page.on("request", (request) => {
    if (request.resourceType() === "fetch" && request.url().includes("/icons/")) asked.push(request.url())
  })
  await page.reload()
  await expect(icons).toHaveCount(6)
  expect(asked).toEqual([])
})

test("the terms open beside the form, which loses nothing", async ({ page }) => {
  await open(page, "/become-member")
  await page.getByLabel("Name").fill("Ann")
  const [beside] = await Promise.all([
    page.waitForEvent("popup"),
    page.getByRole("link", { name: /^terms of/ }).click(),
  ])
  await expect(beside).toHaveURL(/\/legal\/terms$/)
  await expect(beside.getByRole("heading", { level: 1 })).toBeVisible()
  await beside.close()
  await expect(page.getByLabel("Name")).toHaveValue("Ann")
})

test("an unknown address offers a search and links", async ({ page, faults }) => {
  faults.expect("404 GET /nowhere")
  await open(page, "/nowhere")
  const main = page.getByRole("main")
  await main.getByRole("combobox").fill("paris")
  await main.getByRole("combobox").press("Enter")
  await expect(page).toHaveURL(/\/escorts\?city=paris$/)
})
