import type { Page } from "@playwright/test"
import { addDays, dayOf } from "../../../app/domain/core/shared/site-days"
import { formatDay, formatDays } from "../../../app/i18n/days"
import { origins } from "../addresses"
import { dateField, expectDate, fillDate } from "../date-fields"
import { expect, expectAccessible, open, test } from "../test"

const today = dayOf(Date.now())
const inDays = (count: number) => addDays(today, count)
const filters = (page: Page) => page.getByRole("region", { name: "Filters" })

test("a list is asked for a date by a press or by typing it, and the date can be removed", async ({ page }) => {
  await open(page, "/escorts?category=dinners&when=fri-evening")
  await filters(page).getByRole("link", { name: "Tomorrow", exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/escorts\\?category=dinners&on=${inDays(1)}&when=evening$`))
  const applied = page.getByRole("list", { name: "Active filters" })
  const nameOf = (day: string) => `Remove ${formatDay(day, "en", "day_of_week")}`
  await expect(applied.getByRole("link", { name: nameOf(inDays(1)) })).toBeVisible()

  await filters(page).getByLabel("Date").fill(inDays(5))
  await filters(page).getByRole("button", { name: "Show this day" }).click()
  await expect(page).toHaveURL(new RegExp(`on=${inDays(5)}&when=evening$`))
  await expectAccessible(page)
  await applied.getByRole("link", { name: nameOf(inDays(5)) }).click()
  await expect(page).toHaveURL(/\/escorts\?category=dinners&when=evening$/)
})

test("an owner adds a tour with the keyboard, reads why another is refused, and removes it", async ({
  page,
  signIn,
  faults,
}) => {
  const [first, last] = [inDays(60), inDays(62)]
  const name = `Annecy, ${formatDays(first, last, "en")}`
  await signIn("owner")
  await open(page, "/profile/escort")
  await page.getByRole("link", { name: "Days off, tours and your calendar" }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your calendar")
  const form = page.getByRole("region", { name: "Add a tour" })
  const add = async (city: string, from: string, to: string) => {
    await form.getByLabel("City").selectOption(city)
    await fillDate(form, "First day", from)
    await fillDate(form, "Last day, included", to)
    await form.getByRole("button", { name: "Add the tour" }).press("Enter")
  }
  await add("annecy", first, last)
  await expect(page.getByRole("listitem").filter({ hasText: name })).toBeVisible()
  await expectAccessible(page)

  faults.expect("409 POST /profile/escort/calendar.data")
  await add("lyon", last, last)
  await expect(form.getByText(`You’re on tour in Annecy then: ${formatDays(first, last, "en")}.`)).toBeVisible()
  await expectDate(form, "First day", last)

  faults.expect("422 POST /profile/escort/calendar.data")
  await form.getByLabel("City").selectOption("lyon")
  await dateField(form, "First day").year.fill("")
  await form.getByRole("button", { name: "Add the tour" }).press("Enter")
  await expect(form.getByText("This date is incomplete or doesn’t exist.")).toBeVisible()
  await expect(dateField(form, "First day").day).toBeFocused()

  await open(page, "/escorts/camille-aubert/infos")
  await expect(page.getByRole("main").getByText(name)).toBeVisible()
  await expect(page.getByRole("table", { name: "The next seven days" }).getByRole("columnheader")).toHaveCount(7)
  await expectAccessible(page)

  await open(page, "/profile/escort/calendar")
  await page.getByRole("button", { name: `Remove ${name}` }).press("Enter")
  await expect(page.getByRole("listitem").filter({ hasText: name })).toHaveCount(0)
})

test("an owner adds a day off without script, in the browser's own fields", async ({ page, browser, signIn }) => {
  const day = inDays(75)
  await signIn("owner")
  const context = await browser.newContext({
    storageState: await page.context().storageState(),
    baseURL: origins.en,
    javaScriptEnabled: false,
  })
  const plain = await context.newPage()
  await plain.goto("/profile/escort/calendar")
  const form = plain.getByRole("region", { name: "Add days off" })
  await expect(dateField(form, "First day").month).toBeHidden()
  await form.getByLabel("First day", { exact: true }).fill(day)
  await form.getByLabel("Last day, included", { exact: true }).fill(day)
  await form.getByRole("button").click()
  const entry = plain.getByRole("listitem").filter({ hasText: formatDays(day, day, "en") })
  await entry.getByRole("button").click()
  await expect(entry).toHaveCount(0)
  await context.close()
})
