import type { Page } from "@playwright/test"
import { join } from "../join"
import { newAddress, readMail, say } from "../mailbox"
import { axe, expect, flowLanguages, type Language, open, test } from "../test"

const text = (language: Language, key: string) => say(language, "support", key)

async function fillIn(page: Page, language: Language, email: string): Promise<void> {
  await page.getByLabel(text(language, "category")).selectOption({ value: "other" })
  await page.getByLabel(text(language, "name"), { exact: true }).fill("Éléonore")
  await page.getByLabel(text(language, "email"), { exact: true }).fill(email)
  await page.getByLabel(text(language, "message"), { exact: true }).fill("Où est l’interrupteur ?")
}

const send = (page: Page, language: Language) =>
  page.getByRole("button", { name: text(language, "submit"), exact: true }).click()

for (const language of flowLanguages("en")) {
  test.describe(`In ${language}`, () => {
    test.use({ language })

    test("a visitor who writes to support gets a reference and a receipt", async ({ page, faults, browser }) => {
      faults.expect("422 POST /contact.data")
      await open(page, "/contact")
      const email = newAddress("contact")
      await fillIn(page, language, "no address")
      await send(page, language)
      await expect(page.getByLabel(text(language, "email"), { exact: true })).toHaveAttribute("aria-invalid", "true")
      await expect(page.getByLabel(text(language, "email"), { exact: true })).toBeFocused()
      await expect(page.getByLabel(text(language, "message"), { exact: true })).toHaveValue("Où est l’interrupteur ?")
      await fillIn(page, language, email)
      await send(page, language)
      await expect(page.getByRole("heading", { name: text(language, "sent.title"), level: 1 })).toBeVisible()
      await expect(page.getByText(/T-[0-9A-Z]{8}/)).toBeVisible()
      const context = await browser.newContext({
        storageState: await page.context().storageState(),
        baseURL: new URL(page.url()).origin,
      })
      const mail = await readMail(await context.newPage(), email)
      expect(mail.subject).toBe(say(language, "mail", "ticket.subject"))
      await context.close()
    })
  })
}

test("a member writes a ticket, reads its thread, replies, closes it and reopens it", async ({ page }) => {
  await join(page)
  await open(page, "/contact")
  await expect(page.getByLabel("Your email")).toHaveValue(/^joined-/)
  await page.getByLabel("What is it about?").selectOption({ label: "Premium and payments" })
  await page.getByLabel("Your message").fill("Is there a receipt?\n\nFor my accountant.")
  await page.getByRole("button", { name: "Send the message" }).press("Enter")
  await expect(page.getByRole("heading", { name: "Premium and payments", level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/\/contact\/T-[0-9A-Z]{8}$/)
  expect(await axe(page)).toEqual([])

  await page.getByLabel("Write again").fill("Found it.")
  await page.getByRole("button", { name: "Send", exact: true }).click()
  await expect(page.getByRole("article")).toHaveCount(2)
  await expect(page.getByLabel("Write again")).toHaveValue("")
  await page.getByRole("button", { name: "Close the conversation" }).click()
  await expect(page.getByText("This conversation is closed.")).toBeVisible()
  await expect(page.getByRole("button", { name: "Close the conversation" })).toHaveCount(0)
  await page.getByLabel("Write again").fill("Once more.")
  await page.getByRole("button", { name: "Send", exact: true }).click()
  await expect(page.getByRole("article")).toHaveCount(3)
  await expect(page.getByText("Open", { exact: true })).toBeVisible()

  const { pathname } = new URL(page.url())
  await page.getByRole("navigation", { name: "You are here" }).getByRole("link", { name: "Contact us" }).click()
  await page.getByRole("region", { name: "Your messages" }).getByRole("link").click()
  await expect(page).toHaveURL(new RegExp(`${pathname}$`))
})

test.describe("The demo's member", () => {
  test.use({ language: "fr" })

  test("a reply to the demo's member is sound on a phone, light and dark, and readable after logging in", async ({
    page,
    signIn,
  }) => {
    await signIn("member")
    await page.goto("/contact")
    await page
      .getByRole("region", { name: "Vos messages" })
      .getByRole("link", { name: /Répondu/ })
      .click()
    await expect(page.getByRole("article")).toHaveCount(2)
    await page.setViewportSize({ width: 360, height: 800 })
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await axe(page)).toEqual([])
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    const { pathname } = new URL(page.url())
    await page.context().clearCookies({ name: "__Host-salon_session" })
    await page.goto(pathname)
    await expect(page).toHaveURL(/\/auth\/login$/)
  })
})
