import { expect, test } from "vitest"
import { addIntervals, startOfHistory } from "../src/subscriptions/periods.ts"

const day = 24 * 60 * 60
const month = { interval: "month", interval_count: 1 } as const

test.each([15, 28, 29, 30, 31])(
  "a history from day %d of a month has as many periods as it should on any day",
  (date) => {
    const anchor = Date.UTC(2024, 0, date) / 1000
    const first = Date.UTC(2026, 11, 1) / 1000
    const wrong = Array.from({ length: 800 }, (_, days) => first + days * day + 1_800).filter((now) => {
      const start = startOfHistory(anchor, month, 3, now)
      return addIntervals(start, month, 2) > now || addIntervals(start, month, 3) <= now
    })
    expect(wrong.map((now) => new Date(now * 1000).toISOString())).toEqual([])
  },
)
