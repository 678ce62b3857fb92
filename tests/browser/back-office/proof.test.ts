import type { Page } from "@playwright/test"
import { colleagueAccount } from "../../../scripts/seed/accounts.ts"
import { origins, type staleRoles, staleSession } from "../addresses"
import { say } from "../mailbox"
import { expect, expectAccessibleAtEverySize, open, test } from "../test"

test.use({ contextOptions: { reducedMotion: "reduce" } })

/** Signs in somebody who re-authenticated eleven minutes ago. */
async function arrive(page: Page, role: (typeof staleRoles)[number], language: "en" | "fr"): Promise<void> {
  const value = staleSession(role, test.info().retry)
  const cookie = { name: "__Host-salon_session", value, secure: true, path: "/" }
  await page.context().addCookies([{ ...cookie, url: undefined, domain: new URL(origins[language]).hostname }])
}

test.describe("In French", () => {
  test.use({ language: "fr" })
  const t = (key: string) => say("fr", "admin-kit", key)

  test("what an editor typed is saved once they re-authenticate over it, by keyboard, without another press", async ({
    page,
    faults,
  }) => {
    faults.expect(/^403 POST \/dashboard\/admin\/faqs\//)
    faults.expect(/^422 POST \/auth\/confirm/)
    await arrive(page, "editor", "fr")
    // The first question of all is that of two colleagues, in another test beside this one.
    await open(page, "/dashboard/admin/faqs?topic=profiles")
    await page.locator("[data-record] a").first().click()
    const question = page.getByRole("textbox", { name: "Question" }).first()
    const typed = `${(await question.inputValue()).replace(/ \(\d+\)$/, "")} (${Date.now()})`
    await question.fill(typed)
    await page.keyboard.press("ControlOrMeta+s")
    const dialog = page.getByRole("dialog", { name: say("fr", "second-factor", "confirm.title") })
    await expect(dialog.getByRole("textbox", { name: "Mot de passe" })).toBeVisible()
    await expectAccessibleAtEverySize(page)
    await dialog.getByRole("textbox", { name: "Mot de passe" }).fill("not this one")
    await page.keyboard.press("Enter")
    await expect(dialog.getByText(say("fr", "errors", "fields.password_wrong"))).toBeVisible()
    await dialog.getByRole("textbox", { name: "Mot de passe" }).fill(colleagueAccount("editor").password)
    await page.keyboard.press("Enter")
    await expect(dialog).toBeHidden()
    await expect(question).toHaveValue(typed)
    await expect(page.getByText(t("form.saved")).first()).toBeVisible()
    await page.reload()
    await expect(question).toHaveValue(typed)
  })
})

test.describe("Without script", () => {
  test.use({ javaScriptEnabled: false })

  test("a moderator's words are taken up after their password, without another press", async ({ page }) => {
    await arrive(page, "moderator", "en")
    await page.goto("/dashboard/admin/users?q=Eleanor+Whit")
    await page.locator("[data-record] a").first().click()
    const actions = page.getByRole("region", { name: say("en", "admin-users", "acts.label") })
    await actions
      .getByText(say("en", "admin-users", "acts.warn"), { exact: true })
      .first()
      .click()
    const form = actions.locator("details[open]")
    await form.getByLabel(say("en", "admin-users", "rule.label")).selectOption("conduct")
    await form.getByRole("textbox").fill("Please be on time.")
    await form.getByRole("button").click()
    await expect(page).toHaveURL(/\/auth\/confirm\?act=/)
    await page.getByRole("textbox", { name: "Password" }).fill(colleagueAccount("moderator").password)
    await page.getByRole("button", { name: say("en", "second-factor", "confirm.submit") }).click()
    await expect(page).toHaveURL(/\/dashboard\/admin\/users\//)
    await expect(page.getByText(say("en", "admin-users", "done.warn")).first()).toBeVisible()
  })
})
