import { readFileSync } from "node:fs"
import { expect, type Page } from "@playwright/test"
import type { Language } from "./test"

/** The newest of an address's mails in the development mailbox, once there are so many of them and all have been sent. */
export async function readMail(page: Page, to: string, count = 1): Promise<{ subject: string; link: string | null }> {
  const mailbox = await page.context().newPage()
  const mails = mailbox.getByRole("listitem").filter({ hasText: ` · ${to} · ` })
  await expect(async () => {
    await mailbox.goto("/dev/mailbox")
    expect(await mails.filter({ has: mailbox.getByText(/^(Sent|Envoyé)$/) }).count()).toBe(count)
  }).toPass({ timeout: 30_000 })
  const newest = mails.first()
  const link = newest.getByRole("link")
  const read = {
    subject: await newest.getByRole("heading").innerText(),
    link: (await link.count()) > 0 ? await link.getAttribute("href") : null,
  }
  await mailbox.close()
  return read
}

/** The path of the link in that mail; it is one of the page's own domain. */
export async function followMail(page: Page, to: string, count = 1): Promise<string> {
  const { link } = await readMail(page, to, count)
  const { origin, pathname } = new URL(link ?? "")
  expect(origin).toBe(new URL(page.url()).origin)
  return pathname
}

/** A text of the product: `say("fr", "account-access", "verify.title")`. */
export function say(language: Language, namespace: string, key: string): string {
  const texts = JSON.parse(readFileSync(`app/i18n/locales/${language}/${namespace}.json`, "utf8"))
  return key.split(".").reduce((node, step) => node[step], texts)
}
