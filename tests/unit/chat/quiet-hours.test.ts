import { describe, expect, test } from "vitest"
import { notificationDefaults } from "~/domain/notifications/defaults"
import { mailTime, nextTimeOfDay, postponedUntil, quietUntil } from "~/domain/notifications/quiet-hours"
import type { NotificationSettings } from "~/domain/notifications/schema"

const paris: NotificationSettings = notificationDefaults
/** A member whose turn is in the first second of an hour. */
const of = (settings: NotificationSettings) => ({ userId: "m1sm", settings })
const at = (text: string) => Date.parse(text)
const iso = (time: number | null) => time && new Date(time).toISOString()

describe("quiet hours", () => {
  test.each([
    ["before they begin", "2026-11-21T20:59:00Z", null],
    ["as they begin", "2026-11-21T21:00:00Z", "2026-11-22T07:00:00.000Z"],
    ["after midnight", "2026-11-22T01:30:00Z", "2026-11-22T07:00:00.000Z"],
    ["as they end", "2026-11-22T07:00:00Z", null],
  ])("quiet hours over midnight in Paris, %s", (_, time, end) => {
    expect(iso(quietUntil(at(time), paris))).toBe(end)
  })

  test("quiet hours may be within a day, or none at all", () => {
    const noon = { ...paris, quiet_hours: { from: 12 * 60, to: 14 * 60 }, time_zone: "UTC" }
    expect(iso(quietUntil(at("2026-06-01T13:00:00Z"), noon))).toBe("2026-06-01T14:00:00.000Z")
    expect(quietUntil(at("2026-06-01T14:00:00Z"), noon)).toBeNull()
    expect(quietUntil(at("2026-06-01T23:00:00Z"), { ...noon, quiet_hours: null })).toBeNull()
  })

  test("quiet hours end at the right hour in the night of a clock change", () => {
    expect(iso(quietUntil(at("2026-03-28T22:00:00Z"), paris))).toBe("2026-03-29T06:00:00.000Z")
    expect(iso(quietUntil(at("2026-10-24T22:00:00Z"), paris))).toBe("2026-10-25T07:00:00.000Z")
  })
})

describe("a time of day", () => {
  test("a time of day is the next one, never now", () => {
    expect(iso(nextTimeOfDay(at("2026-11-21T08:00:00Z"), 9 * 60, "Europe/Paris"))).toBe("2026-11-22T08:00:00.000Z")
    expect(iso(nextTimeOfDay(at("2026-11-21T07:59:30Z"), 9 * 60, "Europe/Paris"))).toBe("2026-11-21T08:00:00.000Z")
    expect(iso(nextTimeOfDay(at("2026-11-21T07:59:30Z"), 9 * 60, "Asia/Kolkata"))).toBe("2026-11-22T03:30:00.000Z")
  })

  test("a time of day that a clock change skips comes within the same hour", () => {
    const found = nextTimeOfDay(at("2026-03-29T00:00:00Z"), 150, "Europe/Paris")
    expect(found).toBeGreaterThanOrEqual(at("2026-03-29T01:00:00Z"))
    expect(found).toBeLessThanOrEqual(at("2026-03-29T02:00:00Z"))
  })
})

describe("a mail about what is unread", () => {
  test("a digest mail comes at once by day, and in the morning by night", () => {
    const now = at("2026-11-21T12:00:00Z")
    expect(mailTime(now, now, of(paris))).toBe(now)
    const night = at("2026-11-21T23:00:00Z")
    expect(iso(mailTime(night, night, of(paris)))).toBe("2026-11-22T07:00:00.000Z")
  })

  test("what is due at one time of the day is spread over the hour after it, each member at a time of their own", () => {
    const night = at("2026-11-21T23:00:00Z")
    const members = Array.from({ length: 600 }, (_, n) => `01HMEMBER${n}`)
    const daily = { ...paris, rhythm: "daily" as const }
    for (const [settings, hour] of [
      [paris, "2026-11-22T07:00:00Z"],
      [daily, "2026-11-22T08:00:00Z"],
    ] as const) {
      const times = members.map((userId) => mailTime(night, night, { userId, settings }) - at(hour))
      expect(Math.min(...times)).toBeGreaterThanOrEqual(0)
      expect(Math.max(...times)).toBeLessThan(60 * 60_000)
      const quarters = times.map((time) => Math.floor(time / (15 * 60_000)))
      for (const quarter of [0, 1, 2, 3]) expect(quarters.filter((one) => one === quarter).length).toBeGreaterThan(90)
      const mailed = mailTime(night, night, { userId: members[7] ?? "", settings })
      expect(mailTime(night, mailed, { userId: members[7] ?? "", settings })).toBe(mailed)
    }
    const pushed = members.map((userId) => postponedUntil(night, { userId, settings: paris }))
    expect(new Set(pushed).size).toBeGreaterThan(400)
  })

  test("a daily digest comes once a day at nine, and not a day later when nine has just passed", () => {
    const daily = { ...paris, rhythm: "daily" as const }
    const since = at("2026-11-21T12:00:00Z")
    expect(iso(mailTime(since, since, of(daily)))).toBe("2026-11-22T08:00:00.000Z")
    const afterNine = at("2026-11-22T08:02:00Z")
    expect(mailTime(since, afterNine, of(daily))).toBe(afterNine)
  })

  test("a digest waits for the end of quiet hours that include nine", () => {
    const late = { ...paris, rhythm: "daily" as const, quiet_hours: { from: 0, to: 11 * 60 } }
    const since = at("2026-11-21T12:00:00Z")
    expect(iso(mailTime(since, since, of(late)))).toBe("2026-11-22T10:00:00.000Z")
  })
})
