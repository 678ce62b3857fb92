import { expect, test } from "vitest"
import { dateOf, partsOf, readDate } from "~/features/shell/dates/date-parts"
import { timesWith } from "~/features/shell/dates/half-hours"
import { datePartNames, monthNames } from "~/i18n/date-parts"

test("a date in three parts is sent as YYYY-MM-DD, and comes back in the same parts", () => {
  expect(dateOf({ day: "5", month: "12", year: "2026" })).toBe("2026-12-05")
  expect(partsOf("2026-12-05")).toEqual({ day: "5", month: "12", year: "2026" })
  expect(partsOf("2026-12-30")).toEqual({ day: "30", month: "12", year: "2026" })
})

test("a date without any part is empty, and one without some of them is none that exists", () => {
  expect(dateOf(partsOf(""))).toBe("")
  for (const parts of [
    { day: "", month: "12", year: "2026" },
    { day: "5", month: "", year: "2026" },
    { day: "5", month: "12", year: "" },
  ]) {
    const sent = dateOf(parts)
    expect(sent).not.toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(partsOf(sent), sent).toEqual({ ...parts, day: parts.day && "5" })
  }
})

test("a whole date is read where it is pasted, in the order of its language or of a file", () => {
  const read = { day: "4", month: "03", year: "2027" }
  for (const text of ["4/3/2027", "04.03.2027", "2027-03-04", " 4 3 2027 "])
    expect([text, readDate(text)]).toEqual([text, read])
  for (const text of ["4", "4/3", "4/3/27", "2027-03", "4 March 2027", "1/2/3/2027", "+33 6 12"])
    expect([text, readDate(text)]).toEqual([text, null])
})

test("the parts of a date and the months have names in both languages", () => {
  expect(datePartNames("en")).toEqual({ day: "Day", month: "Month", year: "Year" })
  expect(datePartNames("fr")).toEqual({ day: "Jour", month: "Mois", year: "Année" })
  expect(monthNames("en").map(({ label }) => label)).toContain("November")
  expect(monthNames("fr")).toContainEqual({ value: "08", label: "août" })
  expect(monthNames("fr").map(({ value }) => value)).toEqual([
    "01",
    "02",
    "03",
    "04",
    "05",
    "06",
    "07",
    "08",
    "09",
    "10",
    "11",
    "12",
  ])
})

test("a time is one of 48 half-hours, and a stored one between them keeps its place", () => {
  expect(timesWith("22:00")).toHaveLength(48)
  expect(timesWith("22:00").at(-1)).toEqual({ value: "23:30", minutes: 1_410 })
  const values = timesWith("21:15").map(({ value }) => value)
  expect(values).toHaveLength(49)
  expect(values.slice(42, 45)).toEqual(["21:00", "21:15", "21:30"])
})

test.each(["noon", "25:00", "9:00", "12:60", ""])("a time that is none, %j, is offered by no choice", (time) => {
  expect(timesWith(time)).toHaveLength(48)
})
