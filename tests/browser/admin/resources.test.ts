import type { Page } from "@playwright/test"
import { colleagueAccount } from "../../../scripts/seed/accounts.ts"
import { say } from "../mailbox"
import { expect, hydrated, isSoundAtEverySize, type Language, sendCredentials, test } from "../test"

test.use({ contextOptions: { reducedMotion: "reduce" } })

/** Confirms who it is where the page asks: writes need a proof of the last ten minutes. */
async function signIn(page: Page, role: Parameters<typeof colleagueAccount>[0]): Promise<void> {
  await page.goto("/auth/login")
  await hydrated(page)
  await sendCredentials(page, colleagueAccount(role))
  await page.waitForURL(/\/profile$/)
}

const active = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? "")

for (const language of ["en", "fr"] satisfies Language[]) {
  test.describe(`In ${language}`, () => {
    test.use({ language })
    const t = (key: string) => say(language, "admin-kit", key)

    test("an editor adds a question, corrects it and restores it by keyboard alone", async ({ page }) => {
      await signIn(page, "editor")
      await page.goto("/dashboard/admin")
      await hydrated(page)
      await page.keyboard.press("ControlOrMeta+k")
      await page.getByRole("searchbox").fill("question")
      await page.keyboard.press("Enter")
      await page.waitForURL(/\/dashboard\/admin\/faqs$/)
      await expect(page.getByRole("dialog")).toBeHidden()
      await expect(page.getByRole("heading", { level: 1, name: "Questions" })).toBeVisible()

      await page.keyboard.press("n")
      await page.waitForURL(/\/new$/)
      await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Questions")
      await page.keyboard.press("e")
      await page.keyboard.type(language === "fr" ? "Com" : "Acc")
      await expect(page.getByRole("combobox")).toHaveValue("account")
      await page.keyboard.press("Tab")
      await page.keyboard.press("Space")
      const question = `Who ${language}, ${Date.now()}?`
      await page.getByRole("textbox", { name: "Question" }).first().focus()
      await page.keyboard.type(question)
      await page
        .getByRole("textbox", { name: /Answer|Réponse/ })
        .first()
        .focus()
      await page.keyboard.type("**You**.")
      await expect(page.getByText(t("form.unsaved"))).toBeVisible()
      await page.keyboard.press("ControlOrMeta+s")
      await expect(page.getByRole("heading", { level: 1, name: question })).toBeVisible()

      await page.getByRole("textbox", { name: "Question" }).first().focus()
      await page.keyboard.press("End")
      await page.keyboard.type(" Really?")
      await page.keyboard.press("ControlOrMeta+s")
      await expect(page.getByRole("heading", { level: 1, name: `${question} Really?` })).toBeVisible()

      await page.getByRole("link", { name: t("history.title") }).focus()
      await page.keyboard.press("Enter")
      await page.waitForURL(/\/history$/)
      await isSoundAtEverySize(page)
      await page.getByRole("button", { name: t("history.restore") }).focus()
      await page.keyboard.press("Enter")
      await expect(page.getByText(t("history.restored"))).toBeVisible()

      await page.goto("/dashboard/admin/faqs")
      await hydrated(page)
      await page.keyboard.press("/")
      await page.keyboard.type(question)
      await page.waitForURL(/q=/)
      await expect(page.locator("[data-record]")).toHaveCount(1)
      await page.keyboard.press("Tab")
      await page.locator("h1").click()
      await page.keyboard.press("j")
      expect(await active(page)).toContain(question)
      await page.keyboard.press("x")
      await page.getByRole("button", { name: language === "fr" ? "Masquer" : "Hide", exact: true }).focus()
      await page.keyboard.press("Enter")
      await expect(page.getByRole("button", { name: t("undo") })).toBeVisible()
      await page.getByRole("button", { name: t("undo") }).focus()
      await page.keyboard.press("Enter")
      await expect(page.locator("[data-record]").getByText(language === "fr" ? "Publiée" : "Published")).toBeVisible()
    })
  })
}

test("what someone else saved first is shown beside what was typed, and either is taken", async ({
  page,
  browser,
  faults,
}) => {
  faults.expect(/^409 POST \/dashboard\/admin\/pages\//)
  await signIn(page, "editor")
  await page.goto("/dashboard/admin/pages")
  await page.getByRole("link", { name: "About Salon" }).click()
  const title = page.getByRole("textbox", { name: "Title" }).first()
  const before = await title.inputValue()
  const other = await (await browser.newContext({ storageState: await page.context().storageState() })).newPage()
  await other.goto(page.url())
  await hydrated(other)
  await other.getByRole("textbox", { name: "Title" }).first().fill(`${before}, theirs`)
  await other.keyboard.press("ControlOrMeta+s")
  await expect(other.getByText(say("en", "admin-kit", "form.saved")).first()).toBeVisible()

  await title.fill(`${before}, mine`)
  await page.keyboard.press("ControlOrMeta+s")
  const conflict = page.getByRole("alert").filter({ hasText: say("en", "admin-kit", "conflict.title") })
  await expect(conflict).toContainText(`${before}, theirs`)
  await expect(title).toHaveValue(`${before}, mine`)
  await conflict.getByRole("button", { name: say("en", "admin-kit", "conflict.take") }).click()
  await expect(title).toHaveValue(`${before}, theirs`)
  await title.fill(before)
  await page.keyboard.press("ControlOrMeta+s")
  await expect(page.getByText(say("en", "admin-kit", "form.saved")).first()).toBeVisible()
  await other.context().close()
})

test("cities are put into another order by keyboard, and an export is written", async ({ page }) => {
  await signIn(page, "editor")
  await page.goto("/dashboard/admin/service-categories")
  await hydrated(page)
  await page.getByRole("button", { name: say("en", "admin-kit", "order.start") }).press("Enter")
  const rows = page.getByRole("grid").getByRole("row")
  await expect(rows.first()).toBeVisible()
  const [first, second] = await rows.allInnerTexts()
  await rows.first().getByRole("button").focus()
  await page.keyboard.press("Enter")
  await expect(page.locator("[data-dragging]")).toBeVisible()
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("Enter")
  await expect(rows.first()).toContainText(second as string)
  await page.reload()
  await expect(page.locator("[data-record]").first()).toContainText(second as string)
  await expect(page.locator("[data-record]").filter({ hasText: first as string })).toHaveCount(1)

  await page.getByRole("button", { name: say("en", "admin-kit", "export") }).press("Enter")
  await page.waitForURL(/\/exports$/)
  const download = page.waitForEvent("download")
  await page
    .getByRole("link", { name: say("en", "admin-kit", "exports.download") })
    .first()
    .press("Enter")
  expect((await download).suggestedFilename()).toBe("service-categories.csv")
})
