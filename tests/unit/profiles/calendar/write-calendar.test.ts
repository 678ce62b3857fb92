import { expect, test } from "vitest"
import { busyParts } from "~/domain/profiles/calendar/feeds/busy-parts.server"
import { writeCalendar } from "~/domain/profiles/calendar/feeds/write-calendar"

const event = { id: "01", first_day: "2026-12-30", last_day: "2027-01-01", created_at: Date.UTC(2026, 10, 28, 9, 5, 7) }

test("a calendar that is given out has its days as events without times, in whole lines of at most 75 octets", () => {
  const summary = `Tournée ; Saint-Étienne, \\ ${"é".repeat(80)}\nligne`
  const text = writeCalendar("Disponibilités", [{ ...event, summary }])
  const lines = text.split("\r\n")
  expect(lines.pop()).toBe("")
  for (const line of lines) expect(new TextEncoder().encode(line).byteLength).toBeLessThanOrEqual(75)
  expect(text.replace(/\r\n/g, "")).not.toMatch(/[\r\n]/)
  const unfolded = text.replaceAll("\r\n ", "").split("\r\n")
  expect(unfolded).toEqual(
    expect.arrayContaining([
      "UID:01@calendar",
      "DTSTAMP:20261128T090507Z",
      "DTSTART;VALUE=DATE:20261230",
      "DTEND;VALUE=DATE:20270102",
      `SUMMARY:Tournée \\; Saint-Étienne\\, \\\\ ${"é".repeat(80)}\\nligne`,
    ]),
  )
})

test("a calendar that is given out does not come back as busy", () => {
  const text = writeCalendar("Availability", [{ ...event, summary: "Day off" }])
  expect(busyParts(text, "2026-12-01", 90)).toEqual([])
  expect(busyParts(text.replace("TRANSP:TRANSPARENT\r\n", ""), "2026-12-01", 90)).toHaveLength(9)
})
