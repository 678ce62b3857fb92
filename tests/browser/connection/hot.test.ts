import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { expect, test } from "@playwright/test"
import { startHotPages } from "../../../scripts/lib/hot.ts"
import { accessKey, copies, port as first, forgetful } from "../addresses"
import { readMail } from "../mailbox"

const port = first + 1
const source = "app/features/auth/login-form.tsx"
const cacheDir = "node_modules/.vite-test"

test("the hot server hydrates the very first page, shows an edit without losing typed text, and sends mails", async ({
  page,
}) => {
  // All dependencies are bundled first.
  test.setTimeout(120_000)
  rmSync(cacheDir, { recursive: true, force: true })
  const vars = { APP_ENV: "test", MAIL_ADAPTER: "mailbox", ACCESS_KEY: accessKey }
  const hot = await startHotPages({ port, workerPort: first, persistTo: copies.hot, vars, cacheDir })
  const before = readFileSync(source, "utf8")
  try {
    await page.goto(`http://localhost:${port}/auth/login?password=${accessKey}`)
    await page.locator("html[data-hydrated]").waitFor({ state: "attached", timeout: 30_000 })
    const email = page.getByLabel(/^E-?mail$/)
    await email.fill("ada@example.org")
    writeFileSync(source, before.replace('className="pt-2"', 'className="pt-2" data-edited'))
    await page.locator("[data-edited]").waitFor({ state: "attached" })
    await expect(email).toHaveValue("ada@example.org")

    const address = forgetful("en", "script")
    await page.goto(`http://localhost:${port}/auth/password/reset`)
    await page.locator("html[data-hydrated]").waitFor({ state: "attached" })
    await page.getByLabel("Email", { exact: true }).fill(address)
    await page.locator("main form button[type=submit]").click()
    expect((await readMail(page, address)).link).toContain("/auth/password/reset/")
  } finally {
    writeFileSync(source, before)
    await hot.close()
  }
})
