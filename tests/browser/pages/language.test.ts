import type { Page } from "@playwright/test"
import { origins } from "../addresses"
import { expect, hydrated, login, open, test } from "../test"

// This browser has brought the access key to the English domain only; the hand-off carries the pass along.
test.use({
  storageState: ({ passes }, use) =>
    use({ ...passes, cookies: passes.cookies.filter(({ domain }) => domain === "en.localhost") }),
})

const inHeader = (page: Page, name: string) =>
  page.getByRole("banner").getByRole("link", { name: new RegExp(`${name}$`) })

test("the language switch preserves the page and its query, and passes the gate of the other domain", async ({
  page,
}) => {
  await open(page, "/escorts?city=paris")
  await inHeader(page, "Français").click()
  await expect(page).toHaveURL(`${origins.fr}/escorts?city=paris`)
  await expect(page.getByRole("heading", { name: "Profils à Paris", level: 1 })).toBeVisible()
  await hydrated(page)
  await inHeader(page, "English").click()
  await expect(page).toHaveURL(`${origins.en}/escorts?city=paris`)
  await expect(page.getByRole("heading", { name: "Profiles in Paris", level: 1 })).toBeVisible()
})

test("the language switch follows the reader through the app", async ({ page }) => {
  await open(page, "/")
  await inHeader(page, "Browse").click()
  await expect(page).toHaveURL(`${origins.en}/escorts`)
  // Home, which has a link to Lyon too, is on the screen for a moment under the new address.
  await expect(page.getByRole("heading", { name: "All profiles", level: 1 })).toBeVisible()
  await page.getByRole("main").getByRole("link", { name: /^Lyon/ }).click()
  await expect(page).toHaveURL(`${origins.en}/escorts?city=lyon`)
  await expect(page.getByRole("heading", { name: "Profiles in Lyon", level: 1 })).toBeVisible()
  await inHeader(page, "Français").click()
  await expect(page).toHaveURL(`${origins.fr}/escorts?city=lyon`)
})

test("the current language is marked in the switch, and its link stays on the page", async ({ page }) => {
  await open(page, "/escorts?city=paris")
  await inHeader(page, "English").click()
  await expect(page).toHaveURL(`${origins.en}/escorts?city=paris`)
  await expect(page.locator("html")).toHaveAttribute("lang", "en")
})

test("going back in the history returns to the previous language", async ({ page }) => {
  await open(page, "/escorts?city=paris")
  await inHeader(page, "Français").click()
  await expect(page.locator("html")).toHaveAttribute("lang", "fr")
  await page.goBack()
  await expect(page).toHaveURL(`${origins.en}/escorts?city=paris`)
  await expect(page.getByRole("heading", { name: "Profiles in Paris", level: 1 })).toBeVisible()
  await page.goForward()
  await expect(page).toHaveURL(`${origins.fr}/escorts?city=paris`)
  await expect(page.getByRole("heading", { name: "Profils à Paris", level: 1 })).toBeVisible()
})

test("a member stays signed in on the other domain, and signing out there is signing out here", async ({ page }) => {
  await login(page, "owner")
  await hydrated(page)
  await inHeader(page, "Français").click()
  await expect(page).toHaveURL(`${origins.fr}/profile`)
  await page.getByRole("banner").getByRole("button", { name: "Votre compte" }).click()
  await page.getByRole("menuitem", { name: "Se déconnecter" }).press("Enter")
  await expect(page).toHaveURL(`${origins.fr}/`)
  await expect(inHeader(page, "Se connecter")).toBeVisible()

  await page.goto(`${origins.en}/profile`)
  await expect(page).toHaveURL(`${origins.en}/auth/login`)
})
