import type { Page } from "@playwright/test"
import { forgetful } from "../addresses"
import { followMail, readMail, say } from "../mailbox"
import { axe, expect, flowLanguages, open, sendCredentials, test } from "../test"

for (const language of flowLanguages("fr")) {
  const t = (key: string) => say(language, "account-access", key)
  const error = (name: string) => say(language, "errors", `fields.${name}`)
  const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name })
  const newPassword = (page: Page) => page.getByLabel(t("password.new"), { exact: true })
  const email = (page: Page) => page.getByLabel(t("forgot.email"), { exact: true })

  test.describe(`A forgotten password in ${language}`, () => {
    test.use({ language })

    test("a member requests a reset link, chooses a new password by it, and logs in with that", async ({
      page,
      faults,
    }) => {
      faults.expect(/^422 POST \/auth\/password\/reset/)
      faults.expect(/^410 GET \/auth\/password\/reset\//)
      const to = forgetful(language)
      await open(page, "/auth/login")
      await page.getByRole("link", { name: t("login.forgotten") }).click()
      await expect(heading(page, t("forgot.title"))).toBeVisible()
      await email(page).fill("ada")
      await page.getByRole("button", { name: t("forgot.submit") }).click()
      await expect(email(page)).toHaveAccessibleDescription(error("email"))
      await expect(email(page)).toBeFocused()
      expect(await axe(page)).toEqual([])
      await email(page).fill(to)
      await page.getByRole("button", { name: t("forgot.submit") }).click()
      await expect(heading(page, t("forgot.done_title"))).toBeVisible()
      expect(await axe(page)).toEqual([])

      const link = await followMail(page, to)
      await open(page, link)
      for (const [given, problem] of [
        ["short", "password_length"],
        ["password1", "password_common"],
        [to, "password_is_email"],
      ] as const) {
        await newPassword(page).fill(given)
        await page.getByRole("button", { name: t("reset.submit") }).click()
        await expect(newPassword(page)).toHaveAccessibleDescription(error(problem))
        await expect(newPassword(page)).toBeFocused()
      }
      expect(await axe(page)).toEqual([])
      const password = `a sentence of ${Date.now()}`
      await newPassword(page).fill(password)
      await page.getByRole("button", { name: t("reset.submit") }).click()
      await expect(page).toHaveURL(/\/auth\/login\?notice=password-changed$/)
      await expect(page.getByText(t("reset.done"), { exact: true })).toBeVisible()
      expect(await axe(page)).toEqual([])
      await sendCredentials(page, { email: to, password })
      await expect(page).toHaveURL(/\/profile$/)

      expect(await readMail(page, to, 2)).toEqual({
        subject: say(language, "mail", "password_changed.subject"),
        link: null,
      })
      await open(page, link)
      await expect(heading(page, t("reset.gone_title"))).toBeVisible()
      expect(await axe(page)).toEqual([])
    })
  })
}
