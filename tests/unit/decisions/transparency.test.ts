import { describe, expect, test } from "vitest"
import {
  type Counts,
  type Figures,
  type FigureTable,
  hasDetermined,
  hideCounts,
  leastShown,
  type Shown,
  shownFigures,
  shownRecipients,
  tableNames,
} from "~/domain/safety/transparency/figures"
import { draftablePeriods, periodProblem, spanOf } from "~/domain/safety/transparency/spans"
import { DAY } from "~/lib/time"

const empty: FigureTable = { total: 0, groups: {}, median: null }

/** Figures with one table, whose groups part one total. */
function figuresOf(groups: Record<string, number[]>, name: "notices" | "decisions" = "decisions"): Figures {
  const named = Object.entries(groups).map(([group, counts]): [string, Counts] => [
    group,
    Object.fromEntries(counts.map((count, index) => [`part${index}`, count])),
  ])
  const [first = []] = Object.values(groups)
  const table = { total: first.reduce((sum, count) => sum + count, 0), groups: Object.fromEntries(named), median: null }
  return { notices: empty, set_aside: empty, decisions: empty, appeals: empty, [name]: table }
}

const show = (figures: Figures, before: ReadonlySet<string> = new Set()) =>
  shownFigures(figures, hideCounts(figures, before))

/** The values that a hidden count may have, as a reader knows. */
const boundsOf = (shown: Shown, most: number) =>
  shown === "few"
    ? [0, leastShown - 1]
    : [shown === "withheld" ? leastShown : (shown as number), shown === "withheld" ? most : (shown as number)]

/** Returns how many values each part can have that agree with the sum: by going through all sums that the others can have. */
function possibilities(parts: Shown[], total: number): number[] {
  return parts.map((part, index) => {
    let sums = new Set([0])
    for (const [at, other] of parts.entries()) {
      if (at === index) continue
      const [min = 0, max = 0] = boundsOf(other, total)
      const next = new Set<number>()
      for (const sum of sums)
        for (let value = min; value <= max && sum + value <= total; value += 1) next.add(sum + value)
      sums = next
    }
    const [min = 0, max = 0] = boundsOf(part, total)
    return [...sums].filter((sum) => total - sum >= min && total - sum <= max).length
  })
}

/** Deterministic numbers below a bound. */
function drawer(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

describe("the hidden figures", () => {
  test("a count of 4 is hidden and one of 5 is shown, and a total below 5 hides all of its table", () => {
    const { decisions } = show(figuresOf({ kind: [4, 5, 9, 20] }))
    expect(decisions.total).toBe(38)
    // The 5 would reveal the 4.
    expect(Object.values(decisions.groups.kind ?? {})).toEqual(["few", "withheld", 9, 20])
    expect(Object.values(show(figuresOf({ kind: [5, 9, 20] })).decisions.groups.kind ?? {})).toEqual([5, 9, 20])
    const small = show(figuresOf({ kind: [4, 0], method: [3, 1] })).decisions
    expect([
      small.total,
      ...Object.values(small.groups.kind ?? {}),
      ...Object.values(small.groups.method ?? {}),
    ]).toEqual(Array(5).fill("few"))
  })

  test("a table is hidden whole where its total would reveal that the small counts are none", () => {
    const { decisions } = show(figuresOf({ kind: [5, 0, 0], method: [5, 0] }))
    expect(decisions.total).toBe("withheld")
    expect(Object.values(decisions.groups.kind ?? {})).toEqual(["withheld", "few", "few"])
  })

  test("no hidden count can be computed from the total, in any of 4,000 tables", () => {
    const draw = drawer(37)
    let hiddenCount = 0
    for (let round = 0; round < 4_000; round += 1) {
      const most = [3, 6, 12, 40][draw(4)] ?? 6
      const counts = Array.from({ length: 2 + draw(6) }, () => draw(most))
      const sum = counts.reduce((all, count) => all + count, 0)
      const cut = draw(sum + 1)
      const { decisions } = show(figuresOf({ kind: counts, method: [cut, sum - cut] }))
      for (const group of Object.values(decisions.groups)) {
        const parts = Object.values(group)
        if (typeof decisions.total !== "number") {
          expect(parts.every((part) => typeof part !== "number")).toBe(true)
          continue
        }
        const possible = possibilities(parts, decisions.total)
        for (const [index, part] of parts.entries())
          if (typeof part !== "number") {
            hiddenCount += 1
            expect([counts, cut, index, (possible[index] ?? 0) > 1]).toEqual([counts, cut, index, true])
          }
      }
    }
    expect(hiddenCount).toBeGreaterThan(1_000)
  })

  test("what is shown is the count itself, and nothing below 5 is", () => {
    const draw = drawer(5)
    for (let round = 0; round < 500; round += 1) {
      const figures = figuresOf({ kind: Array.from({ length: 5 }, () => draw(15)) })
      const { decisions } = show(figures)
      for (const [part, shown] of Object.entries(decisions.groups.kind ?? {})) {
        const count = figures.decisions.groups.kind?.[part] ?? 0
        if (typeof shown === "number") expect([shown, count >= leastShown]).toEqual([count, true])
        else if (shown === "few") expect(count).toBeLessThan(leastShown)
      }
    }
  })

  test("a count that was hidden before stays hidden, without saying what it is", () => {
    const figures = figuresOf({ kind: [30, 20, 10] })
    const { decisions } = show(figures, new Set(["decisions.kind.part0"]))
    expect(decisions.groups.kind).toEqual({ part0: "withheld", part1: 20, part2: "withheld" })
    const whole = show(figures, new Set(["decisions.total"])).decisions
    expect([whole.total, ...Object.values(whole.groups.kind ?? {})]).toEqual(Array(4).fill("withheld"))
    const small = show(figuresOf({ kind: [3, 20, 10] }), new Set(["decisions.kind.part0"])).decisions
    expect(small.groups.kind?.part0).toBe("withheld")
  })

  test("a year shows no number that one of its months hides", () => {
    const draw = drawer(12)
    for (let round = 0; round < 200; round += 1) {
      const months = Array.from({ length: 12 }, () => Array.from({ length: 4 }, () => draw(20)))
      const hidden = new Set(months.flatMap((counts) => Object.keys(hideCounts(figuresOf({ kind: counts })))))
      const year = [0, 1, 2, 3].map((part) => months.reduce((sum, counts) => sum + (counts[part] ?? 0), 0))
      const ofYear = hideCounts(figuresOf({ kind: year }), hidden)
      expect([...hidden].filter((cell) => !(cell in ofYear))).toEqual([])
    }
  })

  test("two counts of 0, or of 4, with their sum are determined, and 0 and 4 are not", () => {
    expect([[0, 0], [4, 4], [3], [5, 0], [6, 0], [0, 4], [2, 2]].map(hasDetermined)).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
      false,
    ])
  })

  test("a median is shown only beside a count of what is closed", () => {
    const table = (actioned: number, no_action: number): FigureTable => ({
      total: actioned + no_action + 30,
      groups: { outcome: { received: 30, no_action, actioned } },
      median: 90,
    })
    const shown = (actioned: number, no_action: number) =>
      show({ notices: table(actioned, no_action), set_aside: empty, decisions: empty, appeals: empty }).notices.median
    expect([shown(9, 8), shown(4, 4), shown(4, 0), shown(9, 2)]).toEqual([90, null, null, null])
    // The parts of an appeal have other names.
    const appeals = { total: 24, groups: { outcome: { open: 7, upheld: 8, overturned: 9 } }, median: 5 }
    expect(show({ notices: empty, set_aside: empty, decisions: empty, appeals }).appeals.median).toBe(5)
  })

  test("recipients below 5 are hidden, and none stated are none", () => {
    expect([null, 0, 4, 5, 1_000].map(shownRecipients)).toEqual([null, "few", "few", 5, 1_000])
    expect(tableNames).toHaveLength(4)
  })
})

describe("the periods", () => {
  const at = (text: string) => Date.parse(text)

  test("a month begins and ends at midnight in Paris, in winter, in summer and across them", () => {
    const spans = ["2026-01", "2026-03", "2026-07", "2026-12", "2026"].map((period) => {
      const { from, before } = spanOf(period)
      return [new Date(from).toISOString(), new Date(before).toISOString()]
    })
    expect(spans).toEqual([
      ["2025-12-31T23:00:00.000Z", "2026-01-31T23:00:00.000Z"],
      ["2026-02-28T23:00:00.000Z", "2026-03-31T22:00:00.000Z"],
      ["2026-06-30T22:00:00.000Z", "2026-07-31T22:00:00.000Z"],
      ["2026-11-30T23:00:00.000Z", "2026-12-31T23:00:00.000Z"],
      ["2025-12-31T23:00:00.000Z", "2026-12-31T23:00:00.000Z"],
    ])
  })

  test("a period can be drafted from the millisecond at which it is over, until rows of it are deleted", () => {
    const end = at("2026-10-31T23:00:00.000Z")
    expect([end - 1, end].map((now) => periodProblem("2026-10", now, 1_000 * DAY))).toEqual(["unfinished", null])
    const { from } = spanOf("2026-10")
    expect([from + 100 * DAY, from + 100 * DAY + 1].map((now) => periodProblem("2026-10", now, 100 * DAY))).toEqual([
      null,
      "deleted",
    ])
  })

  test("the periods that can be drafted are offered latest first", () => {
    expect(draftablePeriods(at("2026-02-10T12:00:00Z"), 380 * DAY)).toEqual([
      "2026-01",
      ...["12", "11", "10", "09", "08", "07", "06", "05", "04", "03", "02"].map((month) => `2025-${month}`),
    ])
    expect(draftablePeriods(at("2026-01-10T12:00:00Z"), 380 * DAY)[0]).toBe("2025")
  })
})
