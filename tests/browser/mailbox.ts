import { randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import { expect, type Page } from "@playwright/test"
import { bareAddress, type Language } from "./test"

/** Returns an address that nothing else has: files that begin together have the same time. */
export const newAddress = (name: string) => `${name}-${randomUUID()}@example.org`

interface Mail {
  subject: string
  /** The page's line about it: time, recipient, template. */
  about: string
  isSent: boolean
  links: string[]
}

/**
 * Returns all mails of the development mailbox, newest first. Reads its document without showing it: a long page,
 * requested repeatedly.
 */
function readMailbox(page: Page): Promise<Mail[]> {
  return page.evaluate(async () => {
    const html = await (await fetch("/dev/mailbox")).text()
    // Without the head: its styles have the nonce of another document.
    const body = html.slice(html.indexOf("<body"))
    const mails = new DOMParser().parseFromString(body, "text/html").querySelectorAll("li:has(h2)")
    return [...mails].map((mail) => ({
      subject: mail.querySelector("h2")?.textContent ?? "",
      about: mail.querySelector("p")?.textContent ?? "",
      isSent: /Sent|Envoyé/.test(mail.querySelector("h2 + *")?.textContent ?? ""),
      links: [...mail.querySelectorAll("a")].map((link) => link.getAttribute("href") ?? ""),
    }))
  })
}

/**
 * Returns the newest of an address's mails in the development mailbox, once there are that many and all have been sent.
 */
export async function readMail(page: Page, to: string, count = 1): Promise<{ subject: string; link: string | null }> {
  if (page.url() === "about:blank") await page.goto(bareAddress)
  const read = async () =>
    (await readMailbox(page)).filter(({ about, isSent }) => isSent && about.includes(` · ${to} · `))
  await expect.poll(async () => (await read()).length, { timeout: 30_000 }).toBe(count)
  const [newest] = await read()
  return { subject: newest?.subject ?? "", link: newest?.links[0] ?? null }
}

/** Returns how many mails an address has received, once all of them have been sent. */
export async function mailCount(page: Page, to: string): Promise<number> {
  const all = async () => (await readMailbox(page)).filter(({ about }) => about.includes(` · ${to} · `))
  await expect.poll(async () => (await all()).every(({ isSent }) => isSent), { timeout: 30_000 }).toBe(true)
  return (await all()).length
}

/** Returns the path of the link in that mail, which is on the page's own domain. */
export async function followMail(page: Page, to: string, count = 1): Promise<string> {
  const { link } = await readMail(page, to, count)
  const { origin, pathname } = new URL(link ?? "")
  expect(origin).toBe(new URL(page.url()).origin)
  return pathname
}

/**
 * Returns the path with this beginning that a mail links to, once the mail is there; of the mails to one address, if it
 * is given.
 */
export async function linkInMailbox(page: Page, start: string, to = ""): Promise<string> {
  if (page.url() === "about:blank") await page.goto(bareAddress)
  const find = async () => {
    const mails = await readMailbox(page)
    return mails
      .filter(({ about }) => about.includes(to))
      .flatMap(({ links }) => links)
      .find((link) => link.includes(start))
  }
  await expect.poll(find, { timeout: 30_000 }).toBeDefined()
  return new URL((await find()) ?? "").pathname
}

/** Returns the code of six digits in the newest mail to an address, once it has one: addresses have digits, too. */
export async function codeInMailbox(page: Page, to: string): Promise<string> {
  const find = () =>
    page.evaluate(async (address) => {
      const html = await (await fetch("/dev/mailbox")).text()
      const body = new DOMParser().parseFromString(html.slice(html.indexOf("<body")), "text/html")
      const mails = [...body.querySelectorAll("li:has(h2)")].map((mail) => mail.textContent ?? "")
      return mails
        .filter((text) => text.includes(` · ${address} · `))
        .map((text) => /(?<!\d)\d{6}(?!\d)/.exec(text.replaceAll(address, ""))?.[0])[0]
    }, to)
  await expect.poll(find, { timeout: 30_000 }).toBeDefined()
  return (await find()) ?? ""
}

/** Returns a text of the product: `say("fr", "account-access", "verify.title")`. */
export function say(language: Language, namespace: string, key: string): string {
  const texts = JSON.parse(readFileSync(`app/i18n/locales/${language}/${namespace}.json`, "utf8"))
  return key.split(".").reduce((node, step) => node[step], texts)
}
