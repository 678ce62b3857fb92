/** The three parts of a date as they are typed, each of which may be empty. */
export interface DateParts {
  day: string
  month: string
  year: string
}

/** Returns the parts of a date (YYYY-MM-DD), also of one that was refused; the day has no leading zero. */
export function partsOf(date: string): DateParts {
  const [year = "", month = "", day = ""] = date.split("-")
  return { day: day.replace(/^0(?=\d)/, ""), month, year }
}

/** Returns the date (YYYY-MM-DD) of its parts: empty if all are, and none that exists if one is missing. */
export function dateOf({ day, month, year }: DateParts): string {
  if (!day && !month && !year) return ""
  return [year, pad(month), pad(day)].join("-")
}

const pad = (part: string) => (part === "" ? "" : part.padStart(2, "0"))

/** Returns the parts of a whole date that is pasted: 2026-11-14, 14/11/2026, 14.11.2026. Null for any other text. */
export function readDate(text: string): DateParts | null {
  const numbers = text.trim().split(/[-/. ]+/)
  if (numbers.length !== 3 || !numbers.every((number) => /^\d+$/.test(number))) return null
  const [first = "", month = "", last = ""] = numbers
  const [year, day] = first.length === 4 ? [first, last] : [last, first]
  if (year.length !== 4 || day.length > 2 || month.length > 2) return null
  return partsOf(`${year}-${pad(month)}-${day}`)
}
