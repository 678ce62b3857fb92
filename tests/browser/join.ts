import type { Page } from "@playwright/test"
import { expect } from "./test"

export interface Account {
  email: string
  password: string
}

let made = 0

/** Joins as somebody new, by the mail's link; ends on the member area, logged in. */
export async function join(page: Page): Promise<Account> {
  made += 1
  const account = { email: `joined-${Date.now()}-${made}@example.org`, password: "the dog sleeps on the sofa" }
  await page.goto("/auth/login")
  const signup = await page.evaluate(
    async (form) => {
      const headers = { "Content-Type": "application/json" }
      const answer = await fetch("/api/auth/join", { method: "POST", headers, body: JSON.stringify(form) })
      return ((await answer.json()) as { signup: string }).signup
    },
    { ...account, name: "Ada", adult: true, terms: true },
  )
  await page.goto(await linkInMailbox(page, `/auth/emails/verify/${signup}/`))
  await page.locator("input[type=password]").fill(account.password)
  await page.getByRole("button", { name: /^(Confirm my address|Confirmer mon adresse)$/ }).click()
  await expect(page).toHaveURL(/\/profile$/)
  return account
}

/** The path, beginning so, that a mail links to, once it is there; of the mails to one address, if that is given. */
export async function linkInMailbox(page: Page, start: string, to = ""): Promise<string> {
  const mail = page.getByRole("listitem").filter({ hasText: to })
  const link = mail.locator(`a[href*="${start}"]`).first()
  await expect(async () => {
    await page.goto("/dev/mailbox")
    await expect(link).toBeVisible({ timeout: 500 })
  }).toPass()
  return new URL((await link.getAttribute("href")) ?? "").pathname
}
