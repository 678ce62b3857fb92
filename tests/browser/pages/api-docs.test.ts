import type { Page } from "@playwright/test"
import { axe, colorRules, expect, fits, test } from "../test"

const operation = (page: Page) => page.locator("#sendMessage")

/** axe looks at some ten thousand elements: fifteen seconds with nothing beside it. */
const axeTime = 180_000

test.describe("The API's description", () => {
  test("on a wide screen its contents stay in view, and lead by keyboard to an operation, which opens", async ({
    page,
  }) => {
    await page.goto("/api/docs")
    const contents = page.getByRole("navigation", { name: "Contents" })
    await expect(contents.getByRole("link", { name: "Get a token" })).toBeVisible()

    await page.getByRole("heading", { name: "Schemas" }).scrollIntoViewIfNeeded()
    const chat = contents.getByRole("link", { name: "Chat", exact: false }).first()
    await expect(chat).toBeInViewport()
    await chat.focus()
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    const link = contents.getByRole("link", { name: "Send a message" })
    await expect(link).toBeVisible()
    await link.focus()
    await page.keyboard.press("Enter")

    await expect(page).toHaveURL(/#sendMessage$/)
    await expect(operation(page)).toBeInViewport()
    await expect(operation(page).getByRole("heading", { name: "Errors" })).toBeVisible()
  })

  test("on a phone its contents are a list that opens, and a link leads back to them", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto("/api/docs#sendMessage")
    await expect(operation(page).getByRole("heading", { name: "Errors" })).toBeVisible()
    const contents = page.getByRole("navigation", { name: "Contents" })
    await expect(contents.getByRole("link", { name: "Get a token" })).toBeHidden()

    await page.getByRole("link", { name: "Contents", exact: true }).click()
    await expect(contents).toBeInViewport()
    await contents.getByRole("link", { name: "Get a token" }).click()
    await expect(page.getByRole("heading", { name: "Get a token" })).toBeInViewport()
  })

  test("it shows the colour mode that its reader has chosen on the site", async ({ page }) => {
    await page.goto("/api/docs")
    const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
    expect(await paper()).toBe("rgb(250, 250, 249)")
    await page.evaluate(() => localStorage.setItem("salon-color-mode", "dark"))
    await page.reload()
    expect(await paper()).toBe("rgb(12, 10, 9)")
  })

  test("with everything open it is sound and fits a phone", async ({ page }) => {
    test.setTimeout(axeTime)
    await page.goto("/api/docs")
    await page.evaluate(() => {
      for (const one of document.querySelectorAll("details")) one.open = true
    })
    await fits(page, 320)
    await fits(page, 360)
    expect(await axe(page)).toEqual([])
  })

  test("its colours are sound on a dark desktop", async ({ page }) => {
    test.setTimeout(axeTime)
    await page.emulateMedia({ colorScheme: "dark" })
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto("/api/docs#sendMessage")
    expect(await axe(page, colorRules)).toEqual([])
  })
})
