import { expect, type Locator, type Page } from "@playwright/test"
import { partsOf } from "../../app/features/shell/dates/date-parts.ts"

/** The parts of a date's field, which its label names as a group. */
export function dateField(within: Page | Locator, label: string) {
  const group = within.getByRole("group", { name: label, exact: true })
  return {
    day: group.getByRole("textbox").first(),
    month: group.getByRole("combobox"),
    year: group.getByRole("textbox").last(),
  }
}

/** Writes a date, YYYY-MM-DD, into its field. */
export async function fillDate(within: Page | Locator, label: string, date: string): Promise<void> {
  const { day, month, year } = dateField(within, label)
  const parts = partsOf(date)
  await day.fill(parts.day)
  await month.selectOption(parts.month)
  await year.fill(parts.year)
}

export async function expectDate(within: Page | Locator, label: string, date: string): Promise<void> {
  const { day, month, year } = dateField(within, label)
  const parts = partsOf(date)
  await expect(day).toHaveValue(parts.day)
  await expect(month).toHaveValue(parts.month)
  await expect(year).toHaveValue(parts.year)
}
