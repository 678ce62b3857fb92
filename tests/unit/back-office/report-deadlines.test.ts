import { expect, test } from "vitest"
import { dueAt } from "~/domain/core/deadlines/deadlines"
import { easterSunday, isPublicHoliday } from "~/domain/core/deadlines/public-holidays"

const at = (iso: string) => Date.parse(`${iso}Z`)

test("reports of a minor or of danger are due in an hour, those of pictures without consent in 48 hours", () => {
  const friday = at("2026-11-20T23:30")
  expect(dueAt("P0", friday)).toBe(at("2026-11-21T00:30"))
  expect(dueAt("P1", friday)).toBe(at("2026-11-22T23:30"))
})

test("other reports are due in seven business days: a weekend does not count", () => {
  expect(dueAt("P2", at("2026-11-16T09:00"))).toBe(at("2026-11-25T09:00"))
  expect(dueAt("P3", at("2026-11-20T23:30"))).toBe(at("2026-12-01T23:30"))
})

test.each([
  ["2026-12-23T10:00", "2027-01-05T10:00", "Christmas and New Year's Day"],
  ["2027-03-25T10:00", "2027-04-06T10:00", "Easter Monday"],
  ["2026-05-12T10:00", "2026-05-22T10:00", "Ascension Day"],
  ["2026-07-10T10:00", "2026-07-22T10:00", "the National Day"],
])("seven business days after %s end at %s: %s does not count", (created, due) => {
  expect(dueAt("P2", at(created))).toBe(at(due))
})

test("a public holiday delays neither the reports of danger nor those of 48 hours", () => {
  expect(dueAt("P0", at("2026-12-25T09:00"))).toBe(at("2026-12-25T10:00"))
  expect(dueAt("P1", at("2026-12-24T09:00"))).toBe(at("2026-12-26T09:00"))
})

test.each([
  [1961, "1961-04-02"],
  [1981, "1981-04-19"],
  [2008, "2008-03-23"],
  [2011, "2011-04-24"],
  [2024, "2024-03-31"],
  [2026, "2026-04-05"],
  [2027, "2027-03-28"],
  [2038, "2038-04-25"],
])("Easter of %i is on %s", (year, date) => {
  expect(easterSunday(year)).toBe(at(`${date}T00:00`))
})

test("France has eleven public holidays a year", () => {
  const year = Array.from({ length: 365 }, (_, day) => Date.UTC(2026, 0, 1, 12) + day * 24 * 60 * 60_000)
  const dates = year.filter(isPublicHoliday).map((day) => new Date(day).toISOString().slice(5, 10))
  expect(dates).toEqual([
    "01-01",
    "04-06",
    "05-01",
    "05-08",
    "05-14",
    "05-25",
    "07-14",
    "08-15",
    "11-01",
    "11-11",
    "12-25",
  ])
})
