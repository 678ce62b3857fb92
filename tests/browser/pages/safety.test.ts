import type { Page } from "@playwright/test"
import { accessKey, origins } from "../addresses"
import { axe, expect, hydrated, login, open, test } from "../test"

const texts = {
  en: {
    heading: "This site is for adults.",
    confirm: "I am 18 or older",
    leave: "Leave",
    exit: "Quick exit",
    neutral: "https://en.wikipedia.org/",
  },
  fr: {
    heading: "Ce site s’adresse aux adultes.",
    confirm: "J’ai 18 ans ou plus",
    leave: "Quitter",
    exit: "Sortie rapide",
    neutral: "https://fr.wikipedia.org/",
  },
} as const

/** Simulates the neutral site: no request of a test leaves the machine. */
async function playNeutralSite(page: Page): Promise<void> {
  await page
    .context()
    .route("https://*.wikipedia.org/", (route) => route.fulfill({ contentType: "text/html", body: "<h1>Neutral</h1>" }))
}

for (const language of ["en", "fr"] as const) {
  const { heading, confirm, leave, exit, neutral } = texts[language]

  test.describe(`In ${language}`, () => {
    test.use({ language })

    test.describe("before the age notice", () => {
      test.use({ storageState: { cookies: [], origins: [] } })

      test("the age notice comes before any page, once, and leads to the requested one", async ({ page }) => {
        await page.goto(`/escorts?city=paris&password=${accessKey}`)
        await expect(page.getByRole("heading", { name: heading, level: 1 })).toBeVisible()
        await hydrated(page)
        expect(await page.content()).not.toMatch(/camille|media\//i)
        for (const [width, colorScheme] of [
          [1280, "light"],
          [360, "dark"],
        ] as const) {
          await page.setViewportSize({ width, height: 800 })
          await page.emulateMedia({ colorScheme })
          expect(await axe(page)).toEqual([])
        }
        await page.getByRole("button", { name: confirm }).click()
        await expect(page).toHaveURL(`${origins[language]}/escorts?city=paris`)
        await page.goto("/")
        await expect(page).toHaveURL(`${origins[language]}/`)
      })

      test("a link from an open page leads through the age notice", async ({ page }) => {
        await page.goto(`/faq?password=${accessKey}`)
        await hydrated(page)
        await page.getByRole("contentinfo").locator("a[href='/escorts']").click()
        await expect(page.getByRole("heading", { name: heading, level: 1 })).toBeVisible()
        await page.getByRole("button", { name: confirm }).click()
        await expect(page).toHaveURL(`${origins[language]}/escorts`)
      })

      test("a visitor who leaves at the age notice sees a neutral site", async ({ page, faults }) => {
        faults.expect(`elsewhere: ${neutral}`)
        // A route of Playwright's does not handle the target of a redirect.
        faults.expect("net::ERR_NAME_NOT_RESOLVED GET /")
        // The page looks up the routes of its links once it is hydrated: after leaving, that is refused.
        const discovered = page.waitForResponse(/\/__manifest\?/)
        await page.goto(`/?password=${accessKey}`)
        await discovered
        const left = page.waitForEvent("requestfailed", (request) => request.url() === neutral)
        await page.getByRole("link", { name: leave }).click()
        await left
      })
    })

    test("the quick exit replaces the page, and going back does not restore it", async ({ context, page, faults }) => {
      faults.expect("403 GET /faq")
      faults.expect(`elsewhere: ${neutral}`)
      await playNeutralSite(page)
      await open(page, "/faq")
      await open(page, "/escorts/camille-aubert")
      await page.getByRole("link", { name: exit }).click()
      await expect(page).toHaveURL(neutral)
      await expect.poll(() => context.cookies(origins[language])).toEqual([])
      await page.goBack()
      await expect(page).not.toHaveURL(/camille/)
      await expect(page.getByRole("heading")).toHaveText("Access Denied.")
    })
  })
}

test("Shift three times leaves, from a field as well, and nothing of the app stays in the browser", async ({
  context,
  page,
  faults,
}) => {
  faults.expect("403 GET /profile")
  faults.expect(/^elsewhere: https:\/\/en\.wikipedia\.org\/$/)
  await playNeutralSite(page)
  await login(page, "member")
  // Hydrated, it stores where it was scrolled to whenever it is left.
  await open(page, "/faq")
  await page.evaluate(() => {
    sessionStorage.setItem("chat unsent x", "[]")
    localStorage.setItem("salon-color-mode", "dark")
  })
  await page.getByRole("searchbox", { name: "Search the questions" }).focus()
  for (const key of ["Shift", "Shift", "a", "Shift", "Shift"]) await page.keyboard.press(key)
  await expect(page).toHaveURL(/\/faq$/)
  await page.keyboard.press("Shift")
  await expect(page).toHaveURL("https://en.wikipedia.org/")
  await expect.poll(async () => (await context.cookies(origins.en)).map(({ name }) => name)).toEqual([])
  await page.goto("/profile")
  await expect(page.getByRole("heading")).toHaveText("Access Denied.")
  expect(await page.evaluate(() => [sessionStorage.length, localStorage.length])).toEqual([0, 0])
})

test("logging out leaves no unsent message in the tab, nor in the storage", async ({ page }) => {
  await login(page, "member")
  await hydrated(page)
  await page.evaluate(() => {
    sessionStorage.setItem("chat unsent x", "[]")
    localStorage.setItem("salon-color-mode", "dark")
  })
  await page.locator("form#logout").evaluate((form: HTMLFormElement) => form.requestSubmit())
  await expect(page).toHaveURL(`${origins.en}/`)
  await hydrated(page)
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem("chat unsent x"))).toBeNull()
  expect(await page.evaluate(() => localStorage.getItem("salon-color-mode"))).toBeNull()
})

test("the quick exit works before hydration, and if the scripts never load", async ({ page, faults }) => {
  faults.expect(/^net::ERR_FAILED GET \/assets\/.+\.js$/)
  faults.expect(/^elsewhere: https:\/\/en\.wikipedia\.org\/$/)
  await playNeutralSite(page)
  await page.route("**/assets/*.js", (route) => route.abort())
  // The scripts are asked for once the page is painted.
  const blocked = page.waitForEvent("requestfailed", (request) => request.url().endsWith(".js"))
  await page.goto("/faq", { waitUntil: "domcontentloaded" })
  await blocked
  await page.getByRole("link", { name: "Quick exit" }).click()
  await expect(page).toHaveURL("https://en.wikipedia.org/")
})

test("the quick exit has space of its own in the header of every page, and overlaps nothing, scrolled or not", async ({
  page,
  faults,
  signIn,
}) => {
  faults.expect("404 GET /nowhere")
  await page.setViewportSize({ width: 320, height: 640 })
  const check = async (path: string) => {
    await page.goto(path)
    for (const width of [320, 360, 768, 1280]) {
      await page.setViewportSize({ width, height: 640 })
      for (const isScrolled of [false, true]) {
        await page.evaluate((to) => scrollTo(0, to), isScrolled ? 1_500 : 0)
        const found = await page.evaluate(() => {
          const exit = document.getElementById("quick-exit")
          const { x, y, width, height } = exit?.getBoundingClientRect() ?? new DOMRect()
          const others = [...document.querySelectorAll("a, button, summary, input, h1")].filter((other) => {
            const box = other.getBoundingClientRect()
            const isApart = box.right <= x || box.left >= x + width || box.bottom <= y || box.top >= y + height
            const isInHeader = Boolean(other.closest("header")?.contains(exit)) && other.checkVisibility()
            return other !== exit && isInHeader && !isApart
          })
          const isOnTop = document.elementFromPoint(x + width / 2, y + height / 2) === exit
          const beyond = document.documentElement.scrollWidth - document.documentElement.clientWidth
          return { isOnTop, height, isWide: width >= 44, others: others.map(({ outerHTML }) => outerHTML), beyond }
        })
        const where = `${path} in a window of ${width}${isScrolled ? ", scrolled" : ""}`
        expect.soft(found, where).toEqual({ isOnTop: true, height: 44, isWide: true, others: [], beyond: 0 })
      }
    }
  }
  for (const path of ["/", "/escorts", "/escorts/camille-aubert/gallery", "/auth/login", "/nowhere"]) await check(path)
  await signIn("admin")
  for (const path of ["/profile/chat", "/dashboard/admin"]) await check(path)
})

test("a report is filed, with its page named, and shows its reference", async ({ page, faults }) => {
  faults.expect("422 POST /report.data?about=%2Fescorts%2Fcamille-aubert")
  await open(page, "/escorts/camille-aubert")
  await page.getByRole("link", { name: "Report this profile" }).click()
  await expect(page.getByLabel("Where is it?")).toHaveValue("/escorts/camille-aubert")
  await page.getByLabel("What is it about?").selectOption({ label: "I am in this picture" })
  await page.getByLabel("What is wrong?").fill("I never agreed.")
  await page.getByRole("button", { name: "Send the report" }).click()
  await expect(page.getByText("Tick this to continue.")).toBeVisible()
  await expect(page.getByLabel("What is wrong?")).toHaveValue("I never agreed.")
  await page.getByLabel(/good faith/).check()
  await page.getByRole("button", { name: "Send the report" }).click()
  await expect(page.getByRole("heading", { name: "We have received your report" })).toBeVisible()
  await expect(page.getByText(/^R-[0-9A-Z]{8}$/)).toBeVisible()
  expect(await axe(page)).toEqual([])
})

test("a report that is too long stays complete, and says by how much", async ({ page }) => {
  await open(page, "/report?about=/escorts/camille-aubert")
  const details = page.getByLabel("What is wrong?")
  await details.fill("x".repeat(4_000))
  await expect(page.getByText("/ 5,000")).toBeHidden()
  await details.fill("x".repeat(5_123))
  await expect(details).toHaveValue("x".repeat(5_123))
  await expect(page.getByText("5,123 / 5,000")).toBeVisible()
  await expect(details).toHaveAttribute("aria-invalid", "true")
  await expect(details).toHaveAccessibleDescription(/5,123 \/ 5,000$/)
})
