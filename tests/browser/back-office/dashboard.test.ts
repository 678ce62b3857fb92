import { dateField, fillDate } from "../date-fields"
import { axe, expect, open, test } from "../test"

const languages = [
  {
    language: "en",
    days: "7 days",
    heading: "New members",
    table: "Show as a table",
    from: "From",
    to: "To",
    show: "Show",
    region: "New members, in figures",
    wrong: "at most a year apart",
  },
  {
    language: "fr",
    days: "7 jours",
    heading: "Nouveaux membres",
    table: "Afficher en tableau",
    from: "Du",
    to: "Au",
    show: "Afficher",
    region: "Nouveaux membres, en chiffres",
    wrong: "à un an d’écart au plus",
  },
] as const

for (const { language, days, heading, table, from, to, show, region, wrong } of languages) {
  test.describe(`in ${language}`, () => {
    test.use({ language })

    test("the dashboard's period is changed by keyboard, and its charts have tables", async ({ page, signIn }) => {
      await signIn("admin")
      await open(page, "/dashboard/admin")
      const card = page.getByRole("region", { name: heading, exact: true })
      await expect(card.getByRole("img")).toBeVisible()
      await expect(card.locator(".recharts-line-curve").first()).toBeAttached()
      await page.getByRole("link", { name: days }).focus()
      await page.keyboard.press("Enter")
      await expect(page).toHaveURL(/\?period=7$/)
      await expect(page.getByRole("link", { name: days })).toHaveAttribute("aria-current", "true")
      await card.locator("summary").filter({ hasText: table }).focus()
      await page.keyboard.press("Enter")
      await expect(card.getByRole("table", { name: region }).getByRole("row")).toHaveCount(8)
      expect(await axe(page)).toEqual([])

      await fillDate(page, from, "2026-11-01")
      await fillDate(page, to, "2026-11-03")
      await dateField(page, to).year.press("Enter")
      await expect(page).toHaveURL(/from=2026-11-01&to=2026-11-03$/)
      await expect(card.getByRole("table", { name: region }).getByRole("row")).toHaveCount(4)
      await fillDate(page, to, "2026-10-01")
      await page.getByRole("button", { name: show, exact: true }).click()
      await expect(page.getByText(wrong)).toBeVisible()
    })
  })
}

test("a setting is saved, refused where somebody saved first, and set again from its history", async ({
  page,
  signIn,
  faults,
}) => {
  faults.expect("409 POST /dashboard/admin/settings/limits.data")
  await signIn("admin")
  await open(page, "/dashboard/admin/settings")
  await page.getByRole("link", { name: "Limits" }).click()
  const field = page.getByLabel("Videos started")
  const other = await page.context().newPage()
  await other.goto("/dashboard/admin/settings/limits")
  // Other numbers than those of a run before.
  const stored = Number(await field.inputValue())
  const [first, second] = [String((stored % 100) + 1), String((stored % 100) + 2)]
  await field.fill(first)
  await page.getByRole("button", { name: "Save" }).click()
  await expect(page.getByText("It is in force within five seconds.").first()).toBeVisible()
  await other.getByLabel("Videos started").fill(second)
  await other.getByRole("button", { name: "Save" }).click()
  const conflict = other.getByRole("alert").filter({ hasText: "Someone saved first" })
  await expect(conflict.getByRole("row", { name: "Videos started" })).toContainText(first)
  await expect(conflict.getByRole("row", { name: "Videos started" })).toContainText(second)
  expect(await axe(other)).toEqual([])
  await other.getByRole("button", { name: "Save" }).click()
  await expect(other.getByRole("table", { name: "History" }).getByRole("row").nth(1)).toContainText(second)
  await other.getByRole("table", { name: "History" }).getByRole("button", { name: "Set again" }).first().click()
  await expect(other.getByLabel("Videos started")).toHaveValue(first)
})
