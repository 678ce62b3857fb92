import type { Browser, BrowserContext, CDPSession, Page } from "@playwright/test"
import { TOTP } from "otpauth"
import { origins } from "../addresses"
import { type Account, join } from "../join"
import { codeInMailbox } from "../mailbox"
import { axe, expect, flowLanguages, hydrated, type Language, open, sendCredentials, test } from "../test"

async function logOut(page: Page): Promise<void> {
  await open(page, "/profile")
  await page
    .getByRole("banner")
    .getByRole("button", { name: /^(Your account|Votre compte)$/ })
    .click()
  await page.getByRole("menuitem", { name: /^(Log out|Se déconnecter)$/ }).press("Enter")
  await expect(page).toHaveURL((url) => url.pathname === "/")
}

/** Returns the app's current code, or one that many steps later. */
function codeOf(secret: string, steps = 0): string {
  const totp = new TOTP({ secret, algorithm: "SHA1", digits: 6, period: 30 })
  return totp.generate({ timestamp: Date.now() + steps * 30_000 })
}

/** Adds a device with a screen lock that confirms by itself. */
async function addAuthenticator(context: BrowserContext, page: Page): Promise<{ cdp: CDPSession; id: string }> {
  const cdp = await context.newCDPSession(page)
  await cdp.send("WebAuthn.enable")
  const { authenticatorId: id } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, id }
}

const texts = {
  en: {
    settings: "Set up two-step login",
    app: "Set up an app",
    code: "Code from your app",
    on: "Turn on",
    kept: "I have saved them",
    left: "10 codes left of 10",
    step: "One more step",
    logIn: "Log in",
    weak: "Log out everywhere else",
    mailCode: "Email me the code",
    mailed: "Code from our email",
  },
  fr: {
    settings: "Activer la connexion en deux étapes",
    app: "Associer une application",
    code: "Code de votre application",
    on: "Activer",
    kept: "Je les ai enregistrés",
    left: "10 codes restants sur 10",
    step: "Encore une étape",
    logIn: "Se connecter",
    weak: "Déconnecter partout ailleurs",
    mailCode: "M’envoyer le code",
    mailed: "Code de notre e-mail",
  },
} as const satisfies Record<Language, Record<string, string>>

for (const language of flowLanguages("fr")) {
  const t = texts[language]
  test.describe(`In ${language}`, () => {
    test.use({ language })

    test("a member sets up an authenticator app and logs in with its codes, by page and by dialog", async ({
      page,
      faults,
    }) => {
      faults.expect(/^422 POST \/profile\/settings\/two-factor\/app/)
      const account = await join(page)
      await open(page, "/profile/settings/sign-in")
      await page.getByRole("link", { name: t.settings }).click()
      await page.getByRole("link", { name: t.app }).click()
      await expect(page.getByRole("img", { name: /QR/ })).toBeVisible()
      expect(await axe(page)).toEqual([])
      const secret = (await page.locator("code").innerText()).replace(/\s/g, "")

      await page.getByRole("button", { name: t.mailCode }).click()
      await page.getByLabel(t.mailed).fill(await codeInMailbox(page, account.email))
      const field = page.getByLabel(t.code)
      await field.fill("000000" === codeOf(secret) ? "111111" : "000000")
      await page.getByRole("button", { name: t.on }).click()
      await expect(field).toHaveAttribute("aria-invalid", "true")
      await expect(field).toBeFocused()
      expect((await page.locator("code").innerText()).replace(/\s/g, "")).toBe(secret)
      // Not across the end of a step: the previous code would then be one too old.
      const left = 30_000 - (Date.now() % 30_000)
      if (left < 5_000) await page.waitForTimeout(left)
      await field.fill(codeOf(secret, -1))
      await page.getByRole("button", { name: t.on }).click()
      await expect(page.locator("ol li")).toHaveCount(10)
      expect(await axe(page)).toEqual([])
      await page.getByRole("link", { name: t.kept }).click()
      await expect(page.getByText(t.left)).toBeVisible()
      expect(await axe(page)).toEqual([])

      await logOut(page)
      await open(page, "/auth/login")
      await sendCredentials(page, account)
      await expect(page).toHaveURL(/\/auth\/second-factor$/)
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(t.step)
      expect(await axe(page)).toEqual([])
      await page.getByLabel(t.code).fill(codeOf(secret))
      await page.getByRole("button", { name: t.logIn, exact: true }).first().click()
      await expect(page).toHaveURL(/\/profile$/)

      await logOut(page)
      await hydrated(page)
      await page.getByRole("banner").getByRole("link", { name: t.logIn }).click()
      const dialog = page.getByRole("dialog")
      await sendCredentials(dialog, account)
      await expect(page).toHaveURL(/\/auth\/second-factor$/)
      await expect(dialog).toBeHidden()
      await page.getByLabel(t.code).fill(codeOf(secret, 1))
      await page.getByRole("button", { name: t.logIn, exact: true }).first().click()
      // The dialog was on the home page, so the login stays there.
      await expect(page).toHaveURL(`${origins[language]}/`)
    })

    test("a member adds a passkey, logs in with it alone, and removes it", async ({ page, context, browser }) => {
      const account = await join(page)
      const weak = await logInElsewhere(browser, language, account, await context.storageState())
      const { cdp, id } = await addAuthenticator(context, page)
      await open(page, "/profile/settings/two-factor")
      await page.getByLabel(/^(Name of the new passkey|Nom de la nouvelle clé d’accès)$/).fill("My phone")
      await page.getByRole("button", { name: t.mailCode }).click()
      await page.getByLabel(t.mailed).fill(await codeInMailbox(page, account.email))
      await page.getByRole("checkbox", { name: t.weak }).uncheck()
      await page.getByRole("button", { name: /^(Add a passkey|Ajouter une clé d’accès)$/ }).click()
      await expect(page.locator("ol li")).toHaveCount(10)
      await expect(page.getByText("My phone", { exact: true })).toBeVisible()
      expect(await axe(page)).toEqual([])

      await logOut(page)
      await open(page, "/auth/login")
      const byPasskey = page.getByRole("button", {
        name: /^(Log in with a passkey|Utiliser une clé d’accès)$/,
      })
      await expect(byPasskey).toBeVisible()
      await page.setViewportSize({ width: 360, height: 800 })
      const button = await byPasskey.boundingBox()
      expect((button?.x ?? 0) + (button?.width ?? 360), "where the button ends on a phone").toBeLessThanOrEqual(320)
      expect(await axe(page)).toEqual([])
      await byPasskey.click()
      await expect(page).toHaveURL(/\/profile$/)

      await logOut(page)
      await open(page, "/auth/login")
      await sendCredentials(page, account)
      await expect(page).toHaveURL(/\/auth\/second-factor$/)
      // The address changes before the page, and the login page has a button of this name.
      await expect(page.getByRole("heading", { name: /^(One more step|Encore une étape)$/ })).toBeVisible()
      await page.getByRole("button", { name: /^(Use a passkey|Utiliser une clé d’accès)$/ }).click()
      await expect(page).toHaveURL(/\/profile$/)

      // A session from before the passkey: sensitive pages require the passkey from it.
      const { credentials } = await cdp.send("WebAuthn.getCredentials", { authenticatorId: id })
      const there = await addAuthenticator(weak.context(), weak)
      for (const credential of credentials)
        await there.cdp.send("WebAuthn.addCredential", { authenticatorId: there.id, credential })
      await open(weak, "/auth/confirm")
      expect(await axe(weak)).toEqual([])
      await weak.getByRole("button", { name: /^(Use a passkey|Utiliser une clé d’accès)$/ }).click()
      await expect(weak).toHaveURL(/\/profile\/settings$/)
      await weak.context().close()

      await open(page, "/profile/settings/two-factor")
      await page.getByRole("button", { name: /My phone$/ }).click()
      await expect(page.getByText("My phone", { exact: true })).toBeHidden()
    })
  })
}

/** Logs the same member in elsewhere, without a second factor yet. */
async function logInElsewhere(
  browser: Browser,
  language: Language,
  account: Account,
  storageState: Awaited<ReturnType<BrowserContext["storageState"]>>,
): Promise<Page> {
  const cookies = storageState.cookies.filter(({ name }) => name !== "__Host-salon_session")
  const context = await browser.newContext({ storageState: { cookies, origins: [] }, baseURL: origins[language] })
  const page = await context.newPage()
  await page.goto("/auth/login")
  await sendCredentials(page, account)
  await expect(page).toHaveURL(/\/profile$/)
  return page
}
