import { join } from "./join"
import { axe, expect, open, test } from "./test"

for (const [language, words] of [
  [
    "en",
    {
      save: "Save",
      saved: "Saved",
      gone: "Removed from your favourites.",
      undo: "Undo",
      empty: "Nothing kept yet",
    },
  ],
  [
    "fr",
    {
      save: "Ajouter aux favoris",
      saved: "Dans vos favoris",
      gone: "Retiré de vos favoris.",
      undo: "Annuler",
      empty: "Rien de gardé pour l’instant",
    },
  ],
] as const) {
  test.describe(`Favourites (${language})`, () => {
    test.use({ language })

    test("A profile is kept by its heart, found again, let go, and taken back", async ({ page }) => {
      await join(page)
      await open(page, "/profile/favorites")
      await expect(page.getByRole("heading", { name: words.empty })).toBeVisible()
      expect(await axe(page)).toEqual([])

      await open(page, "/escorts/camille-aubert")
      const kept = page.waitForResponse(/\/profile\/favorites/)
      await page.getByRole("button", { name: words.save, exact: true }).click()
      await expect(page.getByRole("button", { name: words.saved, exact: true })).toBeVisible()
      await kept
      await open(page, "/profile/favorites")
      const cards = page.getByRole("main").getByRole("article")
      await expect(cards).toHaveCount(1)
      expect(await axe(page)).toEqual([])

      await cards.getByRole("button").click()
      await expect(cards).toHaveCount(0)
      await page.getByRole("button", { name: words.undo }).click()
      await expect(cards).toHaveCount(1)
      await cards.getByRole("button").click()
      await expect(page.getByText(words.gone).first()).toBeVisible()
      await expect(cards).toHaveCount(0)
    })
  })
}

test("A visitor's heart opens the login", async ({ page }) => {
  await open(page, "/escorts/camille-aubert")
  await page.getByRole("link", { name: "Save", exact: true }).click()
  await expect(page.getByRole("dialog", { name: "Welcome back" })).toBeVisible()
})
