import type { Page } from "@playwright/test"
import { colleagueAccount } from "../../../scripts/seed/accounts.ts"
import { say } from "../mailbox"
import { expect, hydrated, open, sendCredentials, test } from "../test"

test.use({ contextOptions: { reducedMotion: "reduce" } })

const t = (key: string) => say("en", "admin-kit", key)

async function openAsEditor(page: Page, path: string): Promise<void> {
  await open(page, "/auth/login")
  await sendCredentials(page, colleagueAccount("editor"))
  await page.waitForURL(/\/profile$/)
  await open(page, path)
}

test("the search field is left by Esc, and Enter or the arrow down lead to the first row", async ({ page }) => {
  await openAsEditor(page, "/dashboard/admin/faqs")
  const field = page.getByRole("searchbox")
  const first = page.locator("[data-record]").first().getByRole("link")
  await page.keyboard.press("/")
  await expect(field).toBeFocused()
  await page.keyboard.press("Escape")
  await expect(field).not.toBeFocused()
  await page.keyboard.press("j")
  await expect(first).toBeFocused()

  await page.keyboard.press("/")
  await page.keyboard.press("ArrowDown")
  await expect(first).toBeFocused()

  await page.keyboard.press("/")
  await page.keyboard.type("account")
  await page.keyboard.press("Enter")
  await page.waitForURL(/q=account/)
  await expect(first).toBeFocused()
  await page.keyboard.press("/")
  await page.keyboard.press("Escape")
  await expect(field).toHaveValue("account")
})

test("Esc clears the selection of a list", async ({ page }) => {
  await openAsEditor(page, "/dashboard/admin/faqs")
  await page.keyboard.press("j")
  await page.keyboard.press("x")
  const bar = page.getByRole("button", { name: t("clear_selection") })
  await expect(bar).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(bar).toBeHidden()
  await expect(page.locator("[data-record] input:checked")).toHaveCount(0)
})

test("a column's head sorts by keyboard and by a click, and says the order", async ({ page }) => {
  await openAsEditor(page, "/dashboard/admin/faqs")
  const head = page.getByRole("columnheader", { name: "Changed" })
  await expect(head).not.toHaveAttribute("aria-sort", /./)
  await head.getByRole("link").press("Enter")
  await page.waitForURL(/sort=updated/)
  await expect(head).toHaveAttribute("aria-sort", "descending")
  const times = () =>
    page.locator("[data-record] time").evaluateAll((all) => all.map((time) => time.getAttribute("datetime") ?? ""))
  expect(await times()).toEqual((await times()).toSorted().toReversed())
  await head.getByRole("link").click()
  await page.waitForURL(/sort=-updated/)
  await expect(head).toHaveAttribute("aria-sort", "ascending")
  expect(await times()).toEqual((await times()).toSorted())
  await expect(page.locator("th[aria-sort]")).toHaveCount(1)
})

test("a filter of a large list keeps its own order: no other head sorts", async ({ page, signIn }) => {
  await signIn("admin")
  await open(page, "/dashboard/admin/users")
  const head = page.getByRole("columnheader", { name: "Email" })
  await expect(head.getByRole("link")).toBeVisible()
  await open(page, "/dashboard/admin/users?state=owner&sort=email")
  await expect(head.getByRole("link")).toHaveCount(0)
  await expect(page.getByRole("columnheader", { name: "Joined" })).toHaveAttribute("aria-sort", "descending")
})

test("the columns that are chosen stay so in this browser", async ({ page }) => {
  await openAsEditor(page, "/dashboard/admin/faqs")
  const head = page.getByRole("columnheader", { name: "Topic" })
  await expect(head).toBeVisible()
  await page.getByRole("button", { name: t("columns") }).press("Enter")
  await page.getByRole("menuitemcheckbox", { name: "Topic" }).press("Enter")
  await expect(head).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem("admin-columns:faqs"))).toContain('"topic":false')
  await page.reload()
  await hydrated(page)
  await expect(head).toHaveCount(0)
  await expect(page.getByRole("columnheader", { name: "Languages" })).toBeVisible()
})

test("a text in Markdown is previewed as the site shows it, and its words stay", async ({ page }) => {
  await openAsEditor(page, "/dashboard/admin/faqs/new")
  const field = page.getByRole("textbox", { name: "Answer" }).first()
  await field.fill("**Bold** <script>alert(1)</script>")
  await page
    .getByRole("button", { name: t("markdown.preview") })
    .first()
    .press("Enter")
  await expect(page.locator("strong", { hasText: "Bold" })).toBeVisible()
  await expect(page.locator("form script")).toHaveCount(0)
  await page.getByRole("button", { name: t("markdown.write") }).press("Enter")
  await expect(field).toHaveValue("**Bold** <script>alert(1)</script>")
})

test("a record's breadcrumbs lead back to its list", async ({ page }) => {
  await openAsEditor(page, "/dashboard/admin/faqs")
  const row = page.locator("[data-record]").first().getByRole("link")
  const title = (await row.textContent()) ?? ""
  await row.click()
  const path = page.getByRole("navigation", { name: t("breadcrumbs") })
  await expect(path.getByText(title)).toHaveAttribute("aria-current", "page")
  await path.getByRole("link", { name: "Questions" }).press("Enter")
  await page.waitForURL(/\/faqs$/)
})

test("an export counts its rows on the page as they are written", async ({ page }) => {
  await openAsEditor(page, "/dashboard/admin/cities")
  const rows = await page.locator("[data-record]").count()
  await page.getByRole("button", { name: t("export") }).press("Enter")
  await page.waitForURL(/\/exports$/)
  const line = page
    .getByRole("listitem")
    .filter({ has: page.getByText(t("exports.done")) })
    .first()
  await expect(line.getByText(`${rows} rows`)).toBeVisible({ timeout: 20_000 })
})
