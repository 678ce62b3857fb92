import { describe, expect, test } from "vitest"
import { addDays, dayOf, startOfDay } from "~/domain/core/shared/site-days"

describe("the site's days", () => {
  test.each([
    ["2026-01-15", "2026-01-14T23:00:00Z"],
    ["2026-07-15", "2026-07-14T22:00:00Z"],
    // The clocks change during the day, after its start.
    ["2026-03-29", "2026-03-28T23:00:00Z"],
    ["2026-03-30", "2026-03-29T22:00:00Z"],
    ["2026-10-25", "2026-10-24T22:00:00Z"],
    ["2026-10-26", "2026-10-25T23:00:00Z"],
  ])("%s begins at midnight in Paris", (day, start) => {
    const at = startOfDay(day)
    expect(new Date(at).toISOString().replace(".000", "")).toBe(start)
    expect(dayOf(at)).toBe(day)
    expect(dayOf(at - 1)).toBe(addDays(day, -1))
  })

  test("days are added across months, years and changes of the clocks", () => {
    expect(addDays("2026-12-31", 1)).toBe("2027-01-01")
    expect(addDays("2028-03-01", -1)).toBe("2028-02-29")
    expect(addDays("2026-03-28", 2)).toBe("2026-03-30")
  })
})
