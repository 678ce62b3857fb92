import type { Page } from "@playwright/test"
import { followMail, newAddress, readMail, say } from "../mailbox"
import { axe, expect, flowLanguages, type Language, open, test } from "../test"

const password = "the cat sleeps on the sofa"

async function fillIn(page: Page, language: Language, email: string): Promise<void> {
  await page.getByLabel(say(language, "join", "name"), { exact: true }).fill("Ada Lovelace")
  await page.getByLabel(say(language, "join", "email"), { exact: true }).fill(email)
  await page.getByLabel(say(language, "account-access", "password.label"), { exact: true }).fill(password)
  await page.getByLabel(say(language, "join", "adult")).check()
  await page.getByLabel(/^(I accept the terms|J’accepte les conditions)/).check()
}

async function join(page: Page, language: Language, email: string): Promise<void> {
  await fillIn(page, language, email)
  await page.getByRole("button", { name: say(language, "join", "submit") }).click()
  await expect(page).toHaveURL(/\/auth\/emails\/sent\/\w+$/)
}

for (const language of flowLanguages("fr")) {
  const t = (key: string) => say(language, "account-access", key)
  const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name })

  /** Goes from the page that says that a mail was sent, through a second mail, to the member area. */
  async function confirm(page: Page, email: string): Promise<void> {
    await expect(heading(page, t("sent.title"))).toBeVisible()
    const first = await followMail(page, email)
    await page.getByRole("button", { name: t("sent.again") }).click()
    await expect(page.getByText(t("sent.done")).first()).toBeVisible()
    const second = await followMail(page, email, 2)

    await page.goto(first)
    await expect(heading(page, t("verify.gone_title"))).toBeVisible()
    await page.goto(second)
    await expect(heading(page, t("verify.title"))).toBeVisible()
    await page.getByRole("button", { name: t("verify.submit") }).click()
    await expect(page).toHaveURL(/\/profile$/)
    await page.goto(second)
    await expect(heading(page, t("verify.gone_title"))).toBeVisible()
  }

  test.describe(`Joining in ${language}`, () => {
    test.use({ language })

    test("a visitor joins, has the mail sent again, and the newest mail's button opens the account", async ({
      page,
      faults,
    }) => {
      faults.expect(/^410 GET \/auth\/emails\/verify\//)
      const email = newAddress(`join-${language}`)
      await open(page, "/become-member")
      await join(page, language, email)
      expect((await readMail(page, email)).subject).toBe(say(language, "mail", "join.subject"))
      expect(await axe(page)).toEqual([])
      await confirm(page, email)
      expect(await axe(page)).toEqual([])
    })

    test("the link of a sign-up asks for its password in another browser", async ({
      page,
      browser,
      baseURL,
      passes,
      faults,
    }) => {
      const email = newAddress(`elsewhere-${language}`)
      await open(page, "/become-member")
      await join(page, language, email)
      const link = await followMail(page, email)

      const context = await browser.newContext({ baseURL, storageState: passes })
      faults.watch(context)
      faults.expect(/^422 POST \/auth\/emails\/verify\//)
      const elsewhere = await context.newPage()
      await open(elsewhere, link)
      const field = elsewhere.getByLabel(t("verify.password"), { exact: true })
      const button = elsewhere.getByRole("button", { name: t("verify.submit") })
      expect(await axe(elsewhere)).toEqual([])
      await field.fill("what somebody else would choose")
      await button.click()
      await expect(field).toHaveAccessibleDescription(say(language, "errors", "fields.password_not_chosen"))
      await expect(field).toBeFocused()
      expect(await axe(elsewhere)).toEqual([])
      await expect(elsewhere.getByRole("link", { name: t("verify.afresh") })).toHaveAttribute("href", "/become-member")
      await field.fill(password)
      await button.click()
      await expect(elsewhere).toHaveURL(/\/profile$/)
      await context.close()
    })

    test("a refused sign-up shows each problem beside its field, focuses the first one, and has its typed values", async ({
      page,
      faults,
    }) => {
      faults.expect(/^422 POST \/become-member/)
      await open(page, "/become-member")
      await page.getByLabel(say(language, "join", "email"), { exact: true }).fill("ada")
      await page.getByLabel(t("password.label"), { exact: true }).fill("password1")
      await page.getByRole("button", { name: say(language, "join", "submit") }).click()
      const error = (name: string) => say(language, "errors", `fields.${name}`)
      const name = page.getByLabel(say(language, "join", "name"), { exact: true })
      await expect(name).toHaveAccessibleDescription(error("required"))
      await expect(name).toBeFocused()
      const email = page.getByLabel(say(language, "join", "email"), { exact: true })
      await expect(email).toHaveAccessibleDescription(error("email"))
      await expect(email).toHaveValue("ada")
      await expect(page.getByText(error("must_accept"))).toHaveCount(2)
      expect(await axe(page)).toEqual([])

      await fillIn(page, language, newAddress("common"))
      await page.getByLabel(t("password.label"), { exact: true }).fill("password1")
      await page.getByRole("button", { name: say(language, "join", "submit") }).click()
      const secret = page.getByLabel(t("password.label"), { exact: true })
      await expect(secret).toHaveAccessibleDescription(error("password_common"))
      await expect(secret).toBeFocused()
      expect(await axe(page)).toEqual([])
    })

    test("an expired link of a sign-up says so and offers another", async ({ page, faults }) => {
      faults.expect("410 GET /auth/emails/verify/nobody/nothing")
      await open(page, "/auth/emails/verify/nobody/nothing")
      await expect(heading(page, t("verify.gone_title"))).toBeVisible()
      expect(await axe(page)).toEqual([])
      await page.getByRole("button", { name: t("verify.again") }).click()
      await expect(page.getByText(t("sent.done")).first()).toBeVisible()
      expect(await axe(page)).toEqual([])
    })
  })
}
