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

/**
 * Builds the terms of the days that words can name, from today on: the next ones by their own words, others by their number, such as
 * "4 December", "December 4th" or "vendredi 4 décembre". Only days with a number that is typed.
 */
export function dayTerms(typed: string, today: string): NamedTerm[] {
  const numbers = new Set([...typed.matchAll(/\d+/g)].map(([number]) => Number(number)))
  const days = Array.from({ length: calendarLength }, (_, n) => addDays(today, n))
  const dated = days.filter((day) => numbers.has(Number(day.slice(-2))))
  return [
    ...soon.map((names, n): NamedTerm => ({ filter: "on", value: addDays(today, n), names })),
    ...dated.map((day): NamedTerm => ({ filter: "on", value: day, names: namesOf(day) })),
  ]
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
