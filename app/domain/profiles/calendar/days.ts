import { calendarLength } from "~/db/calendar-days"
import { addDays } from "../../core/shared/site-days"
import { type dayParts, weekDays } from "../content/rhythm"

type WeekDay = (typeof weekDays)[number]
export type PartOfDay = (typeof dayParts)[number]

/** Returns the day of the week of a day (YYYY-MM-DD). */
export function weekDayOf(day: string): WeekDay {
  return weekDays[(new Date(day).getUTCDay() + 6) % 7] ?? "mon"
}

/** Returns the last day that a calendar can name. */
export const lastCalendarDay = (today: string) => addDays(today, calendarLength - 1)

/** Returns whether a calendar can name a day: today, or one of the next 89. */
export const isCalendarDay = (day: string, today: string) => day >= today && day <= lastCalendarDay(today)
