import type { Page } from "@playwright/test"
import { linkInMailbox, newAddress } from "./mailbox"
import { bareAddress, postForm } from "./test"

export interface Account {
  email: string
  password: string
}

/**
 * Joins as a new member and signs in, by the requests of the forms alone: join.test.ts fills them in. Ends on a
 * response that is not a page.
 */
export async function join(page: Page): Promise<Account> {
  const account = { email: newAddress("joined"), password: "the dog sleeps on the sofa" }
  await page.goto(bareAddress)
  const signup = await page.evaluate(
    async (form) => {
      const headers = { "Content-Type": "application/json" }
      const response = await fetch("/api/auth/join", { method: "POST", headers, body: JSON.stringify(form) })
      return ((await response.json()) as { signup: string }).signup
    },
    { ...account, name: "Ada", adult: true, terms: true },
  )
  const { password } = account
  await postForm(page, await linkInMailbox(page, `/auth/emails/verify/${signup}/`), { password })
  return account
}
