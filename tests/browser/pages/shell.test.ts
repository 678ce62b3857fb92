import type { Page } from "@playwright/test"
import { expect, hydrated, isSameDocument, markDocument, open, sendCredentials, test, withMotion } from "../test"

test.use(withMotion)

const html = (page: Page) => page.locator("html")
const banner = (page: Page) => page.getByRole("banner")
const modeButton = (page: Page) => banner(page).getByRole("button", { name: "Colour mode" })
const startTime = new Date("2026-11-21T12:00:00Z")

test.describe("The header", () => {
  test("the skip link is the first stop of Tab and leads past the header", async ({ page }) => {
    await open(page, "/")
    const skip = page.getByRole("link", { name: "Skip to the content" })
    await expect(skip).not.toBeInViewport()
    await page.keyboard.press("Tab")
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport()
    await page.keyboard.press("Enter")
    await expect(page.getByRole("main")).toBeFocused()
    await page.keyboard.press("Tab")
    await expect(page.getByRole("main").locator(":focus")).toHaveCount(1)
  })

  test("the header is 64 pixels high at every width and stays at the top", async ({ page }) => {
    await open(page, "/escorts")
    for (const width of [360, 640, 768, 1024, 1280, 1536]) {
      await page.setViewportSize({ width, height: 800 })
      await page.evaluate(() => scrollTo(0, 300))
      expect(await banner(page).boundingBox(), `in a window of ${width}`).toEqual({ x: 0, y: 0, width, height: 64 })
    }
  })

  test("the phone menu works by keyboard and closes after a navigation", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 800 })
    await open(page, "/")
    const menu = banner(page).locator("summary", { hasText: "Menu" })
    const browse = banner(page).getByRole("link", { name: "Browse" })
    await expect(browse).toBeHidden()
    await menu.focus()
    await page.keyboard.press("Enter")
    await expect(browse).toBeVisible()
    await page.keyboard.press("Escape")
    await expect(browse).toBeHidden()
    await page.keyboard.press("Enter")
    await page.keyboard.press("Tab")
    await expect(browse).toBeFocused()
    await page.keyboard.press("Enter")
    await expect(page).toHaveURL(/\/escorts$/)
    await expect(browse).toBeHidden()
  })

  test.describe("Without script", () => {
    test.use({ javaScriptEnabled: false })

    test("the phone menu opens without script", async ({ page }) => {
      await page.setViewportSize({ width: 360, height: 800 })
      await page.goto("/")
      await banner(page).locator("summary", { hasText: "Menu" }).click()
      await banner(page).getByRole("link", { name: "Browse" }).click()
      await expect(page).toHaveURL(/\/escorts$/)
    })
  })
})

test.describe("The colour mode", () => {
  test("Match system: it follows the system, at once and after a reload", async ({ page }) => {
    await page.emulateMedia({ colorScheme: "dark" })
    await open(page, "/")
    await expect(html(page)).toHaveClass("dark")
    await page.emulateMedia({ colorScheme: "light" })
    await expect(html(page)).toHaveClass("light")
    await page.reload()
    await expect(html(page)).toHaveClass("light")
  })

  test("a chosen colour mode is shown at once, stored across reloads, and does not follow the system", async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: "light" })
    await open(page, "/")
    await modeButton(page).click()
    await page.getByRole("menuitemradio", { name: "Dark" }).click()
    await expect(html(page)).toHaveClass("dark")
    await expect(page.locator("body")).toHaveCSS("background-color", "rgb(12, 10, 9)")
    await page.emulateMedia({ colorScheme: "dark" })
    await page.emulateMedia({ colorScheme: "light" })
    await expect(html(page)).toHaveClass("dark")

    await page.reload()
    await hydrated(page)
    await expect(html(page)).toHaveClass("dark")
    await modeButton(page).click()
    await expect(page.getByRole("menuitemradio", { name: "Dark" })).toBeChecked()
    await page.getByRole("menuitemradio", { name: "Match system" }).click()
    await expect(html(page)).toHaveClass("light")
  })

  test("the colour mode is set before the first paint, before the scripts load", async ({ page, faults }) => {
    faults.expect(/^net::ERR_FAILED GET \/assets\/.+\.js$/)
    await page.addInitScript(() => {
      localStorage.setItem("salon-color-mode", "dark")
      const observer = new MutationObserver(() => {
        if (!document.body) return
        observer.disconnect()
        Object.assign(window, { classAtBody: document.documentElement.className })
      })
      observer.observe(document, { childList: true, subtree: true })
    })
    await page.emulateMedia({ colorScheme: "light" })
    await page.route("**/assets/*.js", (route) => route.abort())
    // Scripts are requested after the first paint.
    const script = page.waitForEvent("requestfailed", (request) => request.url().endsWith(".js"))
    await page.goto("/", { waitUntil: "domcontentloaded" })
    await expect(html(page)).toHaveClass("dark")
    expect(await page.evaluate(() => Object.entries(window).find(([name]) => name === "classAtBody")?.[1])).toBe("dark")
    await script
    await expect(html(page)).not.toHaveAttribute("data-hydrated")
  })

  test("a page that forces a colour mode has it when reached by a link, and the previous page has its own again", async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: "light" })
    await open(page, "/escorts/camille-aubert")
    await markDocument(page)
    await expect(html(page)).toHaveClass("light")
    await page.getByRole("main").locator('a[href$="/escorts/camille-aubert/gallery"]:visible').first().click()
    await expect(page).toHaveURL(/\/gallery/)
    await expect(html(page)).toHaveClass("dark")
    await page.goBack()
    await expect(page).toHaveURL(/\/camille-aubert$/)
    await expect(html(page)).toHaveClass("light")
    expect(await isSameDocument(page)).toBe(true)
  })

  test("a chosen colour mode lasts as long as the page if the browser blocks storage", async ({ page }) => {
    await page.addInitScript(() => {
      for (const name of ["localStorage", "sessionStorage"]) {
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException("The operation is insecure.", "SecurityError")
          },
        })
      }
    })
    await page.emulateMedia({ colorScheme: "dark" })
    await open(page, "/")
    await expect(html(page)).toHaveClass("dark")
    await modeButton(page).click()
    await page.getByRole("menuitemradio", { name: "Light" }).click()
    await expect(html(page)).toHaveClass("light")
    await banner(page).getByRole("link", { name: "Browse" }).click()
    await expect(page.getByRole("heading", { name: "All profiles", level: 1 })).toBeVisible()
    await expect(html(page)).toHaveClass("light")
  })
})

test.describe("A menu", () => {
  test("a menu is navigated by the arrows, Home and End, and Esc and a press elsewhere close it", async ({ page }) => {
    await open(page, "/")
    const item = (name: string) => page.getByRole("menuitemradio", { name })
    await modeButton(page).focus()
    await page.keyboard.press("ArrowDown")
    await expect(item("Match system")).toBeFocused()
    await page.keyboard.press("ArrowDown")
    await expect(item("Light")).toBeFocused()
    await page.keyboard.press("End")
    await expect(item("Dark")).toBeFocused()
    await page.keyboard.press("ArrowDown")
    await expect(item("Match system")).toBeFocused()
    await page.keyboard.press("ArrowUp")
    await expect(item("Dark")).toBeFocused()
    await page.keyboard.press("Home")
    await expect(item("Match system")).toBeFocused()
    await page.keyboard.press("Escape")
    await expect(page.getByRole("menu")).toBeHidden()
    await expect(modeButton(page)).toBeFocused()

    await page.keyboard.press("ArrowUp")
    await expect(item("Dark")).toBeFocused()
    await page.keyboard.press("Enter")
    await expect(page.getByRole("menu")).toBeHidden()
    await expect(html(page)).toHaveClass("dark")
    await expect(modeButton(page)).toBeFocused()

    await modeButton(page).click()
    await expect(page.getByRole("menu")).toBeVisible()
    await page.mouse.click(10, 400)
    await expect(page.getByRole("menu")).toBeHidden()
  })
})

test.describe("A tooltip", () => {
  test("a tooltip shows half a second under the pointer and at once on keyboard focus, and Esc hides it", async ({
    page,
  }) => {
    await stopClockOn(page, "/escorts/camille-aubert")
    const badge = page.getByRole("main").getByRole("link", { name: "Verified" })
    const tooltip = page.getByRole("tooltip")
    await badge.hover()
    await page.clock.runFor(499)
    await expect(tooltip).toBeHidden()
    await page.clock.runFor(1)
    await expect(tooltip).toBeVisible()
    await expect(tooltip).toHaveText(/^Identity and age confirmed in /)
    await expect(badge).toHaveAccessibleDescription(/^Identity and age confirmed in /)
    await page.mouse.move(0, 0)
    await expect(tooltip).toBeHidden()

    await badge.hover()
    await page.clock.runFor(300)
    await page.mouse.move(0, 0)
    await page.clock.runFor(1000)
    await expect(tooltip).toBeHidden()

    const crumbs = page.getByRole("navigation", { name: "You are here" })
    await crumbs.getByRole("link").last().focus()
    // The portrait, which leads to the gallery, comes first.
    for (let presses = 0; presses < 3 && !(await badge.evaluate((link) => link === document.activeElement)); presses++)
      await page.keyboard.press("Tab")
    await expect(badge).toBeFocused()
    await expect(tooltip).toBeVisible()
    await page.keyboard.press("Escape")
    await expect(tooltip).toBeHidden()
  })
})

test.describe("A toast", () => {
  test.beforeEach(({ faults }) => faults.expect(/^401 POST \/auth\/login\.data/))
  const toast = (page: Page) => page.getByRole("region", { name: "Notices" }).getByRole("listitem")

  test("a toast closes after five seconds", async ({ page }) => {
    await raiseToast(page)
    await page.clock.runFor(4_700)
    await expect(toast(page)).toHaveCount(1)
    await expect(toast(page)).toHaveText("Invalid credentials")
    await page.clock.runFor(300 + fadeMs)
    await expect(toast(page)).toHaveCount(0)
  })

  test("a toast's time is paused under the pointer and while it has the focus, and the rest of it runs afterwards", async ({
    page,
  }) => {
    await raiseToast(page)
    await page.clock.runFor(1_000)
    await toast(page).hover()
    await page.clock.runFor(60_000)
    await expect(toast(page)).toHaveCount(1)
    await page.mouse.move(0, 0)
    await page.clock.runFor(1_000)
    await toast(page).getByRole("button", { name: "Close" }).focus()
    await page.clock.runFor(60_000)
    await expect(toast(page)).toHaveCount(1)
    await modeButton(page).focus()
    await page.clock.runFor(2_500)
    await expect(toast(page)).toHaveCount(1)
    await page.clock.runFor(500 + fadeMs)
    await expect(toast(page)).toHaveCount(0)
  })

  test("Esc closes a toast, but first an open dialog or menu", async ({ page }) => {
    await raiseToast(page)
    await modeButton(page).click()
    await expect(page.getByRole("menu")).toBeVisible()
    await page.keyboard.press("Escape")
    await page.clock.runFor(fadeMs)
    await expect(page.getByRole("menu")).toBeHidden()
    await expect(toast(page)).toHaveCount(1)
    await page.keyboard.press("Escape")
    await page.clock.runFor(fadeMs)
    await expect(toast(page)).toHaveCount(0)
  })

  test("a toast is at the bottom end, 432 pixels wide, on a phone as wide as the window, and its button closes it", async ({
    page,
  }) => {
    await raiseToast(page)
    const region = page.getByRole("region", { name: "Notices" })
    for (const [width, regionWidth] of [
      [1280, 432],
      [640, 432],
      [360, 360],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      const box = await region.boundingBox()
      expect(box, `in a window of ${width}`).toMatchObject({ x: width - regionWidth, width: regionWidth })
      expect((box?.y ?? 0) + (box?.height ?? 0), `its foot in a window of ${width}`).toBe(800)
    }
    await toast(page).getByRole("button", { name: "Close" }).click()
    await page.clock.runFor(fadeMs)
    await expect(toast(page)).toHaveCount(0)
  })
})

/** The duration of a toast's exit, and a little more. */
const fadeMs = 150

/** Opens a page whose clock only the test moves. */
async function stopClockOn(page: Page, path: string): Promise<void> {
  await page.clock.install({ time: startTime })
  await open(page, path)
  await page.clock.pauseAt(new Date(startTime.getTime() + 600_000))
}

let failures = 0

/** Fails to log in and closes the dialog, which leaves a toast with five seconds to run. */
async function raiseToast(page: Page): Promise<void> {
  await stopClockOn(page, "/")
  await banner(page).getByRole("link", { name: "Log in" }).click()
  const dialog = page.getByRole("dialog")
  failures++
  await sendCredentials(dialog, { email: `toast-${failures}@example.org`, password: "wrong" })
  await expect(page.getByRole("region", { name: "Notices" }).getByRole("listitem")).toHaveCount(1)
  await page.keyboard.press("Escape")
  await expect(dialog).toBeHidden()
}
