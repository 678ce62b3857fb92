import { describe, expect, test } from "vitest"
import {
  formatCountry,
  formatDate,
  formatDuration,
  formatLanguage,
  formatList,
  formatNumber,
  formatPercent,
  formatPrice,
  formatSize,
  formatTime,
  languageBadge,
} from "~/i18n/format"
import { formatWait } from "~/i18n/format-wait"

const paris = (iso: string) => Date.parse(`${iso}+01:00`)

describe("prices", () => {
  test("prices show cents only when there are some", () => {
    expect(formatPrice(14_000, "en")).toBe("€140")
    expect(formatPrice(14_000, "fr")).toBe("140\u00a0€")
    expect(formatPrice(14_050, "en")).toBe("€140.50")
    expect(formatPrice(14_050, "fr")).toBe("140,50\u00a0€")
    expect(formatPrice(5, "en")).toBe("€0.05")
    expect(formatPrice(0, "fr")).toBe("0\u00a0€")
  })

  test("prices group thousands", () => {
    expect(formatPrice(128_400, "en")).toBe("€1,284")
    expect(formatPrice(128_400, "fr")).toBe("1\u202f284\u00a0€")
    expect(formatPrice(-123_456_789, "fr")).toBe("-1\u202f234\u202f567,89\u00a0€")
    expect(formatPrice(-128_400, "en")).toBe("-€1,284")
  })

  test("prices take another currency, in either case", () => {
    expect(formatPrice(14_000, "en", "gbp")).toBe("£140")
    expect(formatPrice(14_000, "fr", "CHF")).toBe("140\u00a0CHF")
  })
})

test("numbers are grouped as in each language", () => {
  expect(formatNumber(1_284, "en")).toBe("1,284")
  expect(formatNumber(1_284, "fr")).toBe("1\u202f284")
  expect(formatNumber(4.5, "fr")).toBe("4,5")
})

test("the percent sign has no space in English and a narrow one in French", () => {
  expect(formatPercent(0.64, "en")).toBe("64%")
  expect(formatPercent(0.64, "fr")).toBe("64\u202f%")
})

describe("dates", () => {
  test("dates are written out in each style", () => {
    const at = paris("2026-11-14T12:00")
    expect(formatDate(at, "en", "day")).toBe("14 November")
    expect(formatDate(at, "fr", "day")).toBe("14 novembre")
    expect(formatDate(at, "en", "date")).toBe("14 November 2026")
    expect(formatDate(at, "fr", "date")).toBe("14 novembre 2026")
    expect(formatDate(at, "en", "short")).toBe("14 Nov")
    expect(formatDate(at, "fr", "short")).toBe("14\u00a0nov.")
    expect(formatDate(at, "en", "month")).toBe("November 2026")
    expect(formatDate(at, "fr", "month")).toBe("novembre 2026")
    expect(formatDate(at, "en", "weekday")).toBe("Saturday 14 November")
    expect(formatDate(at, "fr", "weekday")).toBe("samedi 14 novembre")
    expect(formatDate(Date.UTC(2026, 8, 3), "en", "date")).toBe("3 September 2026")
  })

  test("dates have 1er in French for the first of the month only", () => {
    expect(formatDate(paris("2026-11-01T12:00"), "fr", "day")).toBe("1er novembre")
    expect(formatDate(paris("2026-11-01T12:00"), "fr", "short")).toBe("1er\u00a0nov.")
    expect(formatDate(paris("2026-11-01T12:00"), "en", "day")).toBe("1 November")
    expect(formatDate(paris("2026-11-21T12:00"), "fr", "day")).toBe("21 novembre")
  })

  test("dates are those of Paris unless another zone is given, never of the machine", () => {
    const lateInUtc = Date.UTC(2026, 10, 14, 23, 30)
    expect(formatDate(lateInUtc, "en", "day")).toBe("15 November")
    expect(formatDate(lateInUtc, "en", "day", "America/New_York")).toBe("14 November")
  })
})

describe("times", () => {
  test("times use 24 hours, in English with a colon and in French with an h", () => {
    expect(formatTime(paris("2026-11-14T20:30"), "en")).toBe("20:30")
    expect(formatTime(paris("2026-11-14T20:30"), "fr")).toBe("20\u00a0h\u00a030")
  })

  test("times show midnight, mornings and full hours correctly", () => {
    expect(formatTime(paris("2026-11-14T00:05"), "en")).toBe("00:05")
    expect(formatTime(paris("2026-11-14T00:05"), "fr")).toBe("0\u00a0h\u00a005")
    expect(formatTime(paris("2026-11-14T08:00"), "en")).toBe("08:00")
    expect(formatTime(paris("2026-11-14T08:00"), "fr")).toBe("8\u00a0h\u00a000")
    expect(formatTime(paris("2026-11-14T12:00"), "en")).toBe("12:00")
  })

  test("times follow summer time", () => {
    expect(formatTime(Date.UTC(2026, 6, 14, 18, 30), "en")).toBe("20:30")
    expect(formatTime(Date.UTC(2026, 6, 14, 18, 30), "en", "Europe/London")).toBe("19:30")
  })
})

test("durations are hours and minutes that do not break", () => {
  expect(formatDuration(45)).toBe("45\u00a0min")
  expect(formatDuration(60)).toBe("1\u00a0h")
  expect(formatDuration(120)).toBe("2\u00a0h")
  expect(formatDuration(90)).toBe("1\u00a0h\u00a030")
  expect(formatDuration(65)).toBe("1\u00a0h\u00a005")
  expect(formatDuration(59.6)).toBe("1\u00a0h")
  expect(formatWait(47 * 60 + 59, "en")).toBe("47\u00a0h\u00a059")
  expect([formatWait(48 * 60, "en"), formatWait(419 * 24 * 60 + 90, "fr")]).toEqual(["2\u00a0days", "419\u00a0jours"])
})

test("lists end with the language's own and, or its or", () => {
  expect(formatList(["Paris", "Lyon", "Nice"], "en")).toBe("Paris, Lyon and Nice")
  expect(formatList(["Paris", "Lyon", "Nice"], "fr")).toBe("Paris, Lyon et Nice")
  expect(formatList(["Paris", "Lyon"], "en", "disjunction")).toBe("Paris or Lyon")
  expect(formatList(["Paris", "Lyon"], "fr", "disjunction")).toBe("Paris ou Lyon")
  expect(formatList(["Paris"], "fr")).toBe("Paris")
  expect(formatList([], "en")).toBe("")
})

describe("languages", () => {
  test("languages are named in the reader's language", () => {
    expect(formatLanguage("fr", "en")).toBe("French")
    expect(formatLanguage("fr", "fr")).toBe("français")
    expect(formatLanguage("en", "fr")).toBe("anglais")
  })

  test("unknown languages are returned unchanged", () => {
    expect(formatLanguage("zz", "en")).toBe("zz")
    expect(formatLanguage("not a tag", "fr")).toBe("not a tag")
  })

  test("languages have a badge", () => {
    expect(languageBadge("fr")).toBe("FR")
    expect(languageBadge("pt-BR")).toBe("PT")
  })
})

test("a country is named in the reader's language; an invalid code has no name", () => {
  expect([formatCountry("CH", "en"), formatCountry("CH", "fr")]).toEqual(["Switzerland", "Suisse"])
  for (const none of ["T1", "XX", "", "france", "<b>"]) expect([none, formatCountry(none, "en")]).toEqual([none, null])
})

describe("sizes", () => {
  test.each([
    [0, "0 byte"],
    [999, "999 byte"],
    [1_000, "1 kB"],
    [999_949, "999.9 kB"],
    [999_950, "1 MB"],
    [999_999_999, "1 GB"],
    [1_500_000_000_000, "1,500 GB"],
  ])("%i bytes are written in the unit of their rounded number: %s", (bytes, written) => {
    expect(formatSize(bytes, "en").replaceAll("\u00a0", " ")).toBe(written)
  })
})
