import { createServer } from "node:http"
import { expect, type Page, test } from "@playwright/test"
import { CaptchaSimulator, captchaKeys } from "../../captcha-simulator"
import type { ServerProcess } from "../../servers/process"
import { accessKey, copies, port } from "../addresses"
import { say } from "../mailbox"
import { startSite } from "../site"
import { axe, expectAccessibleAtEverySize, flowLanguages, hydrated, markDocument } from "../test"

/** Beside the ports of the other browser tests. */
const ports = { worker: port + 2, simulator: port + 3 }
const host = "en.localhost"
const origin = `http://${host}:${ports.worker}`
const provider = `http://127.0.0.1:${ports.simulator}`

test.describe.configure({ mode: "serial" })

for (const [name, script] of [
  ["recaptcha", "/recaptcha/api.js"],
  ["turnstile", "/turnstile/v0/api.js"],
] as const) {
  test.describe(`With ${name}`, () => {
    const simulator = new CaptchaSimulator(host)
    const server = createServer((request, response) => answer(simulator, request, response))
    let site: ServerProcess

    test.beforeAll(async () => {
      await new Promise<void>((resolve) => server.listen(ports.simulator, "127.0.0.1", resolve))
      const keys = { CAPTCHA_SITE_KEY: captchaKeys.siteKey, CAPTCHA_SECRET: captchaKeys.secret }
      const captcha = { CAPTCHA_PROVIDER: name, ...keys, CAPTCHA_ORIGIN: provider }
      const vars = { ACCESS_KEY: accessKey, LOCALE_DOMAINS: "[]", ...captcha }
      site = await startSite({ port: ports.worker, persistTo: copies.captcha, vars })
    })

    test.afterAll(async () => {
      await site?.kill()
      server.close()
    })

    test.beforeEach(async ({ page }) => {
      simulator.asked.length = 0
      await page.goto(`${origin}/auth/login?password=${accessKey}`)
      await hydrated(page)
    })

    const person = (page: Page) => page.getByRole("button", { name: "I am a person" })
    const submit = (page: Page) => page.getByRole("button", { name: "Create my account" })
    const scripts = () => simulator.asked.filter((line) => line === `GET ${script}`).length

    async function fillIn(page: Page, email: string): Promise<void> {
      await page.getByLabel("Name").fill("Ada")
      await page.getByLabel(/^E-?mail$/).fill(email)
      await page.getByLabel("Password", { exact: true }).fill("the cat sleeps on the sofa")
      await page.getByLabel("I am 18 or older.").check()
      await page.getByLabel(/^I accept the terms/).check()
    }

    test("joining calls the captcha's provider once the form is begun, and a form without a token is not sent", async ({
      page,
    }) => {
      await markDocument(page)
      await page.getByRole("link", { name: "Create an account" }).click()
      await expect(page.getByRole("heading", { name: "Create an account", level: 1 })).toBeVisible()
      // A link leads here within the document of another page, whose policy would block the provider.
      await page.waitForFunction(() => !("marked" in window))
      await hydrated(page)
      expect(simulator.asked).toEqual([])

      await page.getByLabel("Name").focus()
      await expect(person(page)).toBeVisible()
      await fillIn(page, "person@example.org")
      await submit(page).click()
      const hint = "First confirm here that you’re human, then send the form."
      await expect(page.getByRole("alert").getByText(hint)).toBeVisible()
      expect(await axe(page)).toEqual([])
      expect(simulator.asked).toEqual([`GET ${script}`])

      await person(page).click()
      await expect(page.getByText(hint)).toBeHidden()
      await submit(page).click()
      await expect(page).toHaveURL(/\/auth\/emails\/sent\/\w+$/)
      expect(simulator.asked).toHaveLength(2)
    })

    test("a refused form has its typed values and asks for another captcha token", async ({ page }) => {
      await page.goto(`${origin}/become-member`)
      await hydrated(page)
      await fillIn(page, "not an address")
      await person(page).click()
      await submit(page).click()
      await expect(page.getByText("Enter a full email address, such as name@example.org.")).toBeVisible()
      await expect(person(page)).toBeEnabled()
      await page.getByLabel(/^E-?mail$/).fill(`again-${name}@example.org`)
      await person(page).click()
      await submit(page).click()
      await expect(page).toHaveURL(/\/auth\/emails\/sent\/\w+$/)
      expect(scripts()).toBe(1)
    })

    test("a blocked captcha script is reported and retried, and the form still works", async ({ page }) => {
      await page.route(`${provider}/**`, (route) => route.abort())
      await page.goto(`${origin}/auth/password/reset`)
      await hydrated(page)
      await page.getByLabel(/^E-?mail$/).fill("blocked@example.org")
      await expect(page.getByText("The check that keeps robots out couldn’t be loaded.")).toBeVisible()
      expect(await axe(page)).toEqual([])
      await page.getByRole("button", { name: "Send me a link" }).click()
      await expect(page.getByLabel(/^E-?mail$/)).toHaveValue("blocked@example.org")

      await page.unroute(`${provider}/**`)
      await page.getByRole("button", { name: "Try again" }).click()
      await person(page).click()
      await page.getByRole("button", { name: "Send me a link" }).click()
      await expect(page.getByRole("heading", { name: "Check your inbox" })).toBeVisible()
    })

    for (const language of flowLanguages("fr")) {
      test(`a captcha script that stays blocked is replaced by a code from an e-mail, by keyboard alone, in ${language}`, async ({
        page,
      }) => {
        const email = `code-${name}-${language}@example.org`
        const text = (key: string) => say(language, "captcha", key)
        const button = (label: string) => page.getByRole("button", { name: label, exact: true })
        await page.emulateMedia({ reducedMotion: "reduce" })
        await page.route(`${provider}/**`, (route) => route.abort())
        await page.goto(`${origin}/locale/choose/${language}?to=%2Fauth%2Fpassword%2Freset`)
        await hydrated(page)
        await page.locator("input[name=email]").focus()
        await expect(page.getByText(text("failed"))).toBeVisible()
        await expect(button(text("code.send"))).toHaveCount(0)
        await button(text("retry")).press("Enter")
        await expect(button(text("code.send"))).toBeVisible()
        await expect(button(text("retry"))).toBeFocused()

        await button(text("code.send")).press("Enter")
        await expect(page.getByText(text("code.no_email"))).toBeVisible()
        await expect(page.locator("input[name=email]")).toBeFocused()
        await page.keyboard.type(email)
        await button(text("code.send")).press("Enter")
        await expect(page.getByLabel(text("code.label"))).toBeFocused()
        await expect(page.getByRole("status").getByText(email)).toBeVisible()
        await expectAccessibleAtEverySize(page)

        await page.keyboard.press("Enter")
        await expect(page.getByText(text("code.missing"))).toBeVisible()
        const code = await codeInMailbox(page, email)
        await page.keyboard.type(String((Number(code) + 1) % 1_000_000).padStart(6, "0"))
        await page.keyboard.press("Enter")
        await expect(page.getByText(say(language, "errors", "fields.captcha_code"))).toBeVisible()
        await expect(page.getByLabel(text("code.label"))).toBeFocused()
        await page.keyboard.press("Control+A")
        await page.keyboard.type(`${code.slice(0, 3)} ${code.slice(3)}`)
        await page.keyboard.press("Enter")
        const done = say(language, "account-access", "forgot.done_title")
        await expect(page.getByRole("heading", { name: done })).toBeVisible()
        expect(simulator.asked).toEqual([])
      })
    }
  })
}

/** Reads the code sent to an address from the development mailbox. */
async function codeInMailbox(page: Page, email: string): Promise<string> {
  const read = () =>
    page.evaluate(async (email) => {
      const html = await (await fetch("/dev/mailbox")).text()
      const body = html.slice(html.indexOf("<body"))
      const mails = new DOMParser().parseFromString(body, "text/html").querySelectorAll("li:has(h2)")
      const mail = [...mails].find(({ textContent }) => textContent?.includes(email))
      return mail?.textContent?.match(/(?<![\d:])\d{6}(?!\d)/)?.[0] ?? ""
    }, email)
  await expect.poll(read, { timeout: 30_000 }).toMatch(/^\d{6}$/)
  return read()
}

async function answer(
  simulator: CaptchaSimulator,
  request: import("node:http").IncomingMessage,
  response: import("node:http").ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const { method = "GET", url = "/", headers } = request
  const body = method === "POST" ? Buffer.concat(chunks) : undefined
  const contentType = headers["content-type"] ?? ""
  const answered = await simulator.fetch(
    new Request(provider + url, { method, body, headers: { "Content-Type": contentType } }),
  )
  response.writeHead(answered.status, { "Content-Type": answered.headers.get("Content-Type") ?? "text/plain" })
  response.end(await answered.text())
}
