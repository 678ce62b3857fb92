import type { Locator } from "@playwright/test"
import { join } from "../join"
import { accountOf, axe, expect, flowLanguages, open, sendCredentials, test } from "../test"

const texts = {
  en: {
    save: "Save Camille Aubert to your favourites",
    saved: "Remove Camille Aubert from your favourites",
    gone: "Camille Aubert is no longer in your favourites.",
    undo: "Undo",
    empty: "Nothing saved yet",
  },
  fr: {
    save: "Ajouter Camille Aubert à vos favoris",
    saved: "Retirer Camille Aubert de vos favoris",
    gone: "Camille Aubert ne fait plus partie de vos favoris.",
    undo: "Annuler",
    empty: "Aucun favori pour l’instant",
  },
}

for (const language of flowLanguages("fr")) {
  const t = texts[language]
  test.describe(`Favourites (${language})`, () => {
    test.use({ language })

    test("the heart adds a favourite, which is listed, removed, and restored", async ({ page }) => {
      await join(page)
      await open(page, "/profile/favorites")
      await expect(page.getByRole("heading", { name: t.empty })).toBeVisible()
      expect(await axe(page)).toEqual([])

      await open(page, "/escorts/camille-aubert")
      const stored = page.waitForResponse(/\/profile\/favorites/)
      await page.getByRole("button", { name: t.save, exact: true }).click()
      await expect(page.getByRole("button", { name: t.saved, exact: true })).toBeVisible()
      await stored
      await open(page, "/profile/favorites")
      const cards = page.getByRole("main").getByRole("article")
      await expect(cards).toHaveCount(1)
      expect(await axe(page)).toEqual([])

      await cards.getByRole("button").click()
      await expect(cards).toHaveCount(0)
      await page.getByRole("button", { name: t.undo }).click()
      await expect(cards).toHaveCount(1)
      await cards.getByRole("button").click()
      await expect(page.getByText(t.gone)).toBeVisible()
      await expect(cards).toHaveCount(0)
    })
  })
}

test("each removed favourite has its own notice, and none if the removal fails", async ({ page, faults }) => {
  await join(page)
  await open(page, "/escorts?city=lyon")
  const hearts = [2, 3].map((at) =>
    page
      .getByRole("main")
      .getByRole("article")
      .nth(at)
      .getByRole("button", { name: / favourites$/ }),
  )
  const names = await Promise.all(hearts.map((heart) => heart.getAttribute("aria-label")))
  const kept = page.getByRole("button", { name: /^Remove .* from your favourites$/ })
  const notice = (at: number) =>
    page.getByText(`${names[at]?.replace(/^Save (.*) to your favourites$/, "$1")} is no longer in your favourites.`)
  // Two requests about one heart at a time may reach the Worker in either order, and a press ends the reload of the one
  // before it.
  const press = async (heart: Locator | undefined) => {
    const stored = page.waitForResponse(/\/profile\/favorites\.data$/)
    await heart?.click()
    await stored
    await page.waitForFunction(() => {
      const { __remixRouter: router } = window as unknown as {
        __remixRouter: { state: { fetchers: Map<string, { state: string }> } }
      }
      return [...router.state.fetchers.values()].every(({ state }) => state === "idle")
    })
  }
  for (const heart of hearts) await press(heart)
  await expect(kept).toHaveCount(2)

  for (const heart of hearts) await press(heart)
  await expect(notice(0)).toBeVisible()
  await expect(notice(1)).toBeVisible()
  await press(hearts[0])
  await expect(notice(0)).toHaveCount(0)
  await expect(kept).toHaveCount(1)

  faults.expect("503 POST /profile/favorites.data")
  faults.expect(/^console: /)
  await page.route("**/profile/favorites.data", (route) => route.fulfill({ status: 503, body: "busy" }), { times: 1 })
  await press(hearts[0])
  await expect(page.getByText(/couldn’t|didn’t/).first()).toBeVisible()
  await expect(notice(0)).toHaveCount(0)
  await expect(kept).toHaveCount(1)
  await press(hearts[0])
  await expect(kept).toHaveCount(0)
})

test("a visitor's heart opens the login", async ({ page }) => {
  await open(page, "/escorts/camille-aubert")
  await page.getByRole("link", { name: texts.en.save }).click()
  await expect(page.getByRole("dialog", { name: "Welcome back" })).toBeVisible()
})

test("a visitor who logs in from a heart stays on the page, and the favourite is added", async ({ page }) => {
  await open(page, "/escorts?city=lyon")
  const card = page.getByRole("main").getByRole("article").nth(9)
  await card.scrollIntoViewIfNeeded()
  const name = await card.getByRole("heading").innerText()
  const scrolled = await page.evaluate(() => scrollY)
  await card.getByRole("link", { name: /^Save/ }).click()
  await sendCredentials(page.getByRole("dialog"), accountOf("premium"))
  const heart = card.getByRole("button", { name: /favourites$/ })
  await expect(heart).toHaveAccessibleName(`Remove ${name} from your favourites`)
  await expect(page).toHaveURL(/\/escorts\?city=lyon$/)
  await expect(page.getByRole("dialog")).toBeHidden()
  expect(await page.evaluate(() => scrollY)).toBe(scrolled)
  await heart.click()
  await expect(heart).toHaveAccessibleName(`Save ${name} to your favourites`)
})

test("a visitor who closes the login from a heart adds nothing, even after a later login", async ({ page }) => {
  await open(page, "/escorts?city=lyon")
  const card = page.getByRole("main").getByRole("article").nth(1)
  await card.getByRole("link", { name: /^Save/ }).click()
  await expect(page.getByRole("dialog")).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(page.getByRole("dialog")).toBeHidden()
  const stored: string[] = []
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/profile/favorites")) stored.push(request.url())
  })
  await page.getByRole("banner").getByRole("link", { name: "Log in" }).click()
  await sendCredentials(page.getByRole("dialog"), accountOf("premium"))
  await expect(card.getByRole("button", { name: /^(Save|Remove)/ })).toBeVisible()
  expect(stored).toEqual([])
})
