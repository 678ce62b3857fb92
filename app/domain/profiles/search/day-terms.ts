import { calendarLength } from "~/db/calendar-days"
import { formatDay } from "~/i18n/days"
import { locales } from "~/i18n/locales"
import { formatWeekday } from "~/i18n/weekday"
import { addDays } from "../../core/shared/site-days"
import { weekDayOf } from "../calendar/days"
import { weekDays } from "../content/rhythm"
import type { NamedTerm } from "./vocabulary"

const soon = [
  ["today", "aujourd’hui"],
  ["tomorrow", "demain"],
  ["day after tomorrow", "the day after tomorrow", "après-demain"],
]

/** Dates in digits: "04/12", "4/12/2026", "04.12.2026", "4-12-26". Of two numbers alone only a slash makes a date. */
const inDigits = /(?<!\d)(\d{1,2})([/.-])(\d{1,2})(?:\2(\d{4}|\d{2}))?(?!\d)/g
/** "2026-12-04" (ISO 8601). */
const inIso = /(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)/g

/**
 * Builds the terms of the days that words can name, from today on: the next ones by their own words, others by their number, such as
 * "4 December", "December 4th" or "vendredi 4 décembre", or in digits. Only days with a number that is typed.
 */
export function dayTerms(typed: string, today: string): NamedTerm[] {
  const numbers = new Set([...typed.matchAll(/\d+/g)].map(([number]) => Number(number)))
  const days = Array.from({ length: calendarLength }, (_, n) => addDays(today, n))
  const dated = days.filter((day) => numbers.has(Number(day.slice(-2))))
  return [
    ...soon.map((names, n): NamedTerm => ({ filter: "on", value: addDays(today, n), names })),
    ...dated.map((day): NamedTerm => ({ filter: "on", value: day, names: namesOf(day) })),
    ...datesInDigits(typed, days).map(({ name, day }): NamedTerm => ({ filter: "on", value: day, names: [name] })),
  ]
}

/** Finds dates that are typed in digits among these days: the day comes first, as in Europe, unless the second number is no month. */
function datesInDigits(typed: string, days: readonly string[]): { name: string; day: string }[] {
  const european = [...typed.matchAll(inDigits)].flatMap(([name, first = "", separator, second = "", year]) => {
    if (separator !== "/" && year === undefined) return []
    const [day, month] = Number(second) > 12 ? [second, first] : [first, second]
    const ending = `-${month.padStart(2, "0")}-${day.padStart(2, "0")}`
    return [{ name, ending: year === undefined ? ending : `${year.padStart(4, "20")}${ending}` }]
  })
  const iso = [...typed.matchAll(inIso)].map(([name]) => ({ name, ending: name }))
  return [...european, ...iso].flatMap(({ name, ending }) => {
    const day = days.find((one) => one.endsWith(ending))
    return day === undefined ? [] : [{ name, day }]
  })
}

function namesOf(day: string): string[] {
  const number = Number(day.slice(-2))
  const numbers = [String(number), `${number}${englishEnding(number)}`, ...(number === 1 ? ["1er"] : [])]
  return locales.flatMap(({ code }) => {
    const month = formatDay(day, code, "day").split(" ").slice(1).join(" ")
    const weekday = formatWeekday(weekDays.indexOf(weekDayOf(day)), code)
    const dates = numbers.flatMap((one) => [`${one} ${month}`, `${month} ${one}`])
    return [...dates, ...dates.map((date) => `${weekday} ${date}`)]
  })
}

/** Returns the ending of an English ordinal number up to 31. */
function englishEnding(number: number): string {
  if (number > 10 && number < 14) return "th"
  return ["th", "st", "nd", "rd"][number % 10] ?? "th"
}
