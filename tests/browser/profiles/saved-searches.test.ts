import { join } from "../join"
import { press } from "../keyboard"
import { accountOf, axe, expect, flowLanguages, latch, open, sendCredentials, test } from "../test"

const texts = {
  en: {
    save: "Save this search",
    saved: "Saved search",
    done: "Saved. We will tell you when someone new matches.",
    empty: "No saved searches yet",
    off: /^Stop telling me/,
    silent: /We don’t tell you about new profiles/,
    remove: /^Remove/,
  },
  fr: {
    save: "Enregistrer cette recherche",
    saved: "Recherche enregistrée",
    done: "C’est enregistré. Nous vous préviendrons dès qu’un nouveau profil y correspond.",
    empty: "Aucune recherche enregistrée",
    off: /^Ne plus me prévenir/,
    silent: /Nous ne vous prévenons pas/,
    remove: /^Retirer/,
  },
}

for (const language of flowLanguages("en")) {
  const t = texts[language]
  for (const width of [360, 1_280]) {
    test.describe(`Saved searches (${language}, ${width})`, () => {
      test.use({ language, viewport: { width, height: 800 } })

      test("a list is saved, its alerts end, and it is removed, by keyboard alone", async ({ page }) => {
        await join(page)
        await open(page, "/profile/searches")
        await expect(page.getByRole("heading", { name: t.empty })).toBeVisible()
        expect(await axe(page)).toEqual([])

        await open(page, "/escorts?city=lyon&language=es")
        await press(page, page.getByRole("button", { name: t.save }))
        await expect(page.getByText(t.done)).toBeVisible()
        const saved = page.getByRole("main").getByRole("link", { name: t.saved })
        await expect(saved).toBeVisible()
        await press(page, saved)
        await expect(page).toHaveURL(/\/profile\/searches$/)
        const search = page.getByRole("main").getByRole("heading", { level: 2 })
        await expect(search).toContainText("Lyon")
        expect(await axe(page)).toEqual([])

        await press(page, page.getByRole("button", { name: t.off }))
        await expect(page.getByText(t.silent)).toBeVisible()
        await press(page, search.getByRole("link"))
        await expect(page).toHaveURL(/\/escorts\?city=lyon&language=es$/)
        await page.goBack()
        await press(page, page.getByRole("button", { name: t.remove }))
        await expect(page.getByRole("heading", { name: t.empty })).toBeVisible()
      })
    })
  }
}

test("a visitor who logs in from a list stays on it, and it is saved", async ({ page }) => {
  await open(page, "/escorts?city=lyon&verified=1")
  await page.getByRole("main").getByRole("link", { name: "Save this search" }).click()
  await sendCredentials(page.getByRole("dialog"), accountOf("premium"))
  await expect(page.getByRole("main").getByRole("link", { name: "Saved search" })).toBeVisible()
  await expect(page).toHaveURL(/\/escorts\?city=lyon&verified=1$/)
  await open(page, "/profile/searches")
  await page.getByRole("button", { name: /^Remove/ }).click()
  await expect(page.getByRole("heading", { name: "No saved searches yet" })).toBeVisible()
})

test("a list that is being saved says so, and is sent once", async ({ page }) => {
  await join(page)
  await open(page, "/escorts?city=lyon")
  const { opened, open: answer } = latch()
  let sent = 0
  await page.route("**/profile/searches.data*", async (route) => {
    sent += 1
    await opened
    await route.continue()
  })
  await page.getByRole("button", { name: "Save this search" }).click()
  await page.getByRole("button", { name: "Saving …" }).click()
  answer()
  await expect(page.getByRole("main").getByRole("link", { name: "Saved search" })).toBeVisible()
  expect(sent).toBe(1)
})

test("a list that could not be saved says so, and can be saved again", async ({ page, faults }) => {
  await join(page)
  await open(page, "/escorts?city=lyon")
  faults.expect(/^503 POST \/profile\/searches/)
  faults.expect(/^console: /)
  await page.route("**/profile/searches.data*", (route) => route.fulfill({ status: 503, body: "busy" }), { times: 1 })
  await page.getByRole("button", { name: "Save this search" }).click()
  await expect(page.getByText(/couldn’t|didn’t/).first()).toBeVisible()
  await page.getByRole("button", { name: "Save this search" }).click()
  await expect(page.getByRole("main").getByRole("link", { name: "Saved search" })).toBeVisible()
})
