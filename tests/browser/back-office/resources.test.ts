import type { Page, Request } from "@playwright/test"
import { colleagueAccount } from "../../../scripts/seed/accounts.ts"
import { say } from "../mailbox"
import {
  expect,
  expectAccessibleAtEverySize,
  hydrated,
  type Language,
  open,
  postForm,
  sendCredentials,
  test,
} from "../test"

test.use({ contextOptions: { reducedMotion: "reduce" } })

/** Confirms who it is where the page asks: writes need a proof of the last ten minutes. */
async function signIn(page: Page, role: Parameters<typeof colleagueAccount>[0]): Promise<void> {
  await page.goto("/auth/login")
  await hydrated(page)
  await sendCredentials(page, colleagueAccount(role))
  await page.waitForURL(/\/profile$/)
}

const active = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? "")

test("keys typed while the palette's code is on its way reach its field, and none is a shortcut of the page", async ({
  page,
}) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/assets\/palette-/, async (route) => {
    await held
    await route.continue()
  })
  await signIn(page, "editor")
  await page.goto("/dashboard/admin/faqs")
  await hydrated(page)
  await page.keyboard.press("ControlOrMeta+k")
  await page.keyboard.type("new")
  release()
  await expect(page.getByRole("dialog").getByRole("searchbox")).toHaveValue("new")
  await page.keyboard.type("est")
  await expect(page.getByRole("dialog").getByRole("searchbox")).toHaveValue("newest")
  await expect(page).toHaveURL(/\/dashboard\/admin\/faqs$/)
})

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

      // The palette gives the focus back a moment after it is gone: a key within it is its own.
      await expect(async () => {
        await page.keyboard.press("n")
        await page.waitForURL(/\/new$/, { timeout: 5_000 })
      }).toPass()
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
      await expectAccessibleAtEverySize(page)
      await page.getByRole("button", { name: t("history.restore") }).focus()
      await page.keyboard.press("Enter")
      await expect(page.getByText(t("history.restored"))).toBeVisible()

      await page.goto("/dashboard/admin/faqs")
      await hydrated(page)
      await page.keyboard.press("/")
      await page.keyboard.type(question)
      await page.waitForURL(/q=/)
      await expect(page.locator("[data-record]")).toHaveCount(1)
      await page.keyboard.press("Enter")
      await expect.poll(() => active(page)).toContain(question)
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

/** Opens a hidden question of this test's own. Returns its field and the request that saves it. */
async function openOwnQuestion(page: Page) {
  await signIn(page, "editor")
  const before = `What of ${crypto.randomUUID()}?`
  const texts = { "question.en": before, "answer.en": "This.", "question.fr": "", "answer.fr": "" }
  await postForm(page, "/dashboard/admin/faqs/new", { intent: "save", topic: "account", ...texts })
  await page.goto(`/dashboard/admin/faqs?q=${encodeURIComponent(before)}`)
  await page.getByRole("link", { name: before }).click()
  await expect(page.getByRole("heading", { level: 1, name: before })).toBeVisible()
  await hydrated(page)
  return { before, question: page.getByRole("textbox", { name: "Question" }).first(), address: /\/faqs\/\w+\.data/ }
}

const isSave = (request: Request) => request.method() === "POST"

test("what is typed while a save is under way is saved by Ctrl S after it, once", async ({ page }) => {
  const { before, question, address } = await openOwnQuestion(page)
  let finish = () => {}
  const held = new Promise<void>((resolve) => {
    finish = resolve
  })
  const saves: string[] = []
  await page.route(address, async (route) => {
    const request = route.request()
    if (isSave(request)) saves.push(new URLSearchParams(request.postData() ?? "").get("question.en") ?? "")
    if (isSave(request)) await held
    await route.fallback()
  })

  await question.fill(`${before} First.`)
  await page.keyboard.press("ControlOrMeta+s")
  await expect.poll(() => saves.length).toBe(1)
  await question.fill(`${before} Second.`)
  await page.keyboard.press("ControlOrMeta+s")
  await page.keyboard.press("ControlOrMeta+s")
  finish()
  await expect(page.getByRole("heading", { level: 1, name: `${before} Second.` })).toBeVisible()
  await expect(page.getByText(say("en", "admin-kit", "form.unsaved"))).toBeHidden()

  await question.fill(before)
  await page.keyboard.press("ControlOrMeta+s")
  await expect(page.getByRole("heading", { level: 1, name: before, exact: true })).toBeVisible()
  expect(saves).toEqual([`${before} First.`, `${before} Second.`, before])
})

test("words typed while a save is under way are guarded as unsaved, while its page is loaded again and after", async ({
  page,
}) => {
  const { before, question, address } = await openOwnQuestion(page)
  let finish = () => {}
  const held = new Promise<void>((resolve) => {
    finish = resolve
  })
  await page.route(address, async (route) => {
    if (isSave(route.request())) await question.fill(`${before} More.`)
    else await held
    await route.fallback()
  })
  await question.fill(`${before} Some.`)
  await page.keyboard.press("ControlOrMeta+s")
  await expect(page.getByText(say("en", "admin-kit", "form.saved")).first()).toBeVisible()
  const leave = async () => {
    const asked = page.waitForEvent("dialog").then((dialog) => dialog.dismiss())
    await page.getByRole("link", { name: "Questions", exact: true }).first().click()
    await asked
    await expect(question).toHaveValue(`${before} More.`)
  }
  await leave()
  finish()
  await expect(page.getByText(say("en", "admin-kit", "form.unsaved"))).toBeVisible()
  await leave()
})

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

  // Saved again while the save that will be refused is under way: what they saved is not overwritten unseen.
  await page.route(
    /\/pages\/\w+\.data/,
    async (route) => {
      await title.fill(`${before}, mine`)
      await page.keyboard.press("ControlOrMeta+s")
      await route.fallback()
    },
    { times: 1 },
  )
  await title.fill(`${before}, mi`)
  await page.keyboard.press("ControlOrMeta+s")
  const conflict = page.getByRole("alert").filter({ hasText: say("en", "admin-kit", "conflict.title") })
  await expect(conflict).toContainText(`${before}, theirs`)
  await expect(title).toHaveValue(`${before}, mine`)
  await expect(conflict.getByRole("listitem")).toHaveCount(1)
  await conflict.getByRole("button", { name: say("en", "admin-kit", "conflict.take") }).click()
  await expect(title).toHaveValue(`${before}, theirs`)
  await title.fill(before)
  await page.keyboard.press("ControlOrMeta+s")
  await expect(page.getByText(say("en", "admin-kit", "form.saved")).first()).toBeVisible()
  await other.context().close()
})

test("categories are put into another order by mouse", async ({ page }) => {
  await signIn(page, "editor")
  await open(page, "/dashboard/admin/cities")
  await page.getByRole("button", { name: say("en", "admin-kit", "order.start") }).click()
  const rows = page.getByRole("grid").getByRole("row")
  await expect(rows.first()).toBeVisible()
  const [first, second, third] = await rows.allInnerTexts()
  const stored = page.waitForResponse((response) => response.request().method() === "POST")
  await rows.first().dragTo(rows.nth(2), { targetPosition: { x: 40, y: 2 } })
  await expect(rows.first()).toContainText(second as string)
  await expect(rows.nth(1)).toContainText(first as string)
  await expect(rows.nth(2)).toContainText(third as string)
  expect((await stored).ok()).toBe(true)
  await page.reload()
  await expect(page.locator("[data-record]").first()).toContainText(second as string)
})

test("cities are put into another order by keyboard, and an export is written", async ({ page }) => {
  await signIn(page, "editor")
  await page.goto("/dashboard/admin/service-categories")
  await hydrated(page)
  await page.getByRole("button", { name: say("en", "admin-kit", "order.start") }).press("Enter")
  const rows = page.getByRole("grid").getByRole("row")
  await expect(rows.first()).toBeVisible()
  const [first, second, third] = await rows.allInnerTexts()
  await rows.first().getByRole("button").focus()
  await page.keyboard.press("Enter")
  await expect(page.locator("[data-dragging]")).toBeVisible()
  const between = page.getByLabel(`Insert between ${second} and ${third}`, { exact: true })
  // A press while the places are still being drawn is lost.
  await expect(async () => {
    await page.keyboard.press("ArrowDown")
    await expect(between).toBeFocused({ timeout: 500 })
  }).toPass()
  const stored = page.waitForResponse((response) => response.request().method() === "POST")
  await page.keyboard.press("Enter")
  await expect(rows.first()).toContainText(second as string)
  await stored
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
