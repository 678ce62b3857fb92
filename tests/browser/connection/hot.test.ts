import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { type Page, expect as playwrightExpect, test } from "@playwright/test"
import { newId } from "../../../app/lib/id.ts"
import { startHotPages } from "../../../scripts/lib/hot.ts"
import { writeResourceIndex } from "../../../scripts/resource-index.ts"
import { accounts } from "../../../scripts/seed/accounts.ts"
import { openDatabase } from "../../../scripts/seed/database.ts"
import { accessKey, copies, port as first, forgetful } from "../addresses"
import { readMail } from "../mailbox"

const expect = playwrightExpect.configure({ timeout: 30_000 })
const port = first + 1
const cacheDir = "node_modules/.vite-test"
const migrations = `${copies.hot}/migrations`
const vars = {
  APP_ENV: "test",
  MAIL_ADAPTER: "mailbox",
  ACCESS_KEY: accessKey,
  AGE_NOTICE: "off",
  CONTENT_EPOCH_SECONDS: "0",
}

test("the hot server hydrates the very first page, shows edits without losing typed text, applies migrations, shows errors, and sends mails", async ({
  page,
}) => {
  // All dependencies are bundled first: half a minute with nothing beside it, and far more among other tests.
  test.setTimeout(300_000)
  rmSync(cacheDir, { recursive: true, force: true })
  mkdirSync(migrations, { recursive: true })
  insertLostMail()
  const folders = { persistTo: copies.hot, cacheDir, migrations }
  const hot = await startHotPages({ port, workerPort: first, vars, ...folders })
  try {
    await open(page, `/auth/login?password=${accessKey}`)
    await test.step("an edit of a component or of a text keeps what was typed", () => keepsTyped(page))
    await test.step("a migration is applied when it is saved", () => appliesMigrations(page))
    await test.step("an error is shown with its place", () => showsErrors(page))
    await test.step("a mail is sent", async () => {
      const address = forgetful("en")
      await open(page, "/auth/password/reset")
      await page.getByLabel("Email", { exact: true }).fill(address)
      await page.locator("main form button[type=submit]").click()
      expect((await readMail(page, address)).link).toContain("/auth/password/reset/")
    })
    await test.step("a cron sends the mail that a queue has lost", async () => {
      const cron = encodeURIComponent("*/5 * * * *")
      expect((await page.request.get(`http://localhost:${port}/cdn-cgi/handler/scheduled?cron=${cron}`)).status()).toBe(
        200,
      )
      expect((await readMail(page, lost)).subject).not.toBe("")
    })
    await test.step("a file makes a resource of the back office", () => addsResource(page))
  } finally {
    await hot.close()
  }
})

const lost = "lost@example.org"

/** Inserts a mail whose message is in no queue; its id makes it the newest of the mailbox, which shows fifty. */
function insertLostMail(): void {
  const db = openDatabase(copies.hot)
  const at = Date.now() - 3_600_000
  db.prepare(
    `INSERT INTO outbox_emails (id, recipient, locale, template, data, state, attempts, next_attempt_at, created_at, updated_at)
     VALUES (?, ?, 'en', 'password-changed', '{}', 'queued', 0, ?, ?, ?)`,
  ).run(newId(Date.now()), lost, at, at, at)
  db.close()
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`http://localhost:${port}${path}`)
  await page.locator("html[data-hydrated]").waitFor({ state: "attached", timeout: 120_000 })
}

const search = (page: Page) => page.getByRole("searchbox", { name: "Search the questions" })

async function keepsTyped(page: Page): Promise<void> {
  const email = page.getByLabel(/^E-?mail$/)
  await email.fill("ada@example.org")
  const isEdited = page.locator("[data-edited]").waitFor({ state: "attached" })
  await edit(
    "app/features/accounts/auth/login-form.tsx",
    'className="pt-2"',
    'className="pt-2" data-edited',
    () => isEdited,
  )
  await expect(email).toHaveValue("ada@example.org")
  const isTranslated = page.getByText("Welcome again").waitFor()
  await edit("app/i18n/locales/en/auth.json", "Welcome back", "Welcome again", () => isTranslated)
  await expect(email).toHaveValue("ada@example.org")

  await open(page, "/faq")
  await search(page).fill("gift")
  const canonical = page.locator("link[rel=canonical]")
  await edit("app/features/shell/page-head.server.ts", "(locale) + path\n", '(locale) + path + "?edited"\n', () =>
    expect(canonical).toHaveAttribute("href", /\?edited$/),
  )
  await expect(search(page)).toHaveValue("gift")
}

/** Changes a file until `isShown` resolves. */
async function edit(file: string, text: string, becomes: string, isShown: () => Promise<unknown>): Promise<void> {
  const before = readFileSync(file, "utf8")
  expect(before).toContain(text)
  try {
    writeFileSync(file, before.replace(text, becomes))
    await isShown()
  } finally {
    writeFileSync(file, before)
  }
}

const migrate = (name: string, sql: string) => writeFileSync(`${migrations}/${name}.sql`, sql)

async function appliesMigrations(page: Page): Promise<void> {
  await search(page).fill("applied at once")
  migrate("9001_texts", "UPDATE faq_texts SET question = 'Is it applied at once?';\n")
  await expect(page.getByText("Is it applied at once?").first()).toBeVisible()
  await expect(search(page)).toHaveValue("applied at once")
}

/** Does what docs/back-office.md says, with its own text. */
async function addsResource(page: Page): Promise<void> {
  const document = readFileSync("docs/back-office.md", "utf8")
  const [, file = "", code = ""] = /```ts\n\/\/ (\S+)\n(.+?)```/s.exec(document) ?? []
  const [, labels = "{}"] = /```json\n(.+?)```/s.exec(document) ?? []
  expect(file).toMatch(/^app\/domain\/back-office\/records\/kinds\/\w+\.server\.ts$/)
  migrate(
    "9004_guides",
    `CREATE TABLE guides (id TEXT PRIMARY KEY, slug TEXT NOT NULL UNIQUE, position INTEGER NOT NULL, published INTEGER NOT NULL,
      created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL);
    CREATE TABLE guide_texts (guide_id TEXT NOT NULL REFERENCES guides (id) ON DELETE CASCADE, locale TEXT NOT NULL,
      title TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (guide_id, locale));\n`,
  )
  const locales = ["en", "fr"].map((language) => `app/i18n/locales/${language}/records.json`)
  const before = locales.map((path) => readFileSync(path, "utf8"))
  for (const [index, path] of locales.entries())
    writeFileSync(path, JSON.stringify({ ...JSON.parse(before[index] ?? ""), ...JSON.parse(labels) }))
  writeFileSync(file, code)
  try {
    await open(page, "/auth/login")
    await page.getByLabel(/^E-?mail$/).fill(accounts[0].email)
    await page.getByLabel("Password", { exact: true }).fill(accounts[0].password)
    await page.getByRole("button", { name: "Log in", exact: true }).click()
    await page.waitForURL(/\/profile/)
    await expect(async () => {
      await open(page, "/dashboard/admin/guides")
      await expect(page.getByRole("heading", { level: 1, name: "Guides" })).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await page.getByRole("link", { name: "New" }).click()
    await page.getByLabel("Slug").fill("first-dinner")
    await page.getByLabel("Title").first().fill("A first dinner")
    await page.getByRole("textbox", { name: "Text" }).first().fill("Book a table.")
    await page.getByRole("button", { name: "Create" }).click()
    await expect(page.getByRole("heading", { level: 1, name: "A first dinner" })).toBeVisible()
    await open(page, "/dashboard/admin/guides?q=first")
    await expect(page.getByRole("row", { name: /A first dinner/ })).toContainText("first-dinner")
    const response = await page.request.get(`http://localhost:${port}/api/admin/guides`)
    expect(await response.json()).toMatchObject({ data: [{ title: "A first dinner" }] })
  } finally {
    rmSync(file)
    for (const [index, path] of locales.entries()) writeFileSync(path, before[index] ?? "")
    // The hot server does too, unless it is closed first.
    writeResourceIndex()
  }
}

async function showsErrors(page: Page): Promise<void> {
  migrate("9002_renamed", "ALTER TABLE faq_texts RENAME TO former_texts;\n")
  await expect(page.locator("vite-error-overlay .message")).toContainText("no such table: faq_texts")
  // The page's policy lets its styles in.
  await expect(page.locator("vite-error-overlay")).toHaveCSS("position", "fixed")

  const response = await page.request.get(`http://localhost:${port}/api/faqs`)
  expect(response.status()).toBe(500)
  expect(await response.json()).toMatchObject({
    code: "server.failed",
    debug: { error: expect.stringContaining("no such table"), at: expect.stringMatching(/^app\/.+\.ts:\d+:\d+$/) },
  })

  await page.goto(`http://localhost:${port}/faq`)
  await expect(page.locator("pre").first()).toContainText(/no such table: faq_texts.*app\/.+\.ts:\d+:\d+.*> +\d+ \|/s)
  migrate("9003_named_again", "ALTER TABLE former_texts RENAME TO faq_texts;\n")
  await expect(page.getByText("Is it applied at once?").first()).toBeVisible()
}
